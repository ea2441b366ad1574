import { isSensitive, type Policy } from "../../core/policy.ts";
import type { Answer } from "../../core/types.ts";
import { deliver } from "../../lens/deliver.ts";
import { lookAtCall, nameToKeep } from "../../lens/look.ts";
import { resultKind } from "../../lens/result-kind.ts";
import { codexLimits } from "../../limits/codex.ts";
import { policyOf } from "../../limits/limits.ts";
import { answerLineOf } from "../../store/answer-line.ts";
import type { AnswerLine } from "../../store/record.ts";
import { type CodexToolEvent, callIn, originalOf } from "./events.ts";
import type { CallInThread, Found, Thread } from "./thread.ts";

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

/** How long to wait for the log to tell how a call ended, and how often to look. */
const MOST_WAIT = 250;
const STEP = 10;

/** What is to be recorded of an answer, and the text that takes the place of the tool's; undefined where that stays. */
export type CodexToolAnswer = { readonly given: AnswerLine; readonly replacement: string | undefined };

/**
 * Decides as far as the log is written, and only if that would leave lines out waits until the log tells how the call
 * ended. Undefined where there is nothing to say.
 */
export async function answerTool(
	event: CodexToolEvent,
	thread: Thread,
	world: CodexRuntime,
): Promise<CodexToolAnswer | undefined> {
	const begin = world.now();
	const original = originalOf(event);
	if (original === undefined) return undefined;
	thread.readOn();
	const found = thread.at(event.tool_use_id);
	if (found.kind === "over") return undefined;
	const policy = world.prefer(POLICY, event.cwd);
	const guess = answerIn(found.kind === "ended well" ? found.place : thread.guess(callIn(event)), original, policy);
	if (isOfSecrets(guess.place)) return undefined;
	const asking = world.now();
	const leavesOut = guess.answer.form !== "whole";
	const told = leavesOut && found.kind === "not told" ? await findCall(thread, event.tool_use_id, world) : found;
	if (told.kind === "over") return undefined;
	const waited = world.now() - asking;
	const answered = told.kind === "ended well" && told !== found ? answerIn(told.place, original, policy) : guess;
	const isKnown = told.kind === "ended well" || !leavesOut;
	const { place, answer } = isKnown ? answered : passed(answered, original);
	const times = { time: begin, milliseconds: world.now() - begin, waited };
	const given = recordOf(event.session_id, place, original, answer, times);
	return { given, replacement: answer.form === "whole" ? undefined : answer.text };
}

/** An answer, and where it goes. */
type CodexAnswer = { readonly place: CallInThread; readonly answer: Answer };

function answerIn(place: CallInThread, original: string, policy: Policy): CodexAnswer {
	const { window, asked, room } = place;
	// What the host will cut is not what the model would get.
	const outcome = Buffer.byteLength(original) > room ? "cut" : "done";
	const { answer } = deliver(window, asked.tools, asked.call, original, outcome, policy);
	const answered = { place, answer };
	const isSayable = LIMITS.replaces(asked.call.tool) && Buffer.byteLength(answer.text) < LIMITS.most;
	return answer.form === "whole" || isSayable ? answered : passed(answered, original);
}

async function findCall(thread: Thread, id: string, world: CodexRuntime): Promise<Found> {
	let found = thread.at(id);
	for (let waited = 0; found.kind === "not told" && waited < MOST_WAIT; waited += STEP) {
		await world.wait(STEP);
		thread.readOn();
		found = thread.at(id);
	}
	return found;
}

function passed({ place, answer }: CodexAnswer, text: string): CodexAnswer {
	return { place, answer: { ...answer, form: "whole", reason: "unreachable", text, after: answer.before, notes: 0 } };
}

function isOfSecrets({ asked: { call, tools } }: CallInThread): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

type CodexTimes = Pick<AnswerLine, "time" | "milliseconds" | "waited">;

function recordOf(
	session: string,
	place: CallInThread,
	original: string,
	answer: Answer,
	times: CodexTimes,
): AnswerLine {
	const { call, version, tools } = place.asked;
	const asked = lookAtCall(tools, call);
	const [subject, brought] = [nameToKeep(asked.subjects[0]), resultKind(asked, answer)];
	const where = { host: "codex", version, session, agent: place.agent };
	const what = { call: call.id, tool: call.tool, subject, brought, arguments: call.input, original };
	return answerLineOf({ ...times, ...where, ...what }, answer);
}
