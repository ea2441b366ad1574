import { describe, expect, test } from "bun:test";
import { careful, type Input, LONG, notice, PATH, reminder, said } from "../../../contracts/read.ts";
import { claudeCodeRead } from "./claude-code.ts";

const tokens = `\n\n${reminder("\n<total_tokens>9 tokens left</total_tokens>\n")}`;

describe.each([
	["2.1.5", (lines: string[], first: number) => lines.map((line, at) => `${String(first + at).padStart(6)}→${line}`)],
	["2.1.86", (lines: string[], first: number) => lines.map((line, at) => `${first + at}\t${line}`)],
	["2.1.325", (lines: string[], first: number) => lines.map((line, at) => `${first + at}:${line}`)],
	["2.1.325", (lines: string[], first: number) => lines.map((line, at) => `${String(first + at).padStart(6)}→${line}`)],
	["unknown", (lines: string[], first: number) => lines.map((line, at) => `${first + at}\t${line}`)],
])("Claude Code %s", (version, gutter) => {
	const lens = claudeCodeRead(version);
	const file = { file_path: PATH };
	const shown = (first: number, ...lines: string[]): string => gutter(lines, first).join("\n");

	test.each<[string, Input, string, string]>([
		["a whole file", file, shown(1, "one", "two", "three"), "0+3 is 1 of 2000"],
		["a final newline is a line", file, shown(1, "one", "two", ""), "0+3 is 1 of 2000"],
		["nothing but newlines", file, shown(1, "", ""), "0+2 is 1 of 2000"],
		["blank lines inside", file, shown(1, "", "", "x", ""), "0+4 is 1 of 2000"],
		["tabs, arrows and colons in the lines", file, shown(1, "\ta\tb", "a→b", "a: b"), "0+3 is 1 of 2000"],
		["from an offset on", { ...file, offset: 7 }, shown(7, "a", "b"), "0+2 is 7 of 2000"],
		["a range", { ...file, offset: 98, limit: 3 }, shown(98, "a", "b", "c"), "0+3 is 98 of 3"],
		["a range that ends early", { ...file, offset: 98, limit: 9 }, shown(98, "a", ""), "0+2 is 98 of 9"],
		["a limit alone", { ...file, limit: 2 }, shown(1, "a", "b"), "0+2 is 1 of 2"],
		["large numbers", { ...file, offset: 123456, limit: 1 }, shown(123456, "a"), "0+1 is 123456 of 1"],
		["a carriage return inside", file, shown(1, "a\rb", ""), "0+2 is 1 of 2000"],
		["a reminder behind", file, shown(1, "a", "b") + careful, "0+2 is 1 of 2000"],
		["two reminders behind", file, shown(1, "a") + careful + careful, "0+1 is 1 of 2000"],
		["a reminder before", file, `${reminder("Old news.")}\n\n${shown(1, "a", "b")}`, "2+2 is 1 of 2000"],
		["a page of a file too large", file, notice("showing lines 1-2 of 9 total") + shown(1, "a", "b"), "2+2 is 1 of 0"],
		["a last line that is a number", file, shown(1, "a", "2"), "0+2 is 1 of 2000"],
		["a last line that lost its mark", file, `${shown(1, "a", "b")}\n3`, "0+2 is 1 of 0"],
		["the same before a reminder", file, `${shown(1, "a", "b")}\n3${tokens}`, "0+2 is 1 of 0"],
		["a file of its last call", file, "Wasted call — file unchanged since your last Read. See above.", ""],
		["the same in older words", file, "File unchanged since last read. See above.", ""],
		["a path from the directory", { file_path: "src/clock.ts" }, shown(1, "a"), "0+1 is 1 of 2000"],
		["a path on a drive", { file_path: "C:\\Work\\clock.ts" }, shown(1, "a"), "0+1 is 1 of 2000"],
		["a limited read with a long end", { ...file, limit: 1 }, shown(1, `${LONG}x`), "0+1 is 1 of 1"],
	])("says of %s what it shows", (_, input, text, expected) => {
		expect(said(lens, input, text)).toBe(expected);
	});

	test.each<[string, Input, string]>([
		["no text", file, ""],
		["an empty file", file, reminder("Warning: the file exists but the contents are empty.")],
		["an offset behind the end", { ...file, offset: 9 }, reminder("Warning: the file is shorter than that.")],
		["lines without numbers", file, "one\ntwo"],
		["a line without a number among others", file, `${shown(1, "a")}\nb\n${shown(3, "c")}`],
		["something else behind", file, `${shown(1, "a")}\n\nand so on`],
		["something else before", file, `See:\n${shown(1, "a")}`],
		["a reminder that does not end", file, `${shown(1, "a")}\n\n<system-reminder>\nBe`],
		["a notebook", { file_path: "plot.ipynb" }, shown(1, "a", "b")],
		["an image", { file_path: "plot.PNG" }, shown(1, "a", "b")],
		["pages of a document", { file_path: "plan.pdf", pages: "1-2" }, "PDF pages extracted: 2 page(s)"],
		["cells", file, '<cell id="c1">print(1)\nprint(2)</cell id="c1">'],
		["a piece of a long line", file, notice("showing the first 9 of 99 characters") + shown(1, "abc")],
		["an end that may be cut", file, shown(1, "a", `${LONG}x`)],
		["what a host left of an old text", file, "[Old tool result content cleared]"],
		["numbers with another mark", file, "1| a\n2| b"],
		["a lone number", { ...file, offset: 4 }, "4"],
	])("says nothing of %s", (_, input, text) => {
		expect(said(lens, input, text)).toBe("opaque");
	});

	test.each<[string, Input]>([
		["no path", {}],
		["an unknown home", { file_path: "~/clock.ts" }],
		["a variable", { file_path: "$ROOT/clock.ts" }],
		["line 0", { ...file, offset: 0 }],
		["a negative line", { ...file, offset: -3 }],
		["half a line", { ...file, offset: 1.5 }],
		["a number in words", { ...file, offset: "7" }],
		["no lines", { ...file, limit: 0 }],
		["a limit in words", { ...file, limit: "many" }],
		["a path that is no text", { file_path: ["a"] }],
	])("says nothing of a call with %s", (_, input) => {
		expect(said(lens, input, shown(1, "a"))).toBe("no file");
	});
});

test("a gutter that a version of Claude Code does not have is not believed", () => {
	expect(said(claudeCodeRead("2.1.85"), { file_path: PATH }, "1\ta\n2\tb")).toBe("opaque");
});
