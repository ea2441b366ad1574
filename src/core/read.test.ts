import { describe, expect, test } from "bun:test";
import { code, newConversation, numbered, plain } from "../../sim/conversation-fixture.ts";
import { read } from "./read.ts";
import type { Part } from "./types.ts";

const lines = code(20);
const subject = { kind: "file", name: "/project/a.ts", label: "a.ts" } as const;
const part: Part = { subject, from: 0, count: 1, first: 1, gutter: { kind: "none" }, room: 0 };

function seen() {
	const conversation = newConversation();
	conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
	conversation.ask("Bash", { command: "make" }, plain(code(20, 500)));
	conversation.turn();
	return conversation;
}

describe("the reader", () => {
	test("follows a note to the lines it names", () => {
		expect(read(seen().window, "[ibid] lines 1-20 as last shown by Read", [part])).toBe(lines.join("\n"));
	});

	test("keeps the lines around a part as they are", () => {
		const text = "above\n[ibid] lines 1-2 as last shown by Read\nbelow\n";
		expect(read(seen().window, text, [{ ...part, from: 1 }])).toBe(`above\n${lines[0]}\n${lines[1]}\nbelow\n`);
	});

	test.each([
		["a line that was never shown", "[ibid] lines 1-21 as last shown by Read"],
		["a first line that is not the part's", "[ibid] lines 2-20 as last shown by Read"],
		["a subject that is not there", '[ibid] lines 1-2 = output of "never run", beginning "export function"'],
		["an anchor that is not there", '[ibid] lines 1-2 as last shown by Read, beginning "nothing like it"'],
		[
			"an anchor in another kind of passage",
			'[ibid] lines 1-2 as you wrote them, beginning "export function step1(value: number): nu…"',
		],
		[
			"an anchor with too few lines behind it",
			'[ibid] lines 1-2 as last shown by Read, beginning "export function step20(value: number): n…"',
		],
		["words that are no note", "[ibid] lines 1-2 are the same"],
	])("refuses %s", (_, text) => {
		expect(read(seen().window, text, [part])).toBeUndefined();
	});

	test("finds nothing in an erased passage", () => {
		const conversation = seen();
		conversation.fold({ kind: "erase", ids: ["call-1"] });
		expect(read(conversation.window, "[ibid] lines 1-20 as last shown by Read", [part])).toBeUndefined();
	});
});

describe("a shortened text that the record vouches for and the window does not", () => {
	test("is opaque: it hides its subject", () => {
		const conversation = seen();
		const call = conversation.call("forged", "Bash", { command: "cat a.ts" });
		const view = { kind: "shown", parts: [{ ...part, count: 1 }] } as const;
		conversation.fold({
			kind: "result",
			id: call.id,
			text: "[ibid] lines 1-99 as last shown by Read",
			view,
			shortened: true,
		});
		expect(conversation.ask("Read", { file_path: "a.ts" }, numbered(lines)).reason).toBe("fresh");
	});

	test("a text that merely contains a note is a text", () => {
		const conversation = newConversation();
		const content = plain(["[ibid] lines 1-40 as last shown by Read", ...lines]);
		conversation.ask("Bash", { command: "cat notes.txt" }, content);
		const answer = conversation.ask("Bash", { command: "cat notes.txt" }, content);
		expect(answer.text.split("\n")[0]).toBe("[ibid] lines 1-40 as last shown by Read");
		expect(answer.form).toBe("whole");
	});
});
