import { describe, expect, test } from "bun:test";
import { code, newConversation, numbered, plain } from "../../sim/conversation-fixture.ts";
import { linesOf } from "./line-index.ts";
import { stateOf } from "./window.ts";

const lines = code(12);

/** What the model must take the file to look like after it saw it and then edited it; "?" for lines in doubt. */
function believed(old: string, text: string, all = false, shown: readonly string[] = lines): string[] {
	const conversation = newConversation();
	conversation.ask("Bash", { command: "cat a.ts" }, plain(shown));
	conversation.ask("Edit", { file_path: "a.ts", old_string: old, new_string: text, replace_all: all }, "edited");
	const sheet = stateOf(conversation.window, { kind: "file", name: "/project/a.ts", label: "a.ts" })?.sheet ?? [];
	const known: string[] = [];
	for (const span of sheet) {
		while (known.length < span.line - 1) known.push("?");
		known.push(...linesOf(conversation.window.index, span));
	}
	return known;
}

describe("an own edit", () => {
	test("replaces whole lines by new ones and moves what is below", () => {
		expect(believed(lines[3]!, "one\ntwo")).toEqual([...lines.slice(0, 3), "one", "two", ...lines.slice(4)]);
		expect(believed(`${lines[3]}\n${lines[4]}`, "one")).toEqual([...lines.slice(0, 3), "one", ...lines.slice(5)]);
	});

	test("leaves a line in doubt of which it gives only a part", () => {
		expect(believed("step4", "step4b")).toEqual([...lines.slice(0, 3), "?", ...lines.slice(4)]);
		const tail = lines[3]!.slice(7);
		expect(believed(`${tail}\n${lines[4]}`, `${tail}\nnew\n${lines[4]}`)).toEqual([
			...lines.slice(0, 3),
			"?",
			"new",
			...lines.slice(4),
		]);
	});

	test("with final newlines on both sides replaces whole lines only", () => {
		expect(believed(`${lines[3]}\n`, "one\n")).toEqual([...lines.slice(0, 3), "one", ...lines.slice(4)]);
	});

	test("with final newlines is found only where a line ends", () => {
		const shown = ["alpha beta", "gamma", "alpha beta", "", "delta"];
		expect(believed("alpha beta\n\n", "one\n", false, shown)).toEqual(["alpha beta", "gamma", "one", "delta"]);
	});

	test("with final newlines is found where its text begins inside a place that does not fit", () => {
		const shown = ["first of all", "use({ a: 1 });", "});", "}", "last of all"];
		expect(believed("});\n}\n", "one\n", false, shown)).toEqual([
			"first of all",
			"use({ a: 1 });",
			"one",
			"last of all",
		]);
	});

	test("may include the newline after the last known line", () => {
		expect(believed(`${lines[11]!.slice(5)}\n`, "mine")).toEqual(lines.slice(0, 11));
	});

	test("of every occurrence follows them all", () => {
		const shown = ["alpha beta", "gamma", "alpha beta", "delta"];
		expect(believed("alpha beta", "one\ntwo", true, shown)).toEqual(["one", "two", "gamma", "one", "two", "delta"]);
	});

	test("that may have hit one of several places hides these", () => {
		const shown = ["start", "alpha beta", "gamma", "alpha beta", "delta"];
		for (const text of ["one", "one\ntwo"])
			expect(believed("alpha beta", text, false, shown)).toEqual(["start", "?", "gamma", "?", "delta"]);
	});

	test("of unknown place lets lines below be quoted wherever they are now, by where they were last shown", () => {
		const shown = code(40, 500);
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "a.ts" }, numbered(shown));
		conversation.ask("Edit", { file_path: "a.ts", old_string: "never shown", new_string: "one\ntwo\nthree" }, "edited");
		const now = ["one", "two", ...shown];
		expect(conversation.ask("Read", { file_path: "a.ts" }, numbered(now)).text).toContain(
			"lines 3-42 = lines 1-40 as last shown",
		);
	});

	test("of text that was never shown changes nothing that is known", () => {
		expect(believed("somewhere else", "x")).toEqual(lines);
	});

	test("whose place is not known is still quoted, until a view of the file does not have it", () => {
		const block = code(10, 300);
		const conversation = newConversation();
		conversation.ask("Edit", { file_path: "a.ts", old_string: "somewhere", new_string: block.join("\n") }, "edited");
		const view = plain([...lines, ...block]);
		expect(conversation.ask("Bash", { command: "cat a.ts" }, view).text).toContain(
			"lines 13-22 as in your edit, beginning",
		);
		const other = newConversation();
		other.ask("Edit", { file_path: "a.ts", old_string: "somewhere", new_string: block.join("\n") }, "edited");
		other.ask("Bash", { command: "cat a.ts" }, plain(lines));
		expect(other.ask("Bash", { command: "cat a.ts" }, view).text).toContain(block[5]!);
	});

	test("of lines that an earlier edit of unknown place brought takes those back", () => {
		const block = code(10, 300);
		const conversation = newConversation();
		conversation.ask("Edit", { file_path: "a.ts", old_string: "somewhere", new_string: block.join("\n") }, "edited");
		conversation.ask("Edit", { file_path: "a.ts", old_string: block[3], new_string: "other" }, "edited");
		expect(conversation.ask("Bash", { command: "cat a.ts" }, plain([...lines, ...block])).reason).toBe("fresh");
	});
});
