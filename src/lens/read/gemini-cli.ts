import { NO_GUTTER, UNLIMITED } from "../text.ts";
import type { Lens, Page, ToolCall } from "../types.ts";
import { type Asked, askedFor, type Found, fileLens } from "./file.ts";

/** Gemini CLI's read_file: a whole file as it is, less than that under a head that says which lines. */
export const geminiRead: Lens = fileLens({
	path: ({ file_path, absolute_path }) => file_path ?? absolute_path,
	ask: askedRange,
	find: findLines,
});

/** Older versions count an offset from 0. */
function askedRange({ start_line, end_line, offset, limit }: ToolCall["input"]): Asked | undefined {
	if (typeof offset === "number") return askedFor(offset + 1, limit);
	const asked = askedFor(start_line, end_line);
	return asked && asked.most >= asked.first ? { first: asked.first, most: asked.most - asked.first + 1 } : undefined;
}

/** Texts that stand in place of the lines. */
const INSTEAD = /^(?:Binary content provided|Cannot display content of |\[File content |<tool_output_masked>)/;

function findLines(page: Page, { first, most }: Asked): readonly Found[] | undefined {
	const { lines, notes } = page;
	const end = endOf(lines);
	if (end === undefined || end === 0 || INSTEAD.test(lines[0]!)) return undefined;
	const isOriginal = notes.size === 0;
	const head = headOf(lines);
	if (!head) {
		const isDoubtful = isOriginal && (end > most || (end === 1 && /^[[<].*[\]>]$/.test(lines[0]!)));
		if (first !== 1 || isDoubtful || lines.includes(HEAD) || lines.includes(RULE)) return undefined;
		return [{ from: 0, count: end, first, gutter: NO_GUTTER, room: UNLIMITED }];
	}
	// A last line that is blank looks like the end of the one before, and is not counted.
	const missing = head.last - head.first + 1 - (end - head.from);
	if (head.first !== first || end <= head.from || (isOriginal && missing !== 0 && missing !== 1)) return undefined;
	const room = head.last === head.total ? UNLIMITED : 0;
	return [{ from: head.from, count: end - head.from, first, gutter: NO_GUTTER, room }];
}

const CONTEXT = "--- Newly Discovered Project Context ---";
const CONTEXT_END = "--- End Project Context ---";

/** Where the file's lines end: before what the host has found to say besides. Undefined where that is not sure. */
function endOf(lines: readonly string[]): number | undefined {
	const bottom = lines.at(-1) ?? "";
	if (bottom.endsWith("</hook_context>") || bottom.startsWith("[System] Tool input parameters")) return undefined;
	if (bottom !== CONTEXT_END) return lines.length;
	const context = lines.indexOf(CONTEXT);
	if (context < 1 || lines[context - 1] !== "" || lines.indexOf(CONTEXT, context + 1) >= 0) return undefined;
	return context - (lines[context - 2] === "" ? 2 : 1);
}

const HEAD = "IMPORTANT: The file content has been truncated.";
const RULE = "--- FILE CONTENT (truncated) ---";
const STATUS = /^Status: Showing lines (\d+)-(\d+) of (\d+) total lines\.$/;

type Head = { readonly from: number; readonly first: number; readonly last: number; readonly total: number };

/** A blank line, what has happened, which lines are shown, how to see more, a blank line, and a rule. */
function headOf(lines: readonly string[]): Head | undefined {
	const [first, last, total] =
		STATUS.exec(lines[2] ?? "")
			?.slice(1)
			.map(Number) ?? [];
	if (first === undefined || last === undefined || total === undefined) return undefined;
	const isHead = lines[0] === "" && lines[1] === HEAD && lines[5] === RULE;
	return isHead ? { from: 6, first, last, total } : undefined;
}
