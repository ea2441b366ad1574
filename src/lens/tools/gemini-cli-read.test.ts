import { type Input, LONG, PATH, type Shown, type Silent, testRead, toolsOf } from "../../../contracts/read.ts";
import { geminiCliTools, geminiRead } from "./gemini-cli.ts";

const file: Input = { file_path: "src/clock.ts" };
const headed = (status: string, action: string, text: string): string =>
	`\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${status} total lines.\nAction: ${action}\n\n--- FILE CONTENT (truncated) ---\n${text}`;
const cut = `${LONG}... [truncated]`;

/** Whole files, which are the same in all versions. */
const whole: readonly Shown[] = [
	["a whole file", file, "one\ntwo\n", "0+2 is 1 of all"],
	["a file without a final newline", file, "one\ntwo", "0+2 is 1 of all"],
	["a blank line", file, "\n", "0+1 is 1 of all"],
	["blank lines at both ends", file, "\n\none\n\n\n", "0+5 is 1 of all"],
	["a list in brackets", file, "[\n1\n]\n", "0+3 is 1 of all"],
];

const notUnderstood: readonly Silent[] = [
	["no text", file, ""],
	["an image", file, "Binary content provided (1 item(s))."],
	["a binary file", file, "Cannot display content of binary file: clock.bin"],
	["a notebook", { file_path: "plot.ipynb" }, "{}\n"],
	["one line in brackets", file, "[cleared]"],
	["a masked text", file, "<tool_output_masked>\nhead\n</tool_output_masked>"],
	["a call without a path", {}, "a\nb\n", "no file"],
	["a home that is not known", { file_path: "~/clock.ts" }, "a\nb\n", "no file"],
];

const page = (status: string, text: string): string => headed(status, "Use the 'offset' and 'limit' parameters.", text);
const from = (offset: number, limit?: number): Input => ({ absolute_path: PATH, offset, limit });

testRead(
	"Gemini CLI that counts from an offset",
	geminiCliTools,
	"read_file",
	[
		...whole,
		["a range", from(3, 2), page("4-5 of 9", "a\nb"), "6+2 is 4 of 0"],
		["a range that ends in a blank line", from(3, 2), page("4-5 of 9", "a\n"), "6+1 is 4 of 0"],
		["a range up to the end", from(3, 50), page("4-6 of 6", "a\nb\n"), "6+2 is 4 of all"],
		["a range that holds the whole file", from(0, 9), "a\nb\n", "0+2 is 1 of all"],
		["as many lines as there is room for", { absolute_path: PATH }, page("1-3 of 9", "a\nb\nc"), "6+3 is 1 of 0"],
		["a long line as it is shown", file, page("1-4 of 4", `a\n${cut}\nb\n`), "6+3 is 1 of all"],
		["a page whose file speaks of pages", from(3, 7), page("4-10 of 19", page("1-2 of 9", "a")), "6+7 is 4 of 0"],
	],
	[
		...notUnderstood,
		["a page of the first versions", from(0, 2), "[File content truncated: showing lines 1-2 of 9 total lines.]\na\nb"],
		[
			"long lines of the first versions",
			file,
			`[File content partially truncated: some lines exceeded 2000 characters.]\n${cut}`,
		],
		["an end of the first versions, which has no head", from(3, 9), "a\nb\n"],
		["another range than asked for", from(3, 2), page("3-4 of 9", "a\nb")],
		["fewer lines than the head tells of", from(3, 9), page("4-9 of 9", "a\nb")],
		["more lines than asked for", from(0, 2), "a\nb\nc\n"],
		["an offset before the file", from(-2, 9), "a\nb\n", "opaque"],
		["a limit in words", { absolute_path: PATH, offset: 0, limit: "9" }, "a\nb\n", "opaque"],
	],
);

const range = (status: string, text: string): string => headed(status, "Use 'start_line' and 'end_line'.", text);
const context = "\n\n--- Newly Discovered Project Context ---\nBe kind.\n--- End Project Context ---";

