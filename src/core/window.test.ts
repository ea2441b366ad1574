import { describe, expect, test } from "bun:test";
import { code, newConversation, numbered, plain } from "../../sim/conversation-fixture.ts";
import { fold } from "./fold.ts";
import { emptyWindow, stateOf } from "./window.ts";

const lines = code(30);

describe("a window", () => {
	test("stays true when a later one has grown from it", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		const early = conversation.window;
		conversation.ask("Write", { file_path: "a.ts", content: "anew" }, "written");
		for (let file = 0; file < 50; file++)
			conversation.ask("Bash", { command: `cat ${file}` }, plain(code(20, 100 * file)));
		conversation.window = early;
		expect(conversation.ask("Read", { file_path: "a.ts" }, numbered(lines)).form).toBe("same");
	});

	test("forks: two continuations do not see each other", () => {
		const [left, right] = [newConversation(), newConversation()];
		left.ask("Read", { file_path: "a.ts" }, numbered(lines));
		right.window = left.window;
		left.ask("Bash", { command: "cat left" }, plain(code(20, 500)));
		right.ask("Bash", { command: "cat right" }, plain(code(20, 700)));
		left.ask("Bash", { command: "cat more" }, plain(code(20, 900)));
		expect(left.ask("Bash", { command: "cat x" }, plain(code(20, 700))).reason).toBe("fresh");
		expect(right.ask("Bash", { command: "cat x" }, plain(code(20, 500))).reason).toBe("fresh");
		expect(right.ask("Bash", { command: "cat y" }, plain(code(20, 700))).form).toBe("same");
		expect(right.ask("Read", { file_path: "a.ts" }, numbered(lines)).form).toBe("same");
	});

	test("keeps nothing of a reset but the turn", () => {
		const conversation = newConversation();
		conversation.ask("Read", { file_path: "a.ts" }, numbered(lines));
		const after = fold(conversation.window, { kind: "reset" });
		expect({ ...after, turn: 0 }).toEqual(emptyWindow());
		expect(stateOf(after, { kind: "file", name: "/project/a.ts", label: "a.ts" })).toBeUndefined();
	});

	test("takes a result for the call that waits for it, also under an id used before", () => {
		const conversation = newConversation();
		for (const content of ["first", "second"]) {
			conversation.turn();
			conversation.answer(
				conversation.call("same", "Write", { file_path: "a.ts", content: plain(code(20, content.length)) }),
				"written",
			);
		}
		expect(conversation.window.open).toEqual([]);
		expect(conversation.ask("Bash", { command: "cat a.ts" }, plain(code(20, 6))).form).toBe("same");
	});
});
