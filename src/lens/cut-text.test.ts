import { describe, expect, test } from "bun:test";
import type { VisibleCall } from "../../proof/calls.ts";
import { faultInFollowing } from "../../proof/follow.ts";
import { code } from "../../sim/conversation-fixture.ts";
import { fold } from "../core/fold.ts";
import type { Answer } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { deliver } from "./deliver.ts";
import { lookAtCall, lookAtText } from "./look.ts";
import { piTools } from "./tools/pi.ts";
import type { ToolCall } from "./types.ts";

const NOTICE = "\n\n[Showing lines 3002-5001 of 5001. Full output: /tmp/pi-bash-7.log]";
const lines = code(40);
const cut = (shown: readonly string[], notice = NOTICE): string => shown.join("\n") + notice;
const bash = (command: string): Pick<ToolCall, "tool" | "input"> => ({ tool: "bash", input: { command } });
const read = (path: string): Pick<ToolCall, "tool" | "input"> => ({ tool: "read", input: { path } });

/** Calls one after another, each in a turn of its own. What is shortened must be found by one who follows its words. */
function ask(...steps: readonly (readonly [Pick<ToolCall, "tool" | "input">, string])[]): Answer[] {
	let window: Window = emptyWindow();
	const above: VisibleCall[] = [];
	return steps.map(([what, text], at) => {
		const call: ToolCall = { id: `${at}`, directory: "/project", ...what };
		window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(piTools, call) });
		const delivery = deliver(window, piTools, call, text);
		window = delivery.window;
		const shortened = delivery.answer.form !== "whole";
		const seen = { ...call, text: delivery.answer.text, shortened };
		if (shortened) expect(faultInFollowing(above, seen, text)).toBeUndefined();
		above.push(seen);
		return delivery.answer;
	});
}

const last = (answers: readonly Answer[]): Answer => answers.at(-1)!;

describe("an output of which the host shows the end", () => {
	test("is quoted from the last run, but for the line where it was cut", () => {
		const { form, text } = last(ask([bash("npm test"), cut(lines)], [bash("npm test"), cut(lines)]));
		expect(form).toBe("same");
		expect(text).toBe(
			`${lines[0]}\n[ibid] 39 lines as in the last run, beginning "${lines[1]!.slice(0, 40)}…". Left out, already above.${NOTICE}`,
		);
	});

	test("is quoted by another call", () => {
		const { text } = last(
			ask([bash("npm test"), cut(lines)], [bash("tail -n 30 /tmp/log"), lines.slice(10).join("\n")]),
		);
		expect(text).toStartWith('[ibid] 30 lines = output of "npm test", beginning');
	});

	test("is no view of a file, and hides the views before it", () => {
		const whole = lines.join("\n");
		const other = code(40, 500);
		const seen = ask([read("a.ts"), whole], [bash("cat a.ts"), cut(other)], [read("a.ts"), whole]);
		expect(last(seen)).toMatchObject({ form: "whole", reason: "fresh" });
	});

	test("is not quoted by words that also lead to the line where it was cut", () => {
		const alike = [`${lines[5]} // cut`, ...lines.slice(1)];
		const { text } = last(ask([bash("npm test"), cut(alike)], [bash("tail /tmp/log"), lines.slice(5, 15).join("\n")]));
		expect(text).toStartWith(`${lines[5]}\n[ibid] 9 lines = output of "npm test", beginning`);
	});

	test("comes in full if it names a file that does, or that may hold secrets", () => {
		const instructions = [bash("cat AGENTS.md"), cut(lines)] as const;
		expect(last(ask(instructions, instructions)).reason).toBe("instructions");
		const secret = [bash("cat .env"), cut(lines)] as const;
		expect(last(ask(secret, secret)).reason).toBe("sensitive");
	});

	test("comes in full after an edit of the file has failed", () => {
		const edit = { tool: "edit", input: { path: "a.ts", oldText: "nowhere", newText: "x" } };
		const steps = [[bash("cat a.ts; npm test"), cut(lines)]] as const;
		let window: Window = emptyWindow();
		const run = (what: Pick<ToolCall, "tool" | "input">, text: string, outcome?: "failed"): Answer => {
			const call: ToolCall = { id: `${window.messages}`, directory: "/project", ...what };
			window = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(piTools, call) });
			const delivery = deliver(window, piTools, call, text, outcome);
			window = delivery.window;
			return delivery.answer;
		};
		run(...steps[0]);
		run(edit, "The text was not found.", "failed");
		expect(run(...steps[0]).reason).toBe("asked");
	});
});

test("a single line that is cut says nothing", () => {
	const call: ToolCall = { id: "1", directory: "/project", ...bash("npm test") };
	const notice = "\n\n[Showing last 50.0KB of line 2 (line is 78.1KB). Full output: /tmp/pi-bash-7.log]";
	expect(lookAtText(piTools, call, cut(lines, notice)).kind).toBe("opaque");
	expect(lookAtText(piTools, call, cut(lines), "cut").kind).toBe("opaque");
});
