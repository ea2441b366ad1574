import { unwrapNothing } from "../page.ts";
import type { Content } from "../types.ts";
import { blockAbove, endAbove, noLines, onlyLine, wholeText } from "./trim.ts";

/** Takes off what OpenCode puts around the result of a tool. Its texts do not tell a command's exit code. */
export function unwrapOpenCode(lines: readonly string[], tool: string): Content {
	if (GONE.test(onlyLine(lines) ?? "") || endsCut(lines)) return wholeText(lines, "cut");
	if (/^The \w+ tool was called with invalid arguments: /.test(lines[0] ?? "")) return wholeText(lines, "failed");
	return tool === "bash" ? unwrapShell(lines) : unwrapNothing(lines);
}

/** Cleared by the host, taken out by a plugin, or stopped half way: what the call did or showed is not known. */
const GONE = /^\[Old tool result content cleared\]$|^\[Output removed\b.*\]$|^Tool execution aborted$/;

/** A tool's text is cut at its end, and some lines below say so and name the file that has all of it. */
function endsCut(lines: readonly string[]): boolean {
	return lines.slice(-8).some((line, index, tail) => {
		const isApart = tail[index - 1] === "" && tail[index + 1] === "";
		return GAP.test(line) && isApart && /\bFull output saved to: /.test(tail[index + 2] ?? "");
	});
}

const GAP = /^\.\.\.\d+ (?:lines|bytes) truncated\.\.\.$/;

function unwrapShell(lines: readonly string[]): Content {
	if (onlyLine(lines) === NONE) return noLines(lines);
	const [first = "", second] = lines;
	const opensCut = second === "" && (first === "...output truncated..." || GAP.test(first));
	if (opensCut || lines.at(-1) === LIMITED) return wholeText(lines, "cut");
	const open = blockAbove(lines, lines.length, isOpen, isClose);
	if (open === undefined || open === 0 || lines[open - 1] !== "") return unwrapNothing(lines);
	const isCut = lines.slice(open).some((line) => /\btruncated output\b/.test(line));
	const end = endAbove(lines, 0, open - 1);
	return { from: 0, end: end === 1 && lines[0] === NONE ? 0 : end, outcome: isCut ? "cut" : "failed" };
}

const NONE = "(no output)";
const LIMITED = "(Output was truncated due to length limit)";

function isOpen(line: string): boolean {
	return line === "<shell_metadata>" || line === "<bash_metadata>";
}

function isClose(line: string): boolean {
	return line === "</shell_metadata>" || line === "</bash_metadata>";
}
