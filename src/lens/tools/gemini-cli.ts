import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens } from "../look.ts";
import { editLens, writeLens } from "../own/edit.ts";
import { endAbove, unwrapNothing, wholeText } from "../result-text.ts";
import { searchLens } from "../search.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, ResultBody, ResultText, ToolCall, Tools } from "../types.ts";
import { NO_GUTTER, UNLIMITED } from "../views.ts";

/** Gemini CLI's read_file: a whole file as it is, or a range below a head that says which lines. */
export const geminiRead: Lens = fileLens({
	path: ({ file_path, absolute_path }) => file_path ?? absolute_path,
	ask: askedRange,
	find: findLines,
});

/** Gemini CLI's tools that change files. Their results show lines around the change, but without numbers. */
export const geminiOwn: Readonly<Record<string, Lens>> = {
	replace: editLens({
		path: "file_path",
		old: "old_string",
		text: "new_string",
		all: "allow_multiple",
		times: "expected_replacements",
		empty: "whole file",
	}),
	write_file: writeLens({ path: "file_path", text: "content" }),
};

/** Gemini CLI's tools. */
export const geminiCliTools: Tools = {
	lenses: {
		read_file: geminiRead,
		...geminiOwn,
		// There is an "L" before each line number.
		grep_search: searchLens,
		search_file_content: searchLens,
		glob: askLens,
		list_directory: askLens,
		run_shell_command: shellLens({
			command: "command",
			directory: "dir_path",
			background: "is_background",
			trims: true,
			word: "Output: ",
			terminal: true,
		}),
		web_fetch: askLens,
		google_web_search: askLens,
	},
	unwrap: unwrapGeminiCli,
};

/** Older versions count an offset from 0. */
function askedRange({ start_line, end_line, offset, limit }: ToolCall["input"]): LineRequest | undefined {
	if (typeof offset === "number") return lineRequest(offset + 1, limit);
	const asked = lineRequest(start_line, end_line);
	return asked && asked.most >= asked.first ? { first: asked.first, most: asked.most - asked.first + 1 } : undefined;
}

