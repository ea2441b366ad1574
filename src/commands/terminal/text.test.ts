import { describe, expect, test } from "bun:test";
import { brokenTo, cutStartTo, cutTo, paddedTo, shownLine, widthOf } from "./text.ts";

describe("the width of a text", () => {
	test.each([
		["", 0],
		["const a = 1;", 12],
		["…·│", 3],
		["日本語", 6],
		["ｆｕｌｌ", 8],
		["한국", 4],
		["🎉 done", 7],
		["👩‍👩‍👧", 2],
		["❤️", 2],
		["é", 1],
		["e\u0301", 1],
		["a\u200bb", 2],
	])("of %j is %i", (text, width) => {
		expect(widthOf(text)).toBe(width);
	});
});

describe("a line of any text", () => {
	test.each([
		["red \u001b[31mtext", "red \\u001b[31mtext"],
		["a title \u001b]0;x\u0007", "a title \\u001b]0;x\\u0007"],
		["one byte for all that \u009b31m", "one byte for all that \\u009b31m"],
		["written backwards \u202e", "written backwards \\u202e"],
		["over\rwritten", "over\\u000dwritten"],
	])("does not steer the terminal: %j", (line, shown) => {
		expect(shownLine(line)).toBe(shown);
	});

	test("has blanks up to the next stop for its tabs, and no sign for how it ends", () => {
		expect(shownLine("1\ta\t\tb\r")).toBe("1   a       b");
		expect(shownLine("日\tx")).toBe("日  x");
	});
});

test.each([
	["const a = 1;", 12, "const a = 1;"],
	["const a = 1;", 8, "const a…"],
	["日本語です", 6, "日本…"],
	["日本語です", 10, "日本語です"],
	["👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 4, "👩‍👩‍👧…"],
])("%j is cut to %i columns", (text, width, cut) => {
	expect(cutTo(text, width)).toBe(cut);
	expect(widthOf(cut)).toBeLessThanOrEqual(width);
});

test.each([
	["src/a.ts", 8, "src/a.ts"],
	["src/lib/a.ts", 8, "…ib/a.ts"],
	["文書/日本語.md", 9, "…本語.md"],
])("of %j the end is left in %i columns", (text, width, cut) => {
	expect(cutStartTo(text, width)).toBe(cut);
	expect(widthOf(cut)).toBeLessThanOrEqual(width);
});

test("blanks fill up what letters leave", () => {
	expect(paddedTo("日", 4)).toBe("日  ");
	expect(paddedTo("long", 2)).toBe("long");
});

test.each([
	["one two three", 7, ["one two", "three"]],
	["a-very-long-word and more", 6, ["a-very", "-long-", "word", "and", "more"]],
	["日本語 です", 4, ["日本", "語", "です"]],
	["", 4, [""]],
])("%j is broken into lines of %i columns", (text, width, lines) => {
	expect(brokenTo(text, width)).toEqual(lines);
});
