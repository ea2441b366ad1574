import { describe, expect, test } from "bun:test";
import { callOf, type Input, LONG, PATH, reminder, testRead } from "../../../contracts/read.ts";
import { lookAtText } from "../look.ts";
import { openCodeTools } from "./opencode.ts";

const file: Input = { filePath: PATH };
const text = (lines: readonly string[], foot: string, behind = ""): string =>
	[`<path>${PATH}</path>`, "<type>file</type>", "<content>", ...lines, "", `(${foot})`, "</content>"].join("\n") +
	behind;
const listed = (...entries: string[]): string =>
	[`<path>${PATH}</path>`, "<type>directory</type>", "<entries>", ...entries, "", "</entries>"].join("\n");
const range = "Showing lines 4-5 of 9. Use offset=6 to continue.";
const cut = `${LONG}... (line truncated to 2000 chars)`;
const one = text(["1: a"], "End of file - total 1 lines");

testRead(
	"OpenCode 1.14 and 1.18",
	openCodeTools,
	"read",
	[
		["a whole file", file, text(["1: a", "2: b"], "End of file - total 2 lines"), "3+2 is 1 of all"],
		["a blank line", file, text(["1: "], "End of file - total 1 lines"), "3+1 is 1 of all"],
		["blank lines at the end", file, text(["1: a", "2: ", "3: "], "End of file - total 3 lines"), "3+3 is 1 of all"],
		["an empty file", file, text([""], "End of file - total 0 lines"), "3+0 is 1 of all"],
		["a range", { ...file, offset: 4, limit: 2 }, text(["4: a", "5: b"], range), "3+2 is 4 of 0"],
		["the last lines", { ...file, offset: 8 }, text(["8: a"], "End of file - total 8 lines"), "3+1 is 8 of all"],
		[
			"the first lines",
			{ ...file, limit: 1 },
			text(["1: a"], "Showing lines 1-1 of 9. Use offset=2 to continue."),
			"3+1 is 1 of 0",
		],
		["line 0", { ...file, offset: 0 }, one, "3+1 is 1 of all"],
		["a path from the directory", { filePath: "src/clock.ts" }, one, "3+1 is 1 of all"],
		[
			"as much as there is room for",
			{ ...file, offset: 4 },
			text(["4: a", "5: b"], "Output capped at 50 KB. Showing lines 4-5. Use offset=6 to continue."),
			"3+2 is 4 of 0",
		],
		[
			"a file that looks like the tool's words",
			file,
			text(["1: <content>", "2: </content>", "3: ", "4: (End of file - total 2 lines)"], "End of file - total 4 lines"),
			"3+4 is 1 of all",
		],
		[
			"rules of a folder behind, which are not of the file",
			file,
			text(["1: a"], "End of file - total 1 lines", `\n\n${reminder("\nRules.\n</content>\n")}`),
			"3+1 is 1 of all",
		],
		[
			"a long line as it is shown",
			file,
			text(["1: a", `2: ${cut}`, "3: b", "4: c"], "End of file - total 4 lines"),
			"3+4 is 1 of all",
		],
		["a long line at the end", file, text(["1: a", `2: ${cut}`], "End of file - total 2 lines"), "3+2 is 1 of all"],
		["a long line at the start", file, text([`1: ${cut}`, "2: a"], "End of file - total 2 lines"), "3+2 is 1 of all"],
		[
			"a line that ends as if it were cut",
			file,
			text(["1: a... (line truncated to 2000 chars)"], "End of file - total 1 lines"),
			"3+1 is 1 of all",
		],
		["a line just short enough", file, text([`1: ${LONG}`], "End of file - total 1 lines"), "3+1 is 1 of all"],
		[
			"a directory: entries that answer the call",
			file,
			listed("a/", "b", "", "(2 entries)"),
			"3+5 is 1 of the call of all",
		],
	],
	[
		["no text", file, ""],
		["lines without words around them", file, "1: a\n2: b"],
		["more lines than the foot tells of", file, text(["1: a", "2: b"], "End of file - total 1 lines")],
		["fewer lines than the foot tells of", file, text(["1: a"], "End of file - total 7 lines")],
		["a range that was not asked for", file, text(["4: a", "5: b"], range)],
		[
			"a foot that contradicts itself",
			{ ...file, offset: 4 },
			text(["4: a", "5: b"], "Showing lines 4-5 of 9. Use offset=9 to continue."),
		],
		["a foot in other words", file, text(["1: a"], "That is all")],
		["something else than a file", file, one.replace("file</type>", "symlink</type>")],
		["something else than content", file, one.replace("<content>", "<contents>")],
		["a foot below no empty line", file, text(["1: a", "2: b"], "End of file - total 1 lines").replace("\n\n", "\n")],
		["no foot", file, `<path>${PATH}</path>\n<type>file</type>\n<content>\n1: a\n</content>`],
		["no end", file, `<path>${PATH}</path>\n<type>file</type>\n<content>\n1: a\n2: b`],
		["an image by its name", { filePath: "plot.png" }, one],
		["an image that was read", file, "Image read successfully"],
		["a text that the host cleared", file, "[Old tool result content cleared]"],
		["a text that a plugin took out", file, "[Output removed to save context - no longer needed]"],
		["a read that was stopped", file, "Tool execution aborted"],
		["no lines", { ...file, limit: 1 }, text([""], "Showing lines 1-0 of 3. Use offset=1 to continue.")],
		["entries without an end", file, listed("a/").replace("</entries>", "")],
		["a call that is none", {}, "The read tool was called with invalid arguments: no filePath.", "no file"],
		["a home that is not known", { filePath: "~/a" }, one, "no file"],
		["a line before the first", { ...file, offset: -1 }, one, "opaque"],
		["a number in words", { ...file, offset: "2" }, one, "opaque"],
		["no lines asked for", { ...file, limit: 0 }, one, "opaque"],
	],
);