/** Results without lines of the file. */
const INSTEAD = /^(?:Binary content provided|Cannot display content of |\[File content |<tool_output_masked>)/;

function findLines(result: ResultText, { first, most }: LineRequest): readonly FileLines[] | undefined {
	const { lines, notes } = result;
	const end = endOfFile(lines);
	if (end === undefined || end === 0 || INSTEAD.test(lines[0]!)) return undefined;
	const isOriginal = notes.size === 0;
	const head = rangeHead(lines);
	if (!head) {
		const isDoubtful = isOriginal && (end > most || (end === 1 && /^[[<].*[\]>]$/.test(lines[0]!)));
		if (first !== 1 || isDoubtful || lines.includes(HEAD) || lines.includes(RULE)) return undefined;
		return [{ from: 0, count: end, first, gutter: NO_GUTTER, room: UNLIMITED }];
	}
	// A blank last line cannot be told from the newline before it, and the host may not count it.
	const missing = head.last - head.first + 1 - (end - head.from);
	if (head.first !== first || end <= head.from || (isOriginal && missing !== 0 && missing !== 1)) return undefined;
	const room = head.last === head.total ? UNLIMITED : 0;
	return [{ from: head.from, count: end - head.from, first, gutter: NO_GUTTER, room }];
}

const CONTEXT = "--- Newly Discovered Project Context ---";
const CONTEXT_END = "--- End Project Context ---";

/** Where the lines of the file end and additions of the host begin; undefined if that is unclear. */
function endOfFile(lines: readonly string[]): number | undefined {
	const bottom = lines.at(-1) ?? "";
	if (bottom.endsWith("</hook_context>") || bottom.startsWith("[System] Tool input parameters")) return undefined;
	if (bottom !== CONTEXT_END) return lines.length;
	const context = lines.indexOf(CONTEXT);
	if (context < 1 || lines[context - 1] !== "" || lines.indexOf(CONTEXT, context + 1) >= 0) return undefined;
	return context - (lines[context - 2] === "" ? 2 : 1);
}

const HEAD = "IMPORTANT: The file content has been truncated.";
const RULE = "--- FILE CONTENT (truncated) ---";
const SHOWN_RANGE = /^Status: Showing lines (\d+)-(\d+) of (\d+) total lines\.$/;

type RangeHead = { readonly from: number; readonly first: number; readonly last: number; readonly total: number };

/** The head of a range: a blank line, a notice, which lines are shown, how to see more, a blank line, and a rule. */
function rangeHead(lines: readonly string[]): RangeHead | undefined {
	const [first, last, total] =
		SHOWN_RANGE.exec(lines[2] ?? "")
			?.slice(1)
			.map(Number) ?? [];
	if (first === undefined || last === undefined || total === undefined) return undefined;
	const isHead = lines[0] === "" && lines[1] === HEAD && lines[5] === RULE;
	return isHead ? { from: 6, first, last, total } : undefined;
}

/** Takes off what Gemini CLI puts around the result of a tool. */
export function unwrapGeminiCli(lines: readonly string[], tool: string): ResultBody {
	const last = lines.at(-1) ?? "";
	// A hook changed the call or added text, and no line says where that begins.
	if (GONE.test(lines[0] ?? "") || last.endsWith("</hook_context>") || CHANGED.test(last))
		return wholeText(lines, "cut");
	if (FILES.has(tool)) return unwrapNothing(lines);
	const inner = innerOf(lines);
	if (tool === "run_shell_command") return unwrapShell(lines, inner);
	return { ...inner, end: endAbove(lines, inner.from, inner.end) };
}

/** Masked later on, or too long. */
const GONE =
	/^<tool_output_masked>$|^Output too large\. Showing first [\d.,]+ and last |^Tool output was too large and has been truncated\.$/;

const CHANGED = /^\[System\] Tool input parameters .*were modified by a hook before execution\.$/;

/** Tools whose results are not wrapped. */
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

/** The untrusted-content wrapper of newer versions, around the results of commands and MCP servers. */
const OPENING = "<untrusted_context>";
const CLOSING = "</untrusted_context>";

/** The text inside this wrapper; the host escapes closing tags inside it. */
function innerOf(lines: readonly string[]): ResultBody {
	const last = lines.length - 1;
	const isWrapped = last > 0 && lines[0] === OPENING && lines[last] === CLOSING;
	return isWrapped ? { from: 1, end: last, outcome: "done" } : { from: 0, end: lines.length, outcome: "done" };
}

/** The first line of an output begins with a word of the host, which stays: the shell lens takes it off. */
function unwrapShell(lines: readonly string[], inner: ResultBody): ResultBody {
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
	// Below a command, which may contain any text, we cannot tell where the output begins: as after a failure, no line
	// counts as a line of a file.
	const isPlain = from === inner.from;
	return { from, end: fields.end, outcome: fields.isBad || !isPlain ? "failed" : "done" };
}

/** The fields below an output, in this order from the end; each may be missing. */
function endAboveFields(lines: readonly string[], { from, end: below }: ResultBody): { end: number; isBad: boolean } {
	let end = endAbove(lines, from, below);
	let isBad = false;
	for (const field of ["Process Group PGID", "Background PIDs", "Signal", "Exit Code", "Error"]) {
		const line = lines[end - 1] ?? "";
		if (end - 1 <= from || !line.startsWith(`${field}: `)) continue;
		isBad ||= FAILING_FIELDS.has(field) && !/: (?:0|\(none\))$/.test(line);
		end--;
	}
	return { end, isBad };
}

const FAILING_FIELDS: ReadonlySet<string> = new Set(["Signal", "Exit Code", "Error"]);

/** Older versions print the command and its directory above the output. */
function findOutput(lines: readonly string[], from: number, end: number): number | undefined {
	if (/^Output: /.test(lines[from] ?? "")) return from;
	if (!lines[from]?.startsWith("Command: ")) return undefined;
	for (let line = from + 1; line < end - 1; line++)
		if (lines[line]?.startsWith("Directory: ") && /^(?:Output|Stdout): /.test(lines[line + 1] ?? "")) return line + 1;
	return undefined;
}
