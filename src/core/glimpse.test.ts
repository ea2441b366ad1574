import { describe, expect, test } from "bun:test";
import { code, numbered } from "../../sim/desk.ts";
import { deliver } from "../lens/deliver.ts";
import { toolsOf } from "../lens/hosts.ts";
import { lookAtCall } from "../lens/look.ts";
import type { ToolCall } from "../lens/types.ts";
import { fold } from "./fold.ts";
import type { Answer } from "./types.ts";
import { emptyWindow } from "./window.ts";

const tools = toolsOf("claude-code", "2.1.325");
const lines = code(60);

/** A conversation in a host that takes blank lines off the output of commands. */
function converse() {
	let window = emptyWindow();
	let calls = 0;
	const ask = (tool: string, input: ToolCall["input"], text: string): Answer => {
		const call = { id: String(++calls), tool, input, directory: "/project" };
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
		const { answer, window: after } = deliver(window, tools, call, text);
		window = after;
		return answer;
	};
	return {
		read: (shown: readonly string[], first = 1, input: object = {}) =>
			ask("Read", { file_path: "/project/a.ts", ...input }, numbered(shown, first)),
		run: (command: string, shown: readonly string[]) => ask("Bash", { command }, shown.join("\n").trim()),
	};
}

describe("a command that shows a file, blank lines taken off", () => {
	const changed = lines.with(20, "// changed");

	test.each(["cat a.ts", "head -n 90 a.ts", "sed -n '1,80p' a.ts", "cat a.ts; cat b.ts"])(
		"puts earlier views in doubt where it shows something else: %s",
		(command) => {
			const { read, run } = converse();
			read(lines);
			run(command, changed);
			const { form, text } = read(lines);
			expect(form === "whole" || text.includes(lines[20]!)).toBe(true);
		},
	);

	test("leaves earlier views as they are where it shows the same", () => {
		const { read, run } = converse();
		read(["", "", ...lines, ""]);
		expect(run("cat a.ts", ["", "", ...lines, ""]).form).toBe("same");
		run("make", code(60, 500));
		expect(read(["", "", ...lines, ""]).reason).toBe("insisted");
	});

	test("is not the end of what follows: a file that has lost it is in doubt", () => {
		const { read, run } = converse();
		read(lines);
		run("cat a.ts", lines.slice(0, 50));
		expect(read(lines).text).toContain(lines[55]!);
	});

	test("insists where its lines were left out", () => {
		const { read, run } = converse();
		read(lines);
		read(lines.slice(0, 50), 1, { offset: 1, limit: 50 });
		expect(run("cat a.ts", lines).reason).toBe("insisted");
	});

	test("has left its lines out if it was shortened itself", () => {
		const { read, run } = converse();
		read(lines);
		expect(run("cat a.ts", lines).form).toBe("same");
		expect(read(lines).reason).toBe("insisted");
	});

	test("insists where nobody can tell which lines it shows, but they were left out all the same", () => {
		const { run } = converse();
		run("cat a.ts", ["", ...lines]);
		const [first, second] = [run("head -n 90 a.ts", ["", ...lines]), run("sed -n '1,95p' a.ts", ["", ...lines])];
		expect([first.form, second.reason]).toEqual(["same", "insisted"]);
	});

	test.each([
		"tail -n 80 a.ts",
		"cat a.ts b.ts",
		"nl a.ts",
		"sed -n '/x/,/y/p' a.ts",
		"cat a.ts; echo --; git diff b.ts",
	])("leaves in doubt what it may have shown otherwise: %s", (command) => {
		const { read, run } = converse();
		read(lines);
		run(command, command.includes("diff") ? [...changed, "--", "diff --git a/b.ts b/b.ts"] : changed);
		expect(read(lines).text).toContain(lines[20]!);
	});

	test("shows lines that nobody has seen, and what is known of others stays", () => {
		const { read, run } = converse();
		read(lines.slice(0, 40), 1, { offset: 1, limit: 40 });
		expect(run("cat a.ts", lines).form).toBe("quoted");
		run("make", code(60, 500));
		expect(read(lines.slice(0, 40), 1, { offset: 1, limit: 40 }).reason).toBe("insisted");
	});
});
