import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import * as v from "valibot";
import { estimateTokens } from "../../core/tokens.ts";
import { isTextFile } from "../../lens/read.ts";
import type { ClaudeCodeToolEvent } from "./events.ts";
import { type Shaped, shapeOf } from "./shapes.ts";

/** What 2.1.197 says of a range that it takes to be as it was when it was last read. It may be wrong. */
const SAID = "Wasted call — file unchanged since your last Read. Refer to that earlier tool_result instead.";

/**
 * Where the host says that a file is unchanged and shows nothing: what it would show, read from the disk. Undefined where
 * that cannot be known: a file that is not text, or one that the host would have cut.
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

/** Well below what the host itself would show at once, since it counts in another way. */
const MOST_BYTES = 256 * 1024;
const MOST_TOKENS = 20_000;
const MOST_LINES = 2000;

/** The lines of a text file as the host shows them: without the mark at its beginning and the returns at their ends. */
function linesIn(path: string): string[] | undefined {
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
