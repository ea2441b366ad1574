import { isSensitive, type Policy } from "../../core/policy.ts";
import type { Answer } from "../../core/types.ts";
import { deliver } from "../../lens/deliver.ts";
import { kindOf } from "../../lens/kind.ts";
import { lookAtCall, nameToKeep } from "../../lens/look.ts";
import { limitsOf, policyOf } from "../../limits/limits.ts";
import { givenOf } from "../../store/given.ts";
import type { Given } from "../../store/record.ts";
import type { ToolEvent } from "./events.ts";
import { callIn, originalOf } from "./original.ts";
import type { Found, Place, Thread } from "./thread.ts";

/** The world outside: a clock, how to wait, and what the user wants. */
export type World = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
	/** A policy as the user wants it, in a directory. */
	readonly prefer: (policy: Policy, directory: string) => Policy;
	/** Whether the user wants writes guarded, in a directory. */
	readonly isGuarded: (directory: string) => boolean;
};

const LIMITS = limitsOf("codex");
const POLICY = policyOf(LIMITS);

/** How long to wait for the log to tell how a call ended, and how often to look. */
const MOST_WAIT = 250;
const STEP = 10;

/** What is to be recorded of an answer, and the text that takes the place of the tool's; undefined where that stays. */
export type ToolAnswer = { readonly given: Given; readonly replacement: string | undefined };

/**
 * Decides as far as the log is written, and only if that would leave lines out waits until the log tells how the call
 * ended. Undefined where there is nothing to say.
 */
export async function answerTool(event: ToolEvent, thread: Thread, world: World): Promise<ToolAnswer | undefined> {
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
type Answered = { readonly place: Place; readonly answer: Answer };

function answerIn(place: Place, original: string, policy: Policy): Answered {
	const { window, asked, room } = place;
	// What the host will cut is not what the model would get.
	const outcome = Buffer.byteLength(original) > room ? "cut" : "done";
	const { answer } = deliver(window, asked.tools, asked.call, original, outcome, policy);
	const answered = { place, answer };
	const isSayable = LIMITS.replaces(asked.call.tool) && Buffer.byteLength(answer.text) < LIMITS.most;
	return answer.form === "whole" || isSayable ? answered : passed(answered, original);
}

async function findCall(thread: Thread, id: string, world: World): Promise<Found> {
	let found = thread.at(id);
	for (let waited = 0; found.kind === "not told" && waited < MOST_WAIT; waited += STEP) {
		await world.wait(STEP);
		thread.readOn();
		found = thread.at(id);
	}
	return found;
}

function passed({ place, answer }: Answered, text: string): Answered {
	return { place, answer: { ...answer, form: "whole", reason: "unreachable", text, after: answer.before, notes: 0 } };
}

function isOfSecrets({ asked: { call, tools } }: Place): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

type Times = Pick<Given, "time" | "milliseconds" | "waited">;

function recordOf(session: string, place: Place, original: string, answer: Answer, times: Times): Given {
	const { call, version, tools } = place.asked;
	const asked = lookAtCall(tools, call);
	const [subject, brought] = [nameToKeep(asked.subjects[0]), kindOf(asked, answer)];
	const where = { host: "codex", version, session, agent: place.agent };
	const what = { call: call.id, tool: call.tool, subject, brought, arguments: call.input, original };
	return givenOf({ ...times, ...where, ...what }, answer);
}
