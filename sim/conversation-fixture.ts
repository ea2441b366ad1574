import { decide, type NoteCodec } from "../src/core/decide.ts";
import { fold } from "../src/core/fold.ts";
import { defaultPolicy, type Policy } from "../src/core/policy.ts";
import type { Answer, Event } from "../src/core/types.ts";
import { emptyWindow, type Window } from "../src/core/window.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import type { Outcome, ToolCall } from "../src/lens/types.ts";
import { TOOLS } from "./tools.ts";

/** A conversation for tests: say what the model calls and what the host shows, and see what ibid answers. */
export type ConversationFixture = {
	window: Window;
	policy: Policy;
	hands: NoteCodec | undefined;
	/** A turn with one call, answered at once. */
	ask(tool: string, input: ToolCall["input"], text: string, outcome?: Outcome): Answer;
	/** The parts of a turn, for turns with several calls. */
	turn(): void;
	call(id: string, tool: string, input: ToolCall["input"]): ToolCall;
	answer(call: ToolCall, text: string, outcome?: Outcome): Answer;
	fold(event: Event): void;
};

/** A conversation before its first turn. */
export function newConversation(policy: Partial<Policy> = {}): ConversationFixture {
	let calls = 0;
	const conversation: ConversationFixture = {
		window: emptyWindow(),
		policy: { ...defaultPolicy, ...policy },
		hands: undefined,
		ask(tool, input, text, outcome) {
			conversation.turn();
			return conversation.answer(conversation.call(`call-${++calls}`, tool, input), text, outcome);
		},
		turn() {
			conversation.fold({ kind: "turn" });
		},
		call(id, tool, input) {
			const call = { id, tool, input, directory: "/project" };
			conversation.fold({ kind: "call", call: lookAtCall(TOOLS, call) });
			return call;
		},
		answer(call, text, outcome) {
			const view = lookAtText(TOOLS, call, text, outcome);
			const answer = decide(conversation.window, { id: call.id, text, view }, conversation.policy, conversation.hands);
			const shortened = answer.form !== "whole";
			const delivered = lookAtText(TOOLS, call, answer.text, outcome, shortened);
			conversation.fold({ kind: "result", id: call.id, text: answer.text, view: delivered, shortened });
			return answer;
		},
		fold(event) {
			conversation.window = fold(conversation.window, event);
		},
	};
	return conversation;
}

/** `count` different lines of code, from number `from` on. */
export function code(count: number, from = 1): string[] {
	return Array.from({ length: count }, (_, line) => `export function step${from + line}(value: number): number {`);
}

/** Lines as Claude Code's Read shows them. */
export function numbered(lines: readonly string[], first = 1): string {
	return lines.map((line, index) => `${first + index}\t${line}`).join("\n");
}

/** Lines as OpenCode's read shows them. */
export function wrapped(lines: readonly string[], first = 1): string {
	const content = lines.map((line, index) => `${first + index}: ${line}`);
	const total = `(End of file - total ${first + lines.length - 1} lines)`;
	return ["<path>/project/a.ts</path>", "<type>file</type>", "<content>", ...content, "", total, "</content>"].join(
		"\n",
	);
}

/** Lines as `cat` prints them. */
export function plain(lines: readonly string[]): string {
	return lines.map((line) => `${line}\n`).join("");
}
