import {
	careful,
	type Input,
	LONG,
	notice,
	PATH,
	reminder,
	type Shown,
	type Silent,
	testRead,
	toolsOf,
} from "../../../contracts/read.ts";
import { claudeCodeTools, readAnyGutter } from "./claude-code.ts";

type Number = (line: string, number: number) => string;

const columns: Number = (line, number) => `${String(number).padStart(6)}→${line}`;
const tabs: Number = (line, number) => `${number}\t${line}`;
const colons: Number = (line, number) => `${number}:${line}`;

const file: Input = { file_path: PATH };
const lines = (number: Number, first: number, ...all: string[]): string =>
	all.map((line, at) => number(line, first + at)).join("\n");

/** What every version shows after its own line numbers. */
const shownBy = (number: Number): readonly Shown[] => {
	const show = (first: number, ...all: string[]): string => lines(number, first, ...all);
	return [
		["a whole file", file, show(1, "one", "two", "three"), "0+3 is 1 of 2000"],
		["a final newline, which is a line", file, show(1, "one", "two", ""), "0+3 is 1 of 2000"],
		["nothing but newlines", file, show(1, "", ""), "0+2 is 1 of 2000"],
		["blank lines inside", file, show(1, "", "", "x", ""), "0+4 is 1 of 2000"],
		["tabs, arrows and colons in the lines", file, show(1, "\ta\tb", "a→b", "a: b"), "0+3 is 1 of 2000"],
		["lines that begin with numbers of their own", file, show(1, "7\tx", "8→y", "9:z"), "0+3 is 1 of 2000"],
		["the rest from an offset on", { ...file, offset: 7 }, show(7, "a", "b"), "0+2 is 7 of 2000"],
		["a range", { ...file, offset: 98, limit: 3 }, show(98, "a", "b", "c"), "0+3 is 98 of 3"],
		["a range that ends early", { ...file, offset: 98, limit: 9 }, show(98, "a", ""), "0+2 is 98 of 9"],
		["a limit alone", { ...file, limit: 2 }, show(1, "a", "b"), "0+2 is 1 of 2"],
		["large numbers", { ...file, offset: 123456, limit: 1 }, show(123456, "a"), "0+1 is 123456 of 1"],
		["a carriage return inside", file, show(1, "a\rb", ""), "0+2 is 1 of 2000"],
		["a path from the directory", { file_path: "src/clock.ts" }, show(1, "a"), "0+1 is 1 of 2000"],
		["a path on a drive", { file_path: "C:\\Work\\clock.ts" }, show(1, "a"), "0+1 is 1 of 2000"],
		["a last line as long as may be", file, show(1, "a", LONG.slice(number("", 2).length)), "0+2 is 1 of 2000"],
		["a limited read with a long end", { ...file, limit: 1 }, show(1, `${LONG}x`), "0+1 is 1 of 1"],
	];
};

/** Results of which no version may be believed. */
const silentBy = (number: Number): readonly Silent[] => {
	const show = (first: number, ...all: string[]): string => lines(number, first, ...all);
	return [
		["no text", file, ""],
		["an empty file", file, reminder("Warning: the file exists but the contents are empty.")],
		["lines without numbers", file, "one\ntwo"],
		["a line without a number among others", file, `${show(1, "a")}\nb\n${show(3, "c")}`],
		["something else behind", file, `${show(1, "a")}\n\nand so on`],
		["something else before", file, `See:\n${show(1, "a")}`],
		["a reminder that does not end", file, `${show(1, "a")}\n\n<system-reminder>\nBe`],
		["a notebook", { file_path: "plot.ipynb" }, show(1, "a", "b")],
		["an image", { file_path: "plot.PNG" }, show(1, "a", "b")],
		["an end that may be cut", file, show(1, "a", LONG.slice(number("", 2).length - 1))],
		["a number that no line has", file, number("a", 1_234_567_890_123_456)],
		["a cleared text", file, "[Old tool result content cleared]"],
		["numbers with another mark", file, "1| a\n2| b"],
		["a lone number", { ...file, offset: 4 }, "4"],
		["a file that is not there", file, "<tool_use_error>File does not exist.</tool_use_error>", "failed"],
		["a call without a path", {}, show(1, "a"), "no file"],
		["a home that is not known", { file_path: "~/clock.ts" }, show(1, "a"), "no file"],
		["a variable", { file_path: "$ROOT/clock.ts" }, show(1, "a"), "no file"],
		["line 0", { ...file, offset: 0 }, show(1, "a"), "opaque"],
		["a line before the first", { ...file, offset: -3 }, show(1, "a"), "opaque"],
		["half a line", { ...file, offset: 1.5 }, show(1, "a"), "opaque"],
		["a number in words", { ...file, offset: "7" }, show(7, "a"), "opaque"],
		["no lines asked for", { ...file, limit: 0 }, show(1, "a"), "opaque"],
		["a limit in words", { ...file, limit: "many" }, show(1, "a"), "opaque"],
		["a path that is no text", { file_path: ["a"] }, show(1, "a"), "no file"],
	];
};

