import type { NumberGutter } from "../../core/types.ts";
import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens } from "../look.ts";
import { changeLens, editLens, viewEcho, writeLens } from "../own/edit.ts";
import { blockAbove, noLines, onlyLine, unwrapNothing, wholeText } from "../result-text.ts";
import { grepLens } from "../search.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, ResultBody, ResultText, Tools } from "../types.ts";
import { UNLIMITED } from "../views.ts";

const COLUMNS: NumberGutter = { kind: "number", width: 6, mark: "→", forced: true };

const TAB: NumberGutter = { kind: "number", width: 0, mark: "\t", forced: true };

const COLON: NumberGutter = { kind: "number", width: 0, mark: ":", forced: true };

/** Claude Code's Read up to 2.1.85, which printed line numbers in six columns. */
export const readColumns: Lens = lensFor(COLUMNS);

/** Its Read since then: a number and a tab, but a remote switch may bring back columns, or a colon. */
export const readAnyGutter: Lens = lensFor(TAB, COLON, COLUMNS);

/** The same in a request, where the numbers are part of the text that we write. */
const readWritten: Lens = lensFor(...[TAB, COLON, COLUMNS].map((gutter) => ({ ...gutter, forced: false })));

const claudeEdit = {
	path: "file_path",
	old: "old_string",
	text: "new_string",
	all: "replace_all",
	empty: "whole file",
	deletion: "with newline",
} as const;

/** Claude Code's tools that change files. Up to 2.1.33 some results show lines around the change. */
export const claudeCodeOwn: Readonly<Record<string, Lens>> = {
	Edit: editLens(claudeEdit, viewEcho),
	MultiEdit: editLens({ ...claudeEdit, list: "edits" }, viewEcho),
	Write: writeLens({ path: "file_path", text: "content" }, viewEcho),
	NotebookEdit: changeLens({ path: "notebook_path" }),
};

/** Claude Code's tools. Up to 2.1.85 it printed line numbers in six columns. */
export function claudeCodeTools(version: string): Tools {
	return isBefore(version, "2.1.86") ? TOOLS_WITH_COLUMNS : TOOLS;
}

function toolsWith(read: Lens): Tools {
	return {
		lenses: {
			Read: read,
			...claudeCodeOwn,
			Grep: grepLens,
			Glob: askLens,
			LS: askLens,
			Bash: shellLens({ command: "command", background: "run_in_background", trims: true }),
			WebFetch: askLens,
			WebSearch: askLens,
			ToolSearch: askLens,
			TaskGet: askLens,
			TaskList: askLens,
			ListMcpResourcesTool: askLens,
			ReadMcpResourceTool: askLens,
		},
		unwrap: unwrapClaudeCode,
	};
}

const TOOLS: Tools = toolsWith(readAnyGutter);
const TOOLS_WITH_COLUMNS: Tools = toolsWith(readColumns);

/** Claude Code's tools in a request, of any version. */
export const claudeCodeRequestTools: Tools = toolsWith(readWritten);

function lensFor(...gutters: readonly NumberGutter[]): Lens {
	return fileLens({
		path: ({ file_path }) => file_path,
		ask: ({ offset, limit }) => lineRequest(offset, limit),
		find: (result, asked) => findLines(gutters, result, asked),
	});
}

/** The host shows no more lines than this unless asked to. */
const MOST = 2000;

/** The host may have cut a last line that is longer than this. */
const LONG = 2000;

/** The host's own message instead of a file that has not changed since the last Read. */
const UNCHANGED = /^(?:Wasted call — file unchanged since your last Read|File unchanged since last read)\b/;

function findLines(
	gutters: readonly NumberGutter[],
	result: ResultText,
	{ first, most }: LineRequest,
): FileLines[] | "left" | undefined {
	const { lines, notes } = result;
	if (UNCHANGED.test(lines[0] ?? "")) return "left";
	const from = lines.findIndex((line, index) => notes.has(index) || gutters.some((gutter) => isNumbered(line, gutter)));
	const gutter = gutterFrom(result, from, gutters);
	if (!gutter) return undefined;
	const rest = lines.slice(from).findIndex((line, index) => !notes.has(from + index) && !isNumbered(line, gutter));
	const end = rest < 0 ? lines.length : from + rest;
	const above = aside(lines.slice(0, from));
	// A host that trims results leaves only the number of a blank last line: we do not know its blanks.
	const isTrimmed = /^ *\d+$/.test(lines[end] ?? "");
	const below = aside(lines.slice(isTrimmed ? end + 1 : end));
	if (above === undefined || below === undefined) return undefined;
	const isPage = above.includes("PARTIAL view");
	if (isPage && !/ showing lines \d/.test(above)) return undefined;
	const isAll = most === UNLIMITED;
	if (isAll && lines[end - 1]!.length > LONG) return undefined;
	const room = isPage || isTrimmed ? 0 : isAll ? MOST : most;
	return [{ from, count: end - from, first, gutter, room }];
}

/** How the lines from there on are numbered. In a request our notes have no numbers, and may be all there is. */
function gutterFrom(
	{ lines, notes }: ResultText,
	from: number,
	gutters: readonly NumberGutter[],
): NumberGutter | undefined {
	const fresh = lines.findIndex((_, index) => index >= from && !notes.has(index));
	const found = [from, fresh].flatMap((at) => gutters.find((gutter) => isNumbered(lines[at] ?? "", gutter)) ?? []);
	return found[0] ?? (notes.has(from) ? gutters[0] : undefined);
}

