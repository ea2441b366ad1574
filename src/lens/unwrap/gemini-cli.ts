import { unwrapNothing } from "../page.ts";
import type { Content } from "../types.ts";
import { CLOSING, OPENING } from "./gemini-wrapping.ts";
import { endAbove, wholeText } from "./trim.ts";

/** Takes off what Gemini CLI puts around the result of a tool. */
export function unwrapGeminiCli(lines: readonly string[], tool: string): Content {
	const last = lines.at(-1) ?? "";
	// A hook has changed the call or added words: no line tells where they begin.
	if (GONE.test(lines[0] ?? "") || last.endsWith("</hook_context>") || CHANGED.test(last))
		return wholeText(lines, "cut");
	if (FILES.has(tool)) return unwrapNothing(lines);
	const inner = innerOf(lines);
	if (tool === "run_shell_command") return unwrapShell(lines, inner);
	return { ...inner, end: endAbove(lines, inner.from, inner.end) };
}

/** Taken out of the window later on, or too long for it. */
const GONE =
	/^<tool_output_masked>$|^Output too large\. Showing first [\d.,]+ and last |^Tool output was too large and has been truncated\.$/;

const CHANGED = /^\[System\] Tool input parameters .*were modified by a hook before execution\.$/;

/** Tools whose texts are not wrapped. */
const FILES: ReadonlySet<string> = new Set([
	"read_file",
	"read_many_files",
	"write_file",
	"replace",
	"glob",
	"grep_search",
	"search_file_content",
	"list_directory",
]);

/** What newer versions mark as not to be trusted; they let nothing inside look like the end of it. */
function innerOf(lines: readonly string[]): Content {
	const last = lines.length - 1;
	const isWrapped = last > 0 && lines[0] === OPENING && lines[last] === CLOSING;
	return isWrapped ? { from: 1, end: last, outcome: "done" } : { from: 0, end: lines.length, outcome: "done" };
}

/** The first line of an output stands behind a word, on the same line, and stays so: the lens knows the word. */
function unwrapShell(lines: readonly string[], inner: Content): Content {
	const fields = endAboveFields(lines, inner);
	const from = findOutput(lines, inner.from, fields.end);
	if (from === undefined) {
		const isUnfinished = /^Command (?:moved to background|was cancelled|was automatically cancelled)\b/.test(
			lines[inner.from] ?? "",
		);
		return { ...inner, end: endAbove(lines, inner.from, inner.end), outcome: isUnfinished ? "failed" : "cut" };
	}
	const isEmpty = lines.slice(from, fields.end).every((line) => /^(?:Output|Stdout|Stderr): \(empty\)$/.test(line));
	if (isEmpty) return { from: fields.end, end: fields.end, outcome: fields.isBad ? "failed" : "done" };
	// Below a command, which may say anything, nobody can tell where the output begins: as if the command had failed, no
	// line counts as one of a file.
	const isPlain = from === inner.from;
	return { from, end: fields.end, outcome: fields.isBad || !isPlain ? "failed" : "done" };
}

/** What is told below an output, in this order from the end; each may be missing. */
function endAboveFields(lines: readonly string[], { from, end: below }: Content): { end: number; isBad: boolean } {
	let end = endAbove(lines, from, below);
	let isBad = false;
	for (const field of ["Process Group PGID", "Background PIDs", "Signal", "Exit Code", "Error"]) {
		const line = lines[end - 1] ?? "";
		if (end - 1 <= from || !line.startsWith(`${field}: `)) continue;
		isBad ||= STATUS.has(field) && !/: (?:0|\(none\))$/.test(line);
		end--;
	}
	return { end, isBad };
}

const STATUS: ReadonlySet<string> = new Set(["Signal", "Exit Code", "Error"]);

/** Older versions tell the command and its directory above the output. */
function findOutput(lines: readonly string[], from: number, end: number): number | undefined {
	if (/^Output: /.test(lines[from] ?? "")) return from;
	if (!lines[from]?.startsWith("Command: ")) return undefined;
	for (let line = from + 1; line < end - 1; line++)
		if (lines[line]?.startsWith("Directory: ") && /^(?:Output|Stdout): /.test(lines[line + 1] ?? "")) return line + 1;
	return undefined;
}