const malware = `\n\n${reminder("\nWhenever you read a file, think of malware.\n")}\n`;
const shorter = "Warning: the file exists but is shorter than the provided offset (9). The file has 4 lines.";

testRead(
	"Claude Code up to 2.1.85",
	claudeCodeTools("2.1.85"),
	"Read",
	[
		...shownBy(columns),
		["a file with a reminder behind, as up to 2.1.50", file, lines(columns, 1, "a", "b") + malware, "0+2 is 1 of 2000"],
		["two reminders behind", file, lines(columns, 1, "a") + malware + careful, "0+1 is 1 of 2000"],
		["a blank end above a reminder", file, lines(columns, 1, "a", "") + malware, "0+2 is 1 of 2000"],
		["a last line that is a reminder", file, lines(columns, 1, "a", reminder("x")), "0+2 is 1 of 2000"],
		["numbers that fill their column", { ...file, offset: 99999 }, "\u002099999→a\n100000→b", "0+2 is 99999 of 2000"],
	],
	[
		...silentBy(columns),
		["an offset behind the end", { ...file, offset: 9 }, reminder(shorter)],
		["the numbers of later versions", file, lines(tabs, 1, "a", "b")],
		["the colons of later versions", file, lines(colons, 1, "a", "b")],
		["cells", file, '<cell id="c1">print(1)\nprint(2)</cell id="c1">'],
	],
);

testRead(
	"Claude Code since 2.1.86",
	claudeCodeTools("2.1.86"),
	"Read",
	[
		...shownBy(tabs),
		[
			"a page of a file too large",
			file,
			notice("showing lines 1-2 of 9 total") + lines(tabs, 1, "a", "b"),
			"2+2 is 1 of 0",
		],
		[
			"a page from an offset on",
			{ ...file, offset: 5 },
			notice("showing lines 5-6 of 9 total") + lines(tabs, 5, "a", "b"),
			"2+2 is 5 of 0",
		],
		[
			"a reminder before",
			file,
			`${reminder("This memory is old.")}\n\n${lines(tabs, 1, "a", "b")}`,
			"2+2 is 1 of 2000",
		],
		["a reminder behind", file, lines(tabs, 1, "a", "b") + careful, "0+2 is 1 of 2000"],
		[
			"a file of its last call: nothing, and nothing hidden",
			file,
			"File unchanged since last read. See above.",
			"left",
		],
		["the same in the words of 2.1.197", file, "Wasted call — file unchanged since your last Read. See above.", "left"],
	],
	[
		...silentBy(tabs),
		["a piece of a long line", file, notice("showing the first 9 of 99 characters") + lines(tabs, 1, "abc")],
		["pages of a document", { file_path: "plan.pdf", pages: "1-2" }, "PDF pages extracted: 2 page(s)"],
		["the words for an unchanged file below a line", file, `${lines(tabs, 1, "a")}\nFile unchanged since last read.`],
		[
			"a read that was cancelled beside another call",
			file,
			"<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>",
			"failed",
		],
	],
);

const tokens = `\n\n${reminder("\n<total_tokens>9 tokens left</total_tokens>\n")}`;

for (const [title, number] of [
	["Claude Code 2.1.325", tabs],
	["Claude Code 2.1.325, switched to colons", colons],
	["Claude Code 2.1.325, switched to columns", columns],
] as const)
	testRead(
		title,
		claudeCodeTools("2.1.325"),
		"Read",
		[
			...shownBy(number),
			["a last line that is a number", file, lines(number, 1, "a", "2"), "0+2 is 1 of 2000"],
			["a last line that lost its mark", file, `${lines(number, 1, "a", "b")}\n3`, "0+2 is 1 of 0"],
			["the same above what is left of the window", file, `${lines(number, 1, "a", "b")}\n3${tokens}`, "0+2 is 1 of 0"],
			["a blank line that kept it", file, lines(number, 1, "a", "") + tokens, "0+2 is 1 of 2000"],
		],
		[
			...silentBy(number),
			["an offset behind the end", { ...file, offset: 9 }, reminder(shorter)],
			["numbers of two kinds", file, `${lines(number, 1, "a")}\n2) b`],
			["something else below a lone number", file, `${lines(number, 1, "a")}\n2\nand so on`],
		],
	);

testRead("Claude Code of an unknown version", claudeCodeTools(""), "Read", shownBy(tabs), silentBy(tabs));

testRead(
	"Claude Code's Read, still wrapped",
	toolsOf(readAnyGutter),
	"read",
	[
		["a reminder behind", file, lines(tabs, 1, "a", "b") + careful, "0+2 is 1 of 2000"],
		["two reminders behind", file, lines(tabs, 1, "a") + careful + careful, "0+1 is 1 of 2000"],
		["tokens below a number", file, `${lines(tabs, 1, "a", "b")}\n3${tokens}`, "0+2 is 1 of 0"],
	],
	[["a reminder that does not begin", file, `${lines(tabs, 1, "a")}\n\nBe careful.\n</system-reminder>`]],
);
