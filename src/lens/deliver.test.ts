import { expect, test } from "bun:test";
import { code } from "../../sim/conversation-fixture.ts";
import { fold } from "../core/fold.ts";
import type { Answer } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { deliver } from "./deliver.ts";
import { lookAtCall, lookAtText } from "./look.ts";
import { piTools } from "./tools/pi.ts";

/** The answer to the last of some commands. What is shortened is seen as what the core meant. */
function lastOf(...commands: readonly (readonly [command: string, text: string])[]): Answer | undefined {
	let window: Window = emptyWindow();
	let last: Answer | undefined;
	for (const [at, [command, text]] of commands.entries()) {
		const call = { id: `${at}`, directory: "/project", tool: "bash", input: { command } };
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(piTools, call) });
		const delivery = deliver(window, piTools, call, text);
		({ window, answer: last } = delivery);
		const { form, view } = last;
		if (form !== "whole") expect(lookAtText(piTools, call, last.text, "done", true)).toEqual(view);
	}
	return last;
}

const LOG = Array.from({ length: 30 }, (_, at) => `/project/src/store.ts:${at + 1}: this line has a fault`).join("\n");

test("a text is read back as what it was, whatever the lines that are left out had told of it", () => {
	expect(lastOf(["npm run lint", LOG], ["npm run lint", LOG])).toMatchObject({ form: "same" });
	expect(lastOf(["cat lint.log", LOG], ["cat lint.log", LOG])).toMatchObject({ form: "same" });
});

test("a file is not read back as the output of a command because of the words of a note", () => {
	const text = code(40).join("\n");
	const after = (said: string): Answer | undefined =>
		lastOf([`echo "${said}"; cat a.md`, `${said}\n${text}`], ["cat a.md; true", text]);
	expect(after("cat: cannot say")).toMatchObject({ form: "whole", reason: "opaque" });
	expect(after("cat cannot say")).toMatchObject({ form: "same" });
});

test("statements between two separators have run, also where the separators cannot be told from other lines", () => {
	const [before, behind, other] = [code(20), code(20, 300), code(20, 600)].map((lines) => lines.join("\n"));
	const unclear = `${code(20, 900).join("\n")}\n---\n---\n${behind}`;
	const script = 'git status --short; git stash list; echo "---"; cat a.md';
	const again = (between: string): Answer | undefined =>
		lastOf([script, `${before}\n---\n${behind}`], [script, between], [script, `${before}\n---\n${other}`]);
	expect(again(`${before}\n---\n${behind}\nmore`)).toMatchObject({ form: "quoted" });
	expect(again(unclear)).toMatchObject({ form: "whole" });
});
