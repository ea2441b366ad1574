import { type Input, PATH, type Silent, testRead } from "../../../contracts/read.ts";
import { copilotCliTools } from "./copilot-cli.ts";

const file: Input = { path: PATH };
const more = (next: number): string =>
	`\n\n[Output truncated. Use view_range=[${next}, ...] to continue reading. You may batch this. File has at least 99 lines.]`;

const notUnderstood: readonly Silent[] = [
	["a call without a path", {}, "1. a", "no file"],
	["a range from line 0 on", { path: "clock.ts", view_range: [0, 3] }, "1. a\n2. b\n3. c", "opaque"],
	["half a range", { ...file, view_range: [4] }, "4. a", "opaque"],
	["a range of three numbers", { ...file, view_range: [4, 5, 6] }, "4. a\n5. b", "opaque"],
	["a range that goes back", { ...file, view_range: [5, 4] }, "4. a\n5. b", "opaque"],
	["a range in words", { ...file, view_range: "4-5" }, "4. a\n5. b", "opaque"],
	["numbers in words", { ...file, view_range: ["4", "5"] }, "4. a\n5. b", "opaque"],
	["one number in words", { ...file, view_range: [4, "5"] }, "4. a\n5. b", "opaque"],
];

testRead(
	"Copilot CLI 1.0.40 and 1.0.64",
	copilotCliTools,
	"view",
	[
		["a whole file", file, "1. a\n2. b\n3. ", "0+3 is 1 of all"],
		["a range", { ...file, view_range: [98, 100] }, "98. a\n99. b\n100. c", "0+3 is 98 of 3"],
		["a range that ends early", { ...file, view_range: [4, 50] }, "4. a\n5. ", "0+2 is 4 of 47"],
		["a range up to the end", { ...file, view_range: [4, -1] }, "4. a\n5. b", "0+2 is 4 of all"],
		["one line", { ...file, view_range: [4, 4] }, "4. a", "0+1 is 4 of 1"],
		["no range, said so", { ...file, view_range: null }, "1. a\n2. b", "0+2 is 1 of all"],
		["blank lines", file, "1. \n2. \n3. ", "0+3 is 1 of all"],
		["tabs before the text", file, "1. \tfor (;;) {\n2. \t}", "0+2 is 1 of all"],
		["as much as there is room for", file, `1. a\n2. b${more(3)}`, "0+2 is 1 of 0"],
		["the same in a range", { ...file, view_range: [4, 50] }, `4. a\n5. b${more(6)}`, "0+2 is 4 of 0"],
		["a list of numbers", file, "1. 1. one\n2. 2. two", "0+2 is 1 of all"],
		["a notice of the file's own", file, "1. a\n2. [Output truncated.", "0+2 is 1 of all"],
		["a path from the directory", { path: "src/clock.ts" }, "1. a", "0+1 is 1 of all"],
	],
	[
		...notUnderstood,
		["no text", file, ""],
		["a directory", { ...file, view_range: [1, 200] }, "commands\nconstants.ts\nutils"],
		["a file too large", file, "File too large to read at once (42.1 KB). Consider using view_range."],
		["a file that is not there", file, "Path does not exist"],
		["other lines than asked for", { ...file, view_range: [4, 5] }, "1. a\n2. b"],
		["more lines than asked for", { ...file, view_range: [4, 5] }, "4. a\n5. b\n6. c"],
		["a notice of other lines", file, `1. a\n2. b${more(9)}`],
		[
			"a notice with no blank line",
			file,
			"1. a\n2. b\n[Output truncated. Use view_range=[2, ...] to continue reading.]",
		],
		["a piece of a long line", file, "1. abc\n\n[Output truncated. File may be a single long line.]"],
		["another gutter", file, "1: a\n2: b"],
		["an image", { path: "plot.jpg" }, "1. a"],
		["a notice alone", file, `${more(1)}`],
		["a text kept in a file", file, "Output too large to read at once (27.2 KB). Saved to: /tmp/x\n\n1. a\n2. b"],
	],
);

const view: Input = { command: "view", path: PATH };

testRead(
	"Copilot CLI with one tool for everything",
	copilotCliTools,
	"str_replace_editor",
	[
		["a whole file", view, "1. a\n2. b", "0+2 is 1 of all"],
		["a range", { ...view, view_range: [4, 5] }, "4. a\n5. b", "0+2 is 4 of 2"],
		["a range up to the end", { ...view, view_range: [4, -1] }, "4. a", "0+1 is 4 of all"],
	],
	[
		["a directory", view, "clock.ts\ndial.ts"],
		["lines of another range", { ...view, view_range: [4, 5] }, "5. b"],
		["a view that is asked for in no words", { path: PATH }, "1. a\n2. b"],
	],
);
