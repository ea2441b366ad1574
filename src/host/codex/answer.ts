import type { Policy } from "../../core/policy.ts";
import { deliver } from "../../lens/deliver.ts";
import { codexLimits } from "../../limits/codex.ts";
import { policyOf } from "../../limits/limits.ts";
import type { AnswerLine } from "../../store/record.ts";
import { answerFromLog, answerLineFor, type DecidedAnswer, passWhole } from "../answer-from-log.ts";
import { type CodexToolEvent, callIn, originalOf } from "./events.ts";
import type { CallInThread, Thread } from "./thread.ts";

/** The world outside: a clock, how to wait, and what the user wants. */
export type CodexRuntime = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** A policy as the user wants it, in a directory. */
	readonly prefer: (policy: Policy, directory: string) => Policy;
	/** Whether the user wants writes guarded, in a directory. */
	readonly isGuarded: (directory: string) => boolean;
};

const LIMITS = codexLimits;
const POLICY = policyOf(LIMITS);

/** What is to be recorded of an answer, and the text that takes the place of the tool's; undefined where that stays. */
export type CodexToolAnswer = { readonly given: AnswerLine; readonly replacement: string | undefined };

/** What to send for a tool's answer, by the log of the thread. Undefined where there is nothing to say. */
export async function answerTool(
	event: CodexToolEvent,
	thread: Thread,
	world: CodexRuntime,
): Promise<CodexToolAnswer | undefined> {
	const begin = world.now();
	const original = originalOf(event);
	if (original === undefined) return undefined;
	const policy = world.prefer(POLICY, event.cwd);
	const find = (): ReturnType<Thread["at"]> => thread.at(event.tool_use_id);
	const call = {
		original,
		readOn: thread.readOn,
		guess() {
			const found = find();
			if (found.kind === "told" || found.kind === "over") return found;
			return { kind: "guessed", place: thread.guess(callIn(event)) } as const;
		},
		find,
		decide: (place: CallInThread) => decideIn(place, original, policy),
	};
	const answered = await answerFromLog(call, world);
	if (!answered) return undefined;
	const { place, answer, waited } = answered;
	const times = { time: begin, milliseconds: world.now() - begin, waited };
	const occasion = { host: "codex", session: event.session_id, agent: place.agent, ...times };
	const given = answerLineFor(occasion, place.asked, original, answer);
	return { given, replacement: answer.form === "whole" ? undefined : answer.text };
}

function decideIn(place: CallInThread, original: string, policy: Policy): DecidedAnswer<CallInThread> {
	const { window, asked, room } = place;
	// What the host will cut is not what the model would get.
	const outcome = Buffer.byteLength(original) > room ? "cut" : "done";
	const { answer } = deliver(window, asked.tools, asked.call, original, outcome, policy);
	const isSayable = LIMITS.replaces(asked.call.tool) && Buffer.byteLength(answer.text) < LIMITS.most;
	const decided = { place, answer };
	return answer.form === "whole" || isSayable ? decided : passWhole(decided, original, "unreachable");
}
