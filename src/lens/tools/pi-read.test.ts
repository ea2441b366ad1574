import { type Input, LONG, type Shown, type Silent, testRead } from "../../../contracts/read.ts";
import { piTools } from "./pi.ts";

const file: Input = { path: "src/clock.ts" };
const range: Input = { ...file, offset: 4, limit: 2 };

/** Texts without a notice, which are the same in all versions. */
const plain: readonly Shown[] = [
	["a whole file", file, "one\ntwo\n", "0+2 is 1 of all"],
	["a file without a final newline", file, "one\ntwo", "0+2 is 1 of all"],
	["blank lines at the end", file, "one\n\n\n", "0+3 is 1 of all"],
	["the rest of a file", { ...file, offset: 7 }, "a\nb\n", "0+2 is 7 of all"],
	["a range up to the end", range, "a\nb", "0+2 is 4 of 2"],
	["a range that ends early", { ...range, limit: 50 }, "a\nb\n", "0+2 is 4 of 50"],
	["lines with carriage returns", file, "a\r\nb\r\n", "0+2 is 1 of all"],
	["a list in brackets", file, "[\n1\n]\n", "0+3 is 1 of all"],
];

const notUnderstood: readonly Silent[] = [
	["no text", file, ""],
	["an image", file, "Read image file [image/png]"],
	["an image by its name", { path: "plot.webp" }, "a\nb"],
	["more lines than asked for", { ...file, limit: 2 }, "a\nb\nc\n"],
	["one line in brackets", file, "[pruned]"],
	["one tag", file, "<cleared/>"],
	["a call without a path", {}, "a\nb\n", "no file"],
	["a home that is not known", { path: "~/clock.ts" }, "a\nb\n", "no file"],
	["line 0", { ...file, offset: 0 }, "a\nb\n", "opaque"],
	["a number in words", { ...file, offset: "4" }, "a\nb\n", "opaque"],
	["fewer lines than none", { ...file, limit: -1 }, "a\nb\n", "opaque"],
];

const rest = (next: number): string => `... (9 more lines not shown. Use offset=${next} to continue reading)`;
const SHORT = "Some lines were truncated to 2000 characters for display";

testRead(
	"pi 0.7",
	piTools,
	"read",
	[
		...plain,
		["a range", range, `a\nb\n\n${rest(6)}`, "0+2 is 4 of 0"],
		["a range that ends in a blank line", range, `a\n\n\n${rest(6)}`, "0+2 is 4 of 0"],
		["as many lines as there is room for", file, `a\nb\nc\n\n${rest(4)}`, "0+3 is 1 of 0"],
		["a line as long as may be", { ...file, limit: 1 }, `${LONG}\n\n${rest(2)}`, "0+1 is 1 of 0"],
		["a notice in the middle, which is the file's", file, `a\n\n${rest(2)}\nb\n`, "0+4 is 1 of all"],
	],
	[
		...notUnderstood,
		["lines that were cut without a mark", file, `a\nb\n\n... (${SHORT})`],
		[
			"lines that were cut, and more to come",
			range,
			`a\nb\n\n... (${SHORT}. 9 more lines not shown. Use offset=6 to continue reading)`,
		],
		["a notice of other lines", range, `a\nb\n\n${rest(7)}`],
		["a notice with no blank line", range, `a\nb\nc\n${rest(6)}`],
		["a notice with no lines", file, `\n${rest(1)}`],
		["a notice in other words", file, "a\nb\n\n... (and so on)"],
	],
);

testRead(
	"pi 0.58 to 1.5.0",
	piTools,
	"read",
	[
		...plain,
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
		["a line longer than pi 0.7 would show", file, `${LONG}x\n`, "0+1 is 1 of all"],
		[
			"a notice that is not the last line",
			file,
			"a\n\n[9 more lines in file. Use offset=2 to continue.]\nb\n",
			"0+4 is 1 of all",
		],
	],
	[
		...notUnderstood,
		[
			"a line too long",
			file,
			"[Line 1 is 60.0KB, exceeds 50.0KB limit. Use bash: sed -n '1p' src/clock.ts | head -c 51200]",
		],
		["a notice of other lines", range, "a\nb\n\n[9 more lines in file. Use offset=7 to continue.]"],
		["a range that begins elsewhere", range, "a\nb\n\n[Showing lines 1-2 of 9. Use offset=3 to continue.]"],
		["a range that begins before, and ends well", range, "a\nb\n\n[Showing lines 1-5 of 9. Use offset=6 to continue.]"],
		["a notice that contradicts itself", file, "a\nb\n\n[Showing lines 1-2 of 9. Use offset=9 to continue.]"],
		["a notice with no blank line", range, "a\nb\nc\n[9 more lines in file. Use offset=6 to continue.]"],
		["a notice with no lines", file, "\n[Showing lines 1-0 of 9. Use offset=1 to continue.]"],
		["a notice in other words", file, "a\nb\n\n[Showing lines 1-2, more or less]"],
		["what an extension says instead", file, "[readcache: unchanged, 20 lines]\nmore"],
		["a path behind a sign", { path: "@src/clock.ts" }, "a\nb\n", "opaque"],
		["an address", { path: "file:///clock.ts" }, "a\nb\n", "opaque"],
		["a space that is none", { path: "two\u00a0words.ts" }, "a\nb\n", "opaque"],
	],
);
