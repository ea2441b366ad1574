import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens } from "../look.ts";
import { editLens, writeLens } from "../own/edit.ts";
import { wholeText } from "../result-text.ts";
import { searchLens } from "../search.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, ResultBody, ResultText, Tools } from "../types.ts";
import { NO_GUTTER, UNLIMITED } from "../views.ts";
import { geminiCliTools } from "./gemini-cli.ts";

/** Qwen Code's read_file: a whole file as it is, or a range below a head that says which lines. */
const qwenRead: Lens = fileLens({
	path: ({ file_path, absolute_path }) => file_path ?? absolute_path,
	// It counts an offset from 0, and `pages` is for documents.
	ask: ({ offset = 0, limit, pages }) =>
		typeof offset === "number" && pages === undefined ? lineRequest(offset + 1, limit) : undefined,
	find: findLines,
});

/** Qwen Code began as Gemini CLI, and puts the same things around results. */
export const qwenCodeTools: Tools = {
	lenses: {
		read_file: qwenRead,
		edit: editLens({
			path: "file_path",
			old: "old_string",
			text: "new_string",
			all: "replace_all",
			empty: "whole file",
		}),
		write_file: writeLens({ path: "file_path", text: "content" }),
		// There is a path before each hit.
		grep_search: searchLens,
		glob: askLens,
		list_directory: askLens,
		run_shell_command: shellLens({
			command: "command",
			directory: "directory",
			background: "is_background",
			trims: true,
			word: "Output: ",
			terminal: true,
		}),
		web_fetch: askLens,
	},
	unwrap: unwrapQwenCode,
};

/** Its requests have no sign of a failure but the text. A change counts as made only if the text says so. */
function unwrapQwenCode(lines: readonly string[], tool: string): ResultBody {
	if (CHANGING.has(tool) && !CHANGED.test(lines[0] ?? "")) return wholeText(lines, "cut");
	return geminiCliTools.unwrap(lines, tool);
}

const CHANGING: ReadonlySet<string> = new Set(["edit", "write_file"]);
const CHANGED = /^(?:The file: .* has been updated\.|(?:Created|Successfully \w+)\b)/;

const SHOWN_RANGE = /^Showing lines (\d+)-(\d+) of (\d+) total lines\.$/;
const RULE = "---";

/** A file that cannot be shown, or is not there, has a sentence instead; a request has no other sign of it. */
const INSTEAD = /^(?:File not found|Error|Cannot|Binary|Failed|Skipped|Path is|Invalid)\b|^\[/i;

function findLines(result: ResultText, { first, most }: LineRequest): readonly FileLines[] | undefined {
	const { lines, notes } = result;
	const [, from, last, total] = SHOWN_RANGE.exec(lines[0] ?? "")?.map(Number) ?? [];
	if (from === undefined || last === undefined) {
		const isOfFile = notes.size > 0 || (lines.length > 1 && !INSTEAD.test(lines[0]!));
		if (first !== 1 || most !== UNLIMITED || !isOfFile) return undefined;
		return [{ from: 0, count: lines.length, first, gutter: NO_GUTTER, room: UNLIMITED }];
	}
	const count = lines.length - HEAD;
	const isHead = lines[1] === "" && lines[2] === RULE && lines[3] === "" && from === first;
	// The host counts the empty string after the last newline, and may not show it.
	const missing = last - from + 1 - count;
	if (!isHead || count < 1 || (notes.size === 0 && missing !== 0 && missing !== 1)) return undefined;
	return [{ from: HEAD, count, first, gutter: NO_GUTTER, room: last === total ? UNLIMITED : 0 }];
}

/** The lines above those of the file. */
const HEAD = 4;
