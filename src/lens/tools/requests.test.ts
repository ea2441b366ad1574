import { describe, expect, test } from "bun:test";
import { fold } from "../../core/fold.ts";
import { emptyWindow, type Window } from "../../core/window.ts";
import { deliver } from "../deliver.ts";
import { lookAtCall, lookAtText } from "../look.ts";
import type { Tools } from "../types.ts";
import { claudeCodeRequestTools, claudeCodeTools } from "./claude-code.ts";
import { openCodeRequestTools, openCodeTools } from "./opencode.ts";

/** What a result shows, in short: the kind of each subject, how many lines, and whether the host numbers them. */
function shownBy(tools: Tools, tool: string, input: object, text: string, shortened = false): string[] | string {
	const view = lookAtText(tools, { id: "1", tool, input: { ...input }, directory: "/w" }, text, "done", shortened);
	if (view.kind !== "shown") return view.kind;
	return view.parts.map(({ subject, from, count, gutter }) => {
		return `${subject.kind} ${from}+${count}${gutter.kind === "number" && gutter.forced ? " forced" : ""}`;
	});
}

const read = { file_path: "a.ts" };
const NOTE = "[ibid] lines 1-20 as last shown by Read";

describe("Claude Code's tools in a request", () => {
	test.each([
		["a tab", "1\tone\n2\ttwo"],
		["a colon", "1:one\n2:two"],
		["columns", "     1→one\n     2→two"],
	])("show lines behind numbers that we write ourselves: %s", (_, text) => {
		expect(shownBy(claudeCodeTools(""), "Read", read, text)).toEqual(["file 0+2 forced"]);
		expect(shownBy(claudeCodeRequestTools, "Read", read, text)).toEqual(["file 0+2"]);
	});

	test.each([
		["a note alone", NOTE, ["file 0+1"]],
		["a note above the number of a blank last line", `${NOTE}\n21\t`, ["file 0+2"]],
		["a note between lines", `1\tone\n${NOTE.replace("1-20", "2-20")}\n21\ttwo`, ["file 0+3"]],
		["a note above a reminder", `${NOTE}\n\n<system-reminder>\nBe careful.\n</system-reminder>`, ["file 0+1"]],
	])("are read with %s in the text", (_, text, expected) => {
		expect(shownBy(claudeCodeRequestTools, "Read", read, text, true)).toEqual(expected);
		// Without our record these words are anything.
		if (text.startsWith(NOTE)) expect(shownBy(claudeCodeRequestTools, "Read", read, NOTE)).toBe("opaque");
	});

	test("send a text of notes alone in full where it would read back with other numbers", () => {
		const lines = Array.from({ length: 40 }, (_, at) => `const value${at} = ${at * at};`);
		const answers = (text: string): string[] => {
			let window = emptyWindow();
			return ["1", "2"].map((id) => {
				const call = { id, tool: "Read", input: read, directory: "/w" };
				const asked = [{ kind: "turn" }, { kind: "call", call: lookAtCall(claudeCodeRequestTools, call) }] as const;
				const delivery = deliver(asked.reduce<Window>(fold, window), claudeCodeRequestTools, call, text);
				window = delivery.window;
				return delivery.answer.form;
			});
		};
		expect(answers(lines.map((line, at) => `${at + 1}\t${line}`).join("\n"))).toEqual(["whole", "same"]);
		const columns = lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join("\n");
		expect(answers(columns)).toEqual(["whole", "whole"]);
	});

	test("are not misread if the host has trimmed a result and put a reminder below it", () => {
		const reminder = "\n\n<system-reminder>\n<total_tokens>7 tokens left</total_tokens>\n</system-reminder>";
		expect(shownBy(claudeCodeRequestTools, "Read", read, `1\tone\n2\ttwo\n3${reminder}`)).toEqual(["file 0+2"]);
		expect(shownBy(claudeCodeRequestTools, "Bash", { command: "cat a.ts" }, `one\ntwo${reminder}`)).toBe("opaque");
	});
});

describe("OpenCode's tools in a request", () => {
	test("do not take output for lines of a file, because nothing says how the command ended", () => {
		const cat = { command: "cat a.ts" };
		expect(shownBy(openCodeTools, "bash", cat, "one\ntwo\n")).toEqual(["file 0+2"]);
		expect(shownBy(openCodeRequestTools, "bash", cat, "one\ntwo\n")).toEqual(["command 0+2"]);
	});
});
