import { describe, expect, test } from "bun:test";
import { callOf, type Input, LONG, PATH, reminder, said, toolsOf } from "../../../contracts/read.ts";
import { lookAtText } from "../look.ts";
import { openCodeRead } from "./opencode.ts";

describe("OpenCode", () => {
	const file = { filePath: PATH };
	const text = (lines: string[], foot: string, behind = ""): string =>
		[`<path>${PATH}</path>`, "<type>file</type>", "<content>", ...lines, "", `(${foot})`, "</content>"].join("\n") +
		behind;
	const range = "Showing lines 4-5 of 9. Use offset=6 to continue.";
	const cut = `${LONG}... (line truncated to 2000 chars)`;

	test.each<[string, Input, string, string]>([
		["a whole file", file, text(["1: a", "2: b"], "End of file - total 2 lines"), "3+2 is 1 of all"],
		["a blank line", file, text(["1: "], "End of file - total 1 lines"), "3+1 is 1 of all"],
		["blank lines at the end", file, text(["1: a", "2: ", "3: "], "End of file - total 3 lines"), "3+3 is 1 of all"],
		["an empty file", file, text([""], "End of file - total 0 lines"), "3+0 is 1 of all"],
		["a range", { ...file, offset: 4, limit: 2 }, text(["4: a", "5: b"], range), "3+2 is 4 of 0"],
		["the last lines", { ...file, offset: 8 }, text(["8: a"], "End of file - total 8 lines"), "3+1 is 8 of all"],
		["line 0", { ...file, offset: 0 }, text(["1: a"], "End of file - total 1 lines"), "3+1 is 1 of all"],
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
			"a reminder behind, which is not of the file",
			file,
			text(["1: a"], "End of file - total 1 lines", `\n\n${reminder("\nRules.\n</content>\n")}`),
			"3+1 is 1 of all",
		],
		[
			"a long line, which stands outside",
			file,
			text(["1: a", `2: ${cut}`, "3: b", "4: c"], "End of file - total 4 lines"),
			"3+1 is 1 of 0; 5+2 is 3 of all",
		],
		["a long line at the end", file, text(["1: a", `2: ${cut}`], "End of file - total 2 lines"), "3+1 is 1 of 0"],
		["a long line at the start", file, text([`1: ${cut}`, "2: a"], "End of file - total 2 lines"), "4+1 is 2 of all"],
		[
			"a directory: entries that answer the call",
			file,
			[`<path>${PATH}</path>`, "<type>directory</type>", "<entries>", "a/", "b", "", "(2 entries)", "</entries>"].join(
				"\n",
			),
			"3+4 is 1 of all",
		],
	])("says of %s what it shows", (_, input, content, expected) => {
		expect(said(openCodeRead, input, content)).toBe(expected);
	});

	test.each<[string, Input, string]>([
		["no text", file, ""],
		["lines without words around them", file, "1: a\n2: b"],
		["an older shape", file, "<file>\n00001| a\n00002| b\n\n(End of file - total 2 lines)\n</file>"],
		["more lines than the foot tells of", file, text(["1: a", "2: b"], "End of file - total 1 lines")],
		["fewer lines than the foot tells of", file, text(["1: a"], "End of file - total 7 lines")],
		["a range that was not asked for", file, text(["4: a", "5: b"], range)],
		["a foot in other words", file, text(["1: a"], "That is all")],
		["no foot", file, `<path>${PATH}</path>\n<type>file</type>\n<content>\n1: a\n</content>`],
		["no end", file, `<path>${PATH}</path>\n<type>file</type>\n<content>\n1: a\n2: b`],
		["only a long line", file, text([`1: ${cut}`], "End of file - total 1 lines")],
		["an image", { filePath: "plot.png" }, text(["1: a"], "End of file - total 1 lines")],
		["an image that was read", file, "Image read successfully"],
		["a pruned text", file, "[Old tool result content cleared]"],
		["no lines", { ...file, limit: 1 }, text([""], "Showing lines 1-0 of 3. Use offset=1 to continue.")],
	])("says nothing of %s", (_, input, content) => {
		expect(said(openCodeRead, input, content)).toBe("opaque");
	});

	test.each<Input>([{}, { filePath: "~/a" }, { ...file, offset: -1 }, { ...file, offset: "2" }, { ...file, limit: 0 }])(
		"says nothing of a call with %j",
		(input) => {
			expect(said(openCodeRead, input, text(["1: a"], "End of file - total 1 lines"))).toBe("no file");
		},
	);

	test("names the file, or the call where it lists a directory", () => {
		const kind = (content: string) => {
			const view = lookAtText(toolsOf(openCodeRead), callOf(file), content);
			return view.kind === "shown" ? view.parts[0]?.subject.kind : view.kind;
		};
		expect(kind(text(["1: a"], "End of file - total 1 lines"))).toBe("file");
		expect(kind("<path>/a</path>\n<type>directory</type>\n<entries>\nb\n\n(1 entries)\n</entries>")).toBe("call");
		expect(kind("<path>/a</path>\n<type>directory</type>\nb")).toBe("opaque");
	});
});
