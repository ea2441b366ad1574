import { describe, expect, test } from "bun:test";
import { type Input, PATH, said } from "../../../contracts/read.ts";
import { copilotView } from "./copilot-cli.ts";

describe("Copilot CLI", () => {
	const file = { path: PATH };
	const more = (next: number): string =>
		`\n\n[Output truncated. Use view_range=[${next}, ...] to continue reading. File has at least 99 lines.]`;

	test.each<[string, Input, string, string]>([
		["a whole file", file, "1. a\n2. b\n3. ", "0+3 is 1 of all"],
		["a range", { ...file, view_range: [98, 100] }, "98. a\n99. b\n100. c", "0+3 is 98 of 3"],
		["a range that ends early", { ...file, view_range: [4, 50] }, "4. a\n5. ", "0+2 is 4 of 47"],
		["a range up to the end", { ...file, view_range: [4, -1] }, "4. a\n5. b", "0+2 is 4 of all"],
		["one line", { ...file, view_range: [4, 4] }, "4. a", "0+1 is 4 of 1"],
		["blank lines", file, "1. \n2. \n3. ", "0+3 is 1 of all"],
		["as much as there is room for", file, `1. a\n2. b${more(3)}`, "0+2 is 1 of 0"],
		["the same in a range", { ...file, view_range: [4, 50] }, `4. a\n5. b${more(6)}`, "0+2 is 4 of 0"],
		["a list of numbers", file, "1. 1. one\n2. 2. two", "0+2 is 1 of all"],
		["a notice of the file's own", file, "1. a\n2. [Output truncated.", "0+2 is 1 of all"],
	])("says of %s what it shows", (_, input, text, expected) => {
		expect(said(copilotView, input, text)).toBe(expected);
	});

	test.each<[string, Input, string]>([
		["no text", file, ""],
		["a directory", { ...file, view_range: [1, 200] }, "commands\nconstants.ts\nutils"],
		["a file too large", file, "File too large to read at once (42.1 KB). Consider using view_range."],
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
	])("says nothing of %s", (_, input, text) => {
		expect(said(copilotView, input, text)).toBe("opaque");
	});

	test.each<Input>([
		{},
		{ path: "clock.ts", view_range: [0, 3] },
		{ ...file, view_range: [4] },
		{ ...file, view_range: [4, 5, 6] },
		{ ...file, view_range: [5, 4] },
		{ ...file, view_range: "4-5" },
		{ ...file, view_range: ["4", "5"] },
	])("says nothing of a call with %j", (input) => {
		expect(said(copilotView, input, "1. a\n2. b")).toBe("no file");
	});
});