const behindTag = (lines: readonly string[], foot: string): string =>
	text(lines, foot).replace("<content>\n", "<content>");

testRead(
	"OpenCode before 1.4",
	openCodeTools,
	"read",
	[
		[
			"a whole file, its first line behind the tag",
			file,
			behindTag(["1: a", "2: b", "3: c"], "End of file - total 3 lines"),
			"2+1 is 1 of 0; 3+2 is 2 of all",
		],
		["a file of one line", file, behindTag(["1: a"], "End of file - total 1 lines"), "2+1 is 1 of 0; 3+0 is 2 of all"],
		["an empty file", file, behindTag([""], "End of file - total 0 lines"), "3+0 is 1 of all"],
		["a range", { ...file, offset: 4, limit: 2 }, behindTag(["4: a", "5: b"], range), "2+1 is 4 of 0; 3+1 is 5 of 0"],
		[
			"a tag in the file",
			file,
			behindTag(["1: <content>1: a", "2: </content>"], "End of file - total 2 lines"),
			"2+1 is 1 of 0; 3+1 is 2 of all",
		],
	],
	[
		["another first line than was asked for", file, behindTag(["4: a", "5: b"], range)],
		["more lines than the foot tells of", file, behindTag(["1: a", "2: b"], "End of file - total 1 lines")],
		["a line where none should be", file, behindTag(["1: a"], "End of file - total 0 lines")],
		["a line without a number", file, behindTag(["a"], "End of file - total 1 lines")],
	],
);

testRead(
	"OpenCode before 1.2, and 2",
	openCodeTools,
	"read",
	[],
	[
		["lines under five digits", file, "<file>\n00001| a\n00002| b\n\n(End of file - total 2 lines)\n</file>"],
		[
			"some of them",
			file,
			"<file>\n00001| a\n\n(File has more lines. Use 'offset' parameter to read beyond line 1)\n</file>",
		],
		["lines as they are, as version 2 shows them", file, "a\nb\n"],
	],
);

describe("a read of OpenCode", () => {
	test("names the file, or the call if it lists a directory", () => {
		const kind = (content: string) => {
			const view = lookAtText(openCodeTools, callOf(file), content);
			return view.kind === "shown" ? view.parts[0]?.subject.kind : view.kind;
		};
		expect(kind(one)).toBe("file");
		expect(kind(listed("b", "", "(1 entries)"))).toBe("call");
		expect(kind("<path>/a</path>\n<type>directory</type>\nb")).toBe("opaque");
	});
});
