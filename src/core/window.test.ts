import { describe, expect, test } from "bun:test";
import { code, numbered, openDesk, plain } from "../../sim/desk.ts";
import { fold } from "./fold.ts";
import { emptyWindow, stateOf } from "./window.ts";

const lines = code(30);

describe("a window", () => {
	test("stays true when a later one has grown from it", () => {
		const desk = openDesk();
		desk.ask("Read", { file_path: "a.ts" }, numbered(lines));
		const early = desk.window;
		desk.ask("Write", { file_path: "a.ts", content: "anew" }, "written");
		for (let file = 0; file < 50; file++) desk.ask("Bash", { command: `cat ${file}` }, plain(code(20, 100 * file)));
		desk.window = early;
		expect(desk.ask("Read", { file_path: "a.ts" }, numbered(lines)).form).toBe("same");
	});

	test("forks: two continuations do not see each other", () => {
		const [left, right] = [openDesk(), openDesk()];
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
		const desk = openDesk();
		desk.ask("Read", { file_path: "a.ts" }, numbered(lines));
		const after = fold(desk.window, { kind: "reset" });
		expect({ ...after, turn: 0 }).toEqual(emptyWindow());
		expect(stateOf(after, { kind: "file", name: "/project/a.ts", label: "a.ts" })).toBeUndefined();
	});

	test("takes a result for the call that waits for it, also under an id used before", () => {
		const desk = openDesk();
		for (const content of ["first", "second"]) {
			desk.turn();
			desk.answer(
				desk.call("same", "Write", { file_path: "a.ts", content: plain(code(20, content.length)) }),
				"written",
			);
		}
		expect(desk.window.open).toEqual([]);
		expect(desk.ask("Bash", { command: "cat a.ts" }, plain(code(20, 6))).form).toBe("same");
	});
});
