import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { isAskedAgain, isToComeWhole, lastChangeIn, linesOwed, rangeOf } from "../../core/asked-again.ts";
import { passageAt } from "../../core/line-index.ts";
import { cutLines, splitLines } from "../../core/lines.ts";
import type { Policy } from "../../core/policy.ts";
import { isUnchanged } from "../../core/quote.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Arrival, Part } from "../../core/types.ts";
import { outOfReach, overlap, stands, stateOf, type Window } from "../../core/window.ts";
import { isTextFile } from "../../lens/files.ts";
import { type ClaudeCodeToolEvent, type Shaped, shapeOf } from "./events.ts";

/** What 2.1.197 says if it takes a range to be as it was when last read. It may be wrong. */
const SAID = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";

/**
 * If the host only says that a file is unchanged: what it would show, read from disk. Undefined if we cannot know that:
 * the file is not text, or the host would have cut it.
 */
export function readUnchanged({ tool_name, tool_input, tool_response, cwd }: ClaudeCodeToolEvent): Shaped | undefined {
	if (tool_name !== "Read" || !v.is(UnchangedShape, tool_response)) return undefined;
	const input = v.safeParse(InputShape, tool_input);
	if (!input.success) return undefined;
	const { file_path: filePath, offset: startLine, limit } = input.output;
	const path = resolve(cwd, filePath);
	const all = isTextFile(path) ? linesIn(path) : undefined;
	if (!all || (limit === undefined && all.length > MOST_LINES)) return undefined;
	const lines = all.slice(startLine - 1, limit === undefined ? undefined : startLine - 1 + limit);
	const content = lines.join("\n");
	if (estimateTokens(content) > MOST_TOKENS) return undefined;
	const file = { filePath, content, numLines: lines.length, startLine, totalLines: all.length };
	const shaped = shapeOf("Read", { type: "text", file });
	return shaped && { ...shaped, unless: SAID };
}

const UnchangedShape = v.looseObject({ type: v.literal("file_unchanged") });

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const InputShape = v.object({ file_path: v.string(), offset: v.optional(Count, 1), limit: v.optional(Count) });

/** Well below what the host shows at once, because it counts tokens in another way. */
const MOST_BYTES = 256 * 1024;
const MOST_TOKENS = 20_000;
const MOST_LINES = 2000;

/** The lines of a text file as the host shows them: without a byte order mark and without carriage returns. */
export function linesIn(path: string): string[] | undefined {
	try {
		const file = openSync(path, "r");
		try {
			const status = fstatSync(file);
			if (!status.isFile() || status.size > MOST_BYTES) return undefined;
			const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
			return text.includes("\0") ? undefined : text.replaceAll("\r\n", "\n").split("\n");
		} finally {
			closeSync(file);
		}
	} catch {
		return undefined;
	}
}

/**
 * Whether the stub "file unchanged" is true of an arrival: one result within reach shows all of its lines as they are, they were not
 * left out since, and nothing asks for them in full.
 */
export function isStubTrue(window: Window, { text, view }: Arrival, { reach }: Pick<Policy, "reach">): boolean {
	if (view.kind !== "shown" || view.parts.length === 0) return false;
	const split = splitLines(text);
	const changed = lastChangeIn(window, view.parts);
	return view.parts.every((part) => {
		const lines = cutLines(split, part);
		if (!lines || isToComeWhole(stateOf(window, part.subject), rangeOf(part)) || !isUnchanged(window, part, lines))
			return false;
		return isInOneResult(window, part, reach) && !isAskedAgain(part, linesOwed(window, part, false, changed));
	});
}

function isInOneResult(window: Window, part: Part, reach: number): boolean {
	const range = rangeOf(part);
	const spans = (stateOf(window, part.subject)?.sheet ?? []).filter(({ line, count }) =>
		overlap(range, { first: line, last: line + count - 1 }),
	);
	const [passage, another] = new Set(spans.map(({ at }) => passageAt(window.index, at)));
	if (!passage || another || passage.by !== "result") return false;
	return stands(window, passage) && passage.message > outOfReach(window, reach);
}
