import { unwrapNothing } from "../page.ts";
import type { Content } from "../types.ts";
import { endAbove, noLines, onlyLine, wholeText } from "./trim.ts";

/** Takes off what pi puts around the output of a command. It puts nothing around the results of other tools. */
export function unwrapPi(lines: readonly string[], tool: string): Content {
	if (tool !== "bash") return unwrapNothing(lines);
	if (/^Validation failed for tool "bash":$/.test(lines[0] ?? "")) return wholeText(lines, "failed");
	const last = lines.length - 1;
	const isFailed = ENDED.test(lines[last] ?? "") && isApart(lines, last);
	const below = isFailed ? Math.max(0, last - 1) : lines.length;
	const isCut = SHOWING.test(lines[below - 1] ?? "") && isApart(lines, below - 1);
	const end = endAbove(lines, 0, isCut ? Math.max(0, below - 2) : below);
	const isEmpty = end === 1 && lines[0] === "(no output)";
	if (isEmpty && onlyLine(lines)) return noLines(lines);
	return { from: 0, end: isEmpty ? 0 : end, outcome: isCut ? "cut" : isFailed ? "failed" : "done" };
}

const ENDED = /^Command (?:exited with code -?\d+|aborted|timed out after [\d.]+ seconds)$/;
const SHOWING = /^\[Showing (?:lines \d+-\d+ of \d+|last \S+ of line \d+)\b.*\bFull output: .*\]$/;

/** A notice stands alone or below an empty line. */
function isApart(lines: readonly string[], line: number): boolean {
	return line === 0 || lines[line - 1] === "";
}
