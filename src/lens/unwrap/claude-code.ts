import { unwrapNothing } from "../page.ts";
import type { Content } from "../types.ts";
import { blockAbove, noLines, onlyLine, wholeText } from "./trim.ts";

/** Takes off what Claude Code puts around the result of a tool. */
export function unwrapClaudeCode(lines: readonly string[], tool: string): Content {
	const [first = ""] = lines;
	if (PREVIEW.test(first) || GONE.test(onlyLine(lines) ?? "")) return wholeText(lines, "cut");
	if (isRefusal(lines)) return wholeText(lines, "failed");
	if (onlyLine(lines) === `(${tool} completed with no output)`) return noLines(lines);
	if (SHELLS.has(tool)) return unwrapShell(lines);
	return { from: 0, end: endAboveReminders(lines), outcome: "done" };
}

const SHELLS: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);

/** The text went into a file, and its beginning stands here at most. */
const PREVIEW = /^<(?:persisted|truncated)-output>|^(?:Error: result|MCP tool) .*exceeds maximum allowed tokens/;

/** Nobody knows here what the call did or showed. */
const GONE =
	/^\[(?:Old tool result content cleared\]|Tool result missing|Tool call did not complete|Request interrupted)/;

const REFUSED = /^The user doesn't want to (?:proceed with this tool use|take this action)/;

function isRefusal(lines: readonly string[]): boolean {
	const [first = ""] = lines;
	if (REFUSED.test(first)) return true;
	return first.startsWith("<tool_use_error>") && lines.some((line) => line.includes("</tool_use_error>"));
}

function unwrapShell(lines: readonly string[]): Content {
	const { end } = unwrapNothing(lines);
	const from = EXIT.test(lines[0] ?? "") ? 1 : 0;
	const isCut = lines.some((line, index) => isGap(lines, index, line, from, end));
	// A command may print what looks like a reminder, so it cannot be said where the output ends.
	if (isCut || endAboveReminders(lines) < end) return { from, end, outcome: "cut" };
	const below = endAboveNotices(lines, from, end);
	return { from, end: below.end, outcome: from > 0 || below.isUnfinished ? "failed" : "done" };
}

const EXIT = /^Exit code -?\d+$/;

/** A failing command's text is cut in the middle; older versions cut the end of any command's text. */
function isGap(lines: readonly string[], index: number, line: string, from: number, end: number): boolean {
	if (!line.startsWith("... [") || lines[index - 1] !== "") return false;
	if (from > 0 && /^\.\.\. \[\d+ characters truncated\] \.\.\.$/.test(line)) return lines[index + 1] === "";
	return index === end - 1 && /^\.\.\. \[\d+ lines truncated\] \.\.\.$/.test(line);
}

/** The notices stand in this order; each may be missing. */
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

/** Reminders stand at the end, one below the other, with empty lines between. One that is all of the text is its content. */
function endAboveReminders(lines: readonly string[]): number {
	const whole = unwrapNothing(lines).end;
	let end = whole;
	for (;;) {
		const above = endAboveBlanks(lines, end);
		// The count of tokens may stand alone or inside a reminder.
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
