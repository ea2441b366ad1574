import { describe, expect, test } from "bun:test";
import { shapeOf } from "./events.ts";

const file = { filePath: "/project/a.ts", content: "one\ntwo\n", numLines: 3, startLine: 7, totalLines: 9 };
const read = { type: "text", file };
const bash = { stdout: "\n  \nok\n\tdone\n\n", stderr: "", interrupted: false, isImage: false };

describe("what a tool answers, as the model gets it", () => {
	test.each([
		["Read", read, "7\tone\n8\ttwo\n9\t"],
		["Bash", bash, "ok\n\tdone"],
		["mcp__docs__search", "found", "found"],
		["mcp__docs__search", [{ type: "text", text: "found" }], "found"],
	])("%s", (tool, response, text) => {
		expect(shapeOf(tool, response)?.text).toBe(text);
	});

	test.each([
		["an image", "Read", { type: "image", file: {} }],
		["a file that has not changed", "Read", { type: "file_unchanged", file: { filePath: "/project/a.ts" } }],
		["the first page of a long file", "Read", { ...read, file: { ...file, truncatedByTokenCap: true } }],
		["an empty file", "Read", { ...read, file: { ...file, content: "" } }],
		["words on the other stream", "Bash", { ...bash, stderr: "warning" }],
		["an output that was put away", "Bash", { ...bash, persistedOutputPath: "/x" }],
		["a command in the background", "Bash", { ...bash, backgroundTaskId: "b1" }],
		["a command that was interrupted", "Bash", { ...bash, interrupted: true }],
		[
			"two blocks",
			"mcp__docs__search",
			[
				{ type: "text", text: "a" },
				{ type: "text", text: "b" },
			],
		],
		["another tool", "Edit", { filePath: "/project/a.ts" }],
		["nothing", "Read", undefined],
	])("%s is left alone", (_, tool, response) => {
		expect(shapeOf(tool, response)).toBeUndefined();
	});
});

describe("another text in its place", () => {
	test("of a Read has its number from the host", () => {
		const replaced = shapeOf("Read", read)?.replaced("8\t[ibid] lines 7-8 as last shown by Read.\n9\t");
		expect(replaced).toEqual({
			type: "text",
			file: { ...file, content: "[ibid] lines 7-8 as last shown by Read.\n", numLines: 2, startLine: 8 },
		});
		expect(shapeOf("Read", replaced)?.text).toBe("8\t[ibid] lines 7-8 as last shown by Read.\n9\t");
	});

	test("of a Read cannot be said where the host would count otherwise", () => {
		expect(shapeOf("Read", read)?.replaced("7\tone\n9\ttwo")).toBeUndefined();
		expect(shapeOf("Read", read)?.replaced("[ibid] lines 7-8 as last shown by Read.")).toBeUndefined();
	});

	test("keeps all else of the answer", () => {
		expect(shapeOf("Bash", bash)?.replaced("note")).toEqual({ ...bash, stdout: "note" });
		expect(shapeOf("mcp__a__b", [{ type: "text", text: "a", more: 1 }])?.replaced("b")).toEqual([
			{ type: "text", text: "b", more: 1 },
		]);
	});
});
