import { describe, expect, test } from "bun:test";
import { type Input, said } from "../../../contracts/read.ts";
import { piRead } from "./pi.ts";

describe("pi", () => {
	const file = { path: "src/clock.ts" };
	const range = { ...file, offset: 4, limit: 2 };

	test.each<[string, Input, string, string]>([
		["a whole file", file, "one\ntwo\n", "0+2 is 1 of all"],
		["a file without a final newline", file, "one\ntwo", "0+2 is 1 of all"],
		["blank lines at the end", file, "one\n\n\n", "0+3 is 1 of all"],
		["a range", range, "a\nb\n\n[9 more lines in file. Use offset=6 to continue.]", "0+2 is 4 of 0"],
		[
			"a range that ends in a blank line",
			range,
			"a\n\n\n[9 more lines in file. Use offset=6 to continue.]",
			"0+2 is 4 of 0",
		],
		[
			"a range of one blank line",
			{ ...file, limit: 1 },
			"\n\n[1 more lines in file. Use offset=2 to continue.]",
			"0+1 is 1 of 0",
		],
		["the rest of a file", { ...file, offset: 7 }, "a\nb\n", "0+2 is 7 of all"],
		["a range up to the end", range, "a\nb", "0+2 is 4 of 2"],
		["a range that ends early", { ...range, limit: 50 }, "a\nb\n", "0+2 is 4 of 50"],
		[
			"as many lines as there is room for",
			file,
			"a\nb\n\n[Showing lines 1-2 of 9. Use offset=3 to continue.]",
			"0+2 is 1 of 0",
		],
		[
			"as many bytes",
			{ ...file, offset: 4 },
			"a\nb\n\n[Showing lines 4-5 of 9 (50.0KB limit). Use offset=6 to continue.]",
			"0+2 is 4 of 0",
		],
		[
			"an older notice",
			range,
			"a\nb\n\n... (9 more lines not shown. Use offset=6 to continue reading)",
			"0+2 is 4 of 0",
		],
		[
			"a notice that is not the last line",
			file,
			"a\n\n[9 more lines in file. Use offset=2 to continue.]\nb\n",
			"0+4 is 1 of all",
		],
		["lines with carriage returns", file, "a\r\nb\r\n", "0+2 is 1 of all"],
		["a list in brackets", file, "[\n1\n]\n", "0+3 is 1 of all"],
	])("says of %s what it shows", (_, input, text, expected) => {
		expect(said(piRead, input, text)).toBe(expected);
	});

	test.each<[string, Input, string]>([
		["no text", file, ""],
		["an image", file, "Read image file [image/png]"],
		["an image by its name", { path: "plot.webp" }, "a\nb"],
		[
			"a line too long",
			file,
			"[Line 1 is 60.0KB, exceeds 50.0KB limit. Use bash: sed -n '1p' src/clock.ts | head -c 51200]",
		],
		["a notice of other lines", range, "a\nb\n\n[9 more lines in file. Use offset=7 to continue.]"],
		["a range that begins elsewhere", range, "a\nb\n\n[Showing lines 1-2 of 9. Use offset=3 to continue.]"],
		["a notice that contradicts itself", file, "a\nb\n\n[Showing lines 1-2 of 9. Use offset=9 to continue.]"],
		["a notice with no blank line", range, "a\nb\nc\n[9 more lines in file. Use offset=6 to continue.]"],
		["a notice with no lines", file, "\n[Showing lines 1-0 of 9. Use offset=1 to continue.]"],
		["cut lines", file, "a\nb\n\n... (Some lines were truncated to 2000 characters for display)"],
		["a notice in other words", file, "a\nb\n\n[Showing lines 1-2, more or less]"],
		["more lines than asked for", { ...file, limit: 2 }, "a\nb\nc\n"],
		["what an extension says instead", file, "[readcache: unchanged, 20 lines]\nmore"],
		["one line in brackets", file, "[pruned]"],
		["one tag", file, "<cleared/>"],
	])("says nothing of %s", (_, input, text) => {
		expect(said(piRead, input, text)).toBe("opaque");
	});

	test.each<Input>([
		{},
		{ path: "~/clock.ts" },
		{ path: "@src/clock.ts" },
		{ path: "file:///clock.ts" },
		{ path: "two\u00a0words.ts" },
		{ ...file, offset: 0 },
		{ ...file, offset: "4" },
		{ ...file, limit: -1 },
	])("says nothing of a call with %j", (input) => {
		expect(said(piRead, input, "a\nb\n")).toBe("no file");
	});
});
