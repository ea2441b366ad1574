import { resolve } from "node:path";
import * as v from "valibot";
import { defaultPolicy, isInstructions, isSensitive } from "../../core/policy.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Subject } from "../../core/types.ts";
import { fileSubject } from "../../lens/files.ts";
import { markOf } from "../../outline/mark.ts";
import type { HookOutlines } from "../hook-outlines.ts";
import type { ClaudeCodeRuntime } from "./answer.ts";
import type { ClaudeCodeToolEvent } from "./events.ts";
import { linesIn } from "./unchanged.ts";

/** The rest of a file as an outline, where Claude Code has cut a read of the whole file; undefined if it has not. */
export async function outlineBehindCut(
	event: ClaudeCodeToolEvent,
	{ outlines, prefer }: Pick<ClaudeCodeRuntime, "outlines" | "prefer">,
): Promise<string | undefined> {
	const file = outlines?.isOn(event.cwd) ? cutFileIn(event) : undefined;
	if (!outlines || !file) return undefined;
	if (prefer({ policy: defaultPolicy, lean: [] }, event.cwd).policy.isIgnored(file.subject.name)) return undefined;
	let outline = outlineOfRest(file, outlines);
	for (let tries = 0; outline === "pending" && tries < MOST_LOADS; tries++) {
		await outlines.load();
		outline = outlineOfRest(file, outlines);
	}
	return outline === "pending" ? undefined : outline;
}

const MOST_LOADS = 3;

function cutFileIn({ tool_name, tool_input, tool_response, cwd }: ClaudeCodeToolEvent): CutFile | undefined {
	if (tool_name !== "Read" || !v.is(WholeFile, tool_input) || !v.is(CutRead, tool_response)) return undefined;
	const { startLine, numLines, totalLines } = tool_response.file;
	const subject = fileSubject(cwd, tool_input.file_path);
	if (!subject || startLine !== 1 || numLines >= totalLines) return undefined;
	const lines = linesIn(resolve(cwd, tool_input.file_path));
	return lines?.length === totalLines ? { subject, lines, last: numLines } : undefined;
}

const WholeFile = v.object({
	file_path: v.string(),
	offset: v.optional(v.literal(1)),
	limit: v.optional(v.undefined()),
});
const CutRead = v.object({ file: v.object({ startLine: v.number(), numLines: v.number(), totalLines: v.number() }) });

/** A file of which the host has shown lines 1 to `last` and no more. */
export type CutFile = { readonly subject: Subject; readonly lines: readonly string[]; readonly last: number };

/** The rest of a file as an outline, if that is much shorter; "pending" if a grammar has to be loaded first. */
export function outlineOfRest(
	{ subject, lines, last }: CutFile,
	{ findFolds }: Pick<HookOutlines, "findFolds">,
): string | "pending" | undefined {
	if (isSensitive(subject) || isInstructions(subject)) return undefined;
	const found = findFolds(subject.name, lines.join("\n"));
	if (found === "pending" || !found) return found;
	const folds = found.filter((fold) => fold.first > last);
	const shown: string[] = [];
	for (let line = last + 1; line <= lines.length; line++) {
		const fold = folds.find(({ first }) => first === line);
		shown.push(fold ? markOf(fold) : `${line}\t${lines[line - 1]}`);
		if (fold) line = fold.last;
	}
	const head = `[ibid] Lines ${last + 1}-${lines.length} of ${subject.label} as an outline: read the lines that a mark names to see them.`;
	const text = [head, ...shown].join("\n");
	const isShort = estimateTokens(text) * 3 <= estimateTokens(lines.slice(last).join("\n"));
	return folds.length > 0 && isShort && text.length <= MOST ? text : undefined;
}

/** Of a longer one the host would show only the beginning. */
const MOST = 9_000;