function isNumbered(line: string, { mark }: NumberGutter): boolean {
	const at = line.indexOf(mark);
	return at > 0 && at < 16 && /^ *\d+$/.test(line.slice(0, at));
}

/** A message of the host above or below the lines; undefined if the text may be from the file. */
function aside(lines: readonly string[]): string | undefined {
	const text = lines.join("\n").trim();
	const isReminder = text.startsWith("<system-reminder>") && text.endsWith("</system-reminder>");
	return text === "" || isReminder ? text : undefined;
}

/** Takes off what Claude Code puts around the result of a tool. */
export function unwrapClaudeCode(lines: readonly string[], tool: string): ResultBody {
	const [first = ""] = lines;
	if (PREVIEW.test(first) || GONE.test(onlyLine(lines) ?? "")) return wholeText(lines, "cut");
	if (isRefusal(lines)) return wholeText(lines, "failed");
	if (onlyLine(lines) === `(${tool} completed with no output)`) return noLines(lines);
	if (SHELLS.has(tool)) return unwrapShell(lines);
	return { from: 0, end: endAboveReminders(lines), outcome: "done" };
}

const SHELLS: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);

/** The host saved the result to a file and shows its beginning at most. */
const PREVIEW = /^<(?:persisted|truncated)-output>|^(?:Error: result|MCP tool) .*exceeds maximum allowed tokens/;

/** The result is gone: we do not know what the call did or showed. */
const GONE =
	/^\[(?:Old tool result content cleared\]|Tool result missing|Tool call did not complete|Request interrupted)/;

const REFUSED = /^The user doesn't want to (?:proceed with this tool use|take this action)/;

function isRefusal(lines: readonly string[]): boolean {
	const [first = ""] = lines;
	if (REFUSED.test(first)) return true;
	return first.startsWith("<tool_use_error>") && lines.some((line) => line.includes("</tool_use_error>"));
}

function unwrapShell(lines: readonly string[]): ResultBody {
	const { end } = unwrapNothing(lines);
	const from = EXIT.test(lines[0] ?? "") ? 1 : 0;
	const isCut = lines.some((line, index) => isGap(lines, index, line, from, end));
	// A command may print what looks like a reminder, so we cannot tell where the output ends.
	if (isCut || endAboveReminders(lines) < end) return { from, end, outcome: "cut" };
	const below = endAboveNotices(lines, from, end);
	return { from, end: below.end, outcome: from > 0 || below.isUnfinished ? "failed" : "done" };
}

const EXIT = /^Exit code -?\d+$/;

/** The output of a failing command is cut in the middle; older versions cut the end of any output. */
function isGap(lines: readonly string[], index: number, line: string, from: number, end: number): boolean {
	if (!line.startsWith("... [") || lines[index - 1] !== "") return false;
	if (from > 0 && /^\.\.\. \[\d+ characters truncated\] \.\.\.$/.test(line)) return lines[index + 1] === "";
	return index === end - 1 && /^\.\.\. \[\d+ lines truncated\] \.\.\.$/.test(line);
}

/** The notices come in this order; each may be missing. */
function endAboveNotices(
	lines: readonly string[],
	from: number,
	below: number,
): { end: number; isUnfinished: boolean } {
	let end = below;
	for (const notice of UNFINISHED) if (end > from && notice.test(lines[end - 1] ?? "")) end--;
	const isUnfinished = end < below;
	if (end > from && lines[end - 1]?.startsWith("Shell cwd was reset to ")) end--;
	return { end, isUnfinished };
}

const UNFINISHED: readonly RegExp[] = [
	/^Command (?:running in background with ID: |was manually backgrounded |was moved to the background |did not complete within its )/,
	/^<error>Command was aborted before completion<\/error>$/,
];

/** Reminders come last, with empty lines between them. A reminder that is the whole result is its content. */
function endAboveReminders(lines: readonly string[]): number {
	const whole = unwrapNothing(lines).end;
	let end = whole;
	for (;;) {
		const above = endAboveBlanks(lines, end);
		// The token count may be alone or inside a reminder.
		const open = TOKENS.test(lines[above - 1] ?? "")
			? above - 1
			: blockAbove(lines, above, opensReminder, closesReminder);
		if (open === undefined || open === 0) return end === whole ? whole : above;
		end = open;
	}
}

const TOKENS = /^<total_tokens>.*<\/total_tokens>$/;

function opensReminder(line: string): boolean {
	return line.startsWith("<system-reminder>");
}

function closesReminder(line: string): boolean {
	return line.endsWith("</system-reminder>");
}

function endAboveBlanks(lines: readonly string[], below: number): number {
	let end = below;
	while (end > 0 && lines[end - 1] === "") end--;
	return end;
}

/** Whether a version is older than another. A version that begins with no number counts as the newest. */
export function isBefore(version: string, limit: string): boolean {
	const [own, other] = [numbersOf(version), numbersOf(limit)];
	if (own.length === 0) return false;
	const place = other.findIndex((number, index) => number !== (own[index] ?? 0));
	return place >= 0 && (own[place] ?? 0) < other[place]!;
}

function numbersOf(version: string): number[] {
	const numbers = /^v?(\d+(?:\.\d+)*)/.exec(version)?.[1];
	return numbers === undefined ? [] : numbers.split(".").map(Number);
}