testRead(
	"Gemini CLI 0.61",
	geminiCliTools,
	"read_file",
	[
		...whole,
		["a range that holds the whole file", { ...file, start_line: 1, end_line: 99 }, "one\ntwo\n", "0+2 is 1 of all"],
		["a range", { ...file, start_line: 4, end_line: 5 }, range("4-5 of 9", "a\nb"), "6+2 is 4 of 0"],
		[
			"a range that ends in a blank line",
			{ ...file, start_line: 4, end_line: 5 },
			range("4-5 of 9", "a\n"),
			"6+1 is 4 of 0",
		],
		["a range up to the end", { ...file, start_line: 4 }, range("4-6 of 6", "a\nb\n"), "6+2 is 4 of all"],
		["the first lines", { ...file, end_line: 2 }, range("1-2 of 9", "a\nb"), "6+2 is 1 of 0"],
		["as many lines as there is room for", file, range("1-3 of 9", "a\nb\nc"), "6+3 is 1 of 0"],
		["a long line as it is shown", file, range("1-5 of 5", `a\n${cut}\nb\nc\n`), "6+4 is 1 of all"],
		["a range as long as the file", { ...file, end_line: 2 }, "one\ntwo\n", "0+2 is 1 of all"],
		[
			"a line that ends as if it were cut",
			{ ...file, end_line: 1 },
			range("1-1 of 2", "a... [truncated]"),
			"6+1 is 1 of 0",
		],
		["a line just short enough", { ...file, end_line: 1 }, range("1-1 of 2", LONG), "6+1 is 1 of 0"],
		["context behind", file, `one\ntwo\n${context}`, "0+2 is 1 of all"],
		["context behind no newline", file, `one\ntwo${context}`, "0+2 is 1 of all"],
		["context behind a range", { ...file, start_line: 4 }, range("4-5 of 5", `a\n${context}`), "6+1 is 4 of all"],
	],
	[
		...notUnderstood,
		["a range without its head", { ...file, start_line: 4 }, "a\nb\n"],
		["another range than asked for", { ...file, start_line: 4 }, range("5-6 of 9", "a\nb")],
		["more lines than the head tells of", file, range("1-2 of 9", "a\nb\nc")],
		["fewer lines than the head tells of", file, range("1-9 of 9", "a\nb\nc")],
		["a range behind the end", { ...file, start_line: 9 }, range("5-4 of 4", "")],
		["a head that begins with another line", file, `a${range("1-2 of 9", "a\nb")}`],
		["a head in other words", file, range("1-2 of 9", "a\nb").replace("IMPORTANT", "Note")],
		["a head with another rule", file, range("1-2 of 9", "a\nb").replace("(truncated) ---", "---")],
		["a head somewhere else", file, `a\n${range("1-2 of 9", "a\nb")}`],
		["more lines than asked for", { ...file, end_line: 2 }, "a\nb\nc\n"],
		["what a hook adds", file, "a\nb\n\n<hook_context>hello</hook_context>"],
		[
			"arguments that a hook changed",
			file,
			"a\n\n[System] Tool input parameters (file_path) were modified by a hook before execution.",
		],
		["the end of context without its beginning", file, "a\n--- End Project Context ---"],
		["context below no empty line", file, `one\ntwo${context.slice(1)}`],
		["context twice", file, `a\n${context}${context}`],
		["line 0", { ...file, start_line: 0 }, "a\nb\n", "opaque"],
		["a number in words", { ...file, start_line: "2" }, "a\nb\n", "opaque"],
		["a range that goes back", { ...file, start_line: 3, end_line: 2 }, "a\nb\n", "opaque"],
	],
);

testRead(
	"Gemini CLI's read_file, still wrapped",
	toolsOf(geminiRead),
	"read",
	[["a whole file", file, "one\ntwo\n", "0+2 is 1 of all"]],
	[
		["what a hook adds", file, "a\nb\n\n<hook_context>hello</hook_context>"],
		["arguments that a hook changed", file, "a\n\n[System] Tool input parameters (file_path) were modified by a hook."],
	],
);
