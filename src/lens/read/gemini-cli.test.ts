import { describe, expect, test } from "bun:test";
import { type Input, LONG, PATH, said } from "../../../contracts/read.ts";
import { geminiRead } from "./gemini-cli.ts";

describe("Gemini CLI", () => {
	const file = { file_path: "src/clock.ts" };
	const head = (status: string): string =>
		`\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${status} total lines.\nAction: Ask.\n\n--- FILE CONTENT (truncated) ---\n`;
	const context = "\n\n--- Newly Discovered Project Context ---\nBe kind.\n--- End Project Context ---";
	const cut = `${LONG}... [truncated]`;

	test.each<[string, Input, string, string]>([
		["a whole file", file, "one\ntwo\n", "0+2 is 1 of all"],
		["a file without a final newline", file, "one\ntwo", "0+2 is 1 of all"],
		["a blank line", file, "\n", "0+1 is 1 of all"],
		["a range that holds the whole file", { ...file, start_line: 1, end_line: 99 }, "one\ntwo\n", "0+2 is 1 of all"],
		["a range", { ...file, start_line: 4, end_line: 5 }, `${head("4-5 of 9")}a\nb`, "6+2 is 4 of 0"],
		[
			"a range that ends in a blank line",
			{ ...file, start_line: 4, end_line: 5 },
			`${head("4-5 of 9")}a\n`,
			"6+1 is 4 of 0",
		],
		["a range up to the end", { ...file, start_line: 4 }, `${head("4-6 of 6")}a\nb\n`, "6+2 is 4 of all"],
		["the first lines", { ...file, end_line: 2 }, `${head("1-2 of 9")}a\nb`, "6+2 is 1 of 0"],
		["as many lines as there is room for", file, `${head("1-3 of 9")}a\nb\nc`, "6+3 is 1 of 0"],
		[
			"a long line, which stands outside",
			file,
			`${head("1-5 of 5")}a\n${cut}\nb\nc\n`,
			"6+1 is 1 of 0; 8+2 is 3 of all",
		],
		["a line just short enough", { ...file, end_line: 1 }, `${head("1-1 of 2")}${LONG}`, "6+1 is 1 of 0"],
		["context behind", file, `one\ntwo\n${context}`, "0+2 is 1 of all"],
		["context behind no newline", file, `one\ntwo${context}`, "0+2 is 1 of all"],
		["context behind a range", { ...file, start_line: 4 }, `${head("4-5 of 5")}a\n${context}`, "6+1 is 4 of all"],
		["an older call", { absolute_path: PATH, offset: 3, limit: 2 }, `${head("4-5 of 9")}a\nb`, "6+2 is 4 of 0"],
		["an older call from the start", { absolute_path: PATH, offset: 0, limit: 9 }, "a\nb\n", "0+2 is 1 of all"],
	])("says of %s what it shows", (_, input, text, expected) => {
		expect(said(geminiRead, input, text)).toBe(expected);
	});

	test.each<[string, Input, string]>([
		["no text", file, ""],
		["an image", file, "Binary content provided (1 item(s))."],
		["a binary file", file, "Cannot display content of binary file: clock.bin"],
		["a notebook", { file_path: "plot.ipynb" }, "{}\n"],
		["an older notice", file, "[File content truncated: showing lines 1-2 of 9 total lines.]\na\nb"],
		["a masked text", file, "<tool_output_masked>\nhead\n</tool_output_masked>"],
		["a range without its head", { ...file, start_line: 4 }, "a\nb\n"],
		["another range than asked for", { ...file, start_line: 4 }, `${head("5-6 of 9")}a\nb`],
		["more lines than the head tells of", file, `${head("1-2 of 9")}a\nb\nc`],
		["fewer lines than the head tells of", file, `${head("1-9 of 9")}a\nb\nc`],
		["a range behind the end", { ...file, start_line: 9 }, head("5-4 of 4")],
		["a head somewhere else", file, `a\n${head("1-2 of 9")}a\nb`],
		["more lines than asked for", { ...file, end_line: 2 }, "a\nb\nc\n"],
		["what a hook adds", file, "a\nb\n\n<hook_context>hello</hook_context>"],
		["arguments that a hook changed", file, "a\n\n[System] Tool input parameters (file_path) were modified by a hook."],
		["context twice", file, `a\n${context}${context}`],
		["one line in brackets", file, "[cleared]"],
	])("says nothing of %s", (_, input, text) => {
		expect(said(geminiRead, input, text)).toBe("opaque");
	});

	test.each<Input>([
		{},
		{ file_path: "~/clock.ts" },
		{ ...file, start_line: 0 },
		{ ...file, start_line: "2" },
		{ ...file, start_line: 3, end_line: 2 },
		{ ...file, offset: -2 },
	])("says nothing of a call with %j", (input) => {
		expect(said(geminiRead, input, "a\nb\n")).toBe("no file");
	});
});
