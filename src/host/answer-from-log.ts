import type { CallInContext } from "../conversation/fold.ts";
import { wholeAnswer } from "../core/decide.ts";
import { isSensitive } from "../core/policy.ts";
import type { Reason } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { kindOfAnswer, type LeanAnswer } from "../lean/deliver.ts";
import { lookAtCall, nameToKeep } from "../lens/look.ts";
import { answerLineOf } from "../store/answer-line.ts";
import type { AnswerLine } from "../store/record-lines.ts";

/** A call, and the window that its result goes into. */
export type CallInWindow = { readonly window: Window; readonly asked: CallInContext };

/**
 * What a log says of a call: everything we need; not everything yet; that the call has a result already or failed; or
 * the log has lines that we do not understand, so we do not know what is in the window.
 */
export type CallInLog<Place extends CallInWindow> =
	| { readonly kind: "told"; readonly place: Place }
	| { readonly kind: "over" }
	| { readonly kind: "not told" | "strange" };

/** A call that has just ended; the host writes it to the log a moment later. */
export type LoggedCall<Place extends CallInWindow> = {
	/** The text that the tool returned. */
	readonly original: string;
	/** Reads the new lines of the log. */
	readonly readOn: () => void;
	/** The window that the result would go into, as far as the log is written. */
	readonly guess: () => { readonly kind: "told" | "guessed"; readonly place: Place } | { readonly kind: "over" };
	/** Looks for the call in the log. */
	readonly find: () => CallInLog<Place>;
	readonly decide: (place: Place) => DecidedAnswer<Place>;
};

/** An answer, and where it goes. */
export type DecidedAnswer<Place extends CallInWindow> = {
	readonly place: Place;
	readonly answer: LeanAnswer;
	/** The host itself says that nothing has changed, and that is true. */
	readonly isSaidByHost?: boolean;
};

/** A clock, and how to wait. */
export type WaitingRuntime = {
	readonly now: () => number;
	readonly wait: (milliseconds: number) => Promise<void>;
};

/** An answer, where it goes, and how long it waited for the log. */
export type LoggedAnswer<Place extends CallInWindow> = DecidedAnswer<Place> & { readonly waited: number };

/**
 * Decides by what the log has so far. If that would leave lines out, waits until the log has the call, and decides
 * again. Undefined if there is nothing to say.
 */
export async function answerFromLog<Place extends CallInWindow>(
	call: LoggedCall<Place>,
	world: WaitingRuntime,
): Promise<LoggedAnswer<Place> | undefined> {
	call.readOn();
	const first = call.guess();
	if (first.kind === "over") return undefined;
	const guess = call.decide(first.place);
	if (isOfSecrets(guess.place.asked)) return undefined;
	if (!leavesOut(guess)) return { ...guess, waited: 0 };
	if (first.kind === "told") return guess.isSaidByHost ? undefined : { ...guess, waited: 0 };
	const asking = world.now();
	const found = await findCall(call, world);
	const waited = world.now() - asking;
	if (found.kind === "over") return undefined;
	const decided = found.kind === "told" ? call.decide(found.place) : passWhole(guess, call.original, "unreachable");
	return decided.isSaidByHost ? undefined : { ...decided, waited };
}

/** Whether the model would get less than the whole text. A lean text has all of it. */
export function leavesOut({ answer, isSaidByHost = false }: DecidedAnswer<CallInWindow>): boolean {
	return isSaidByHost || answer.form === "same" || answer.form === "quoted";
}

async function findCall<Place extends CallInWindow>(
	{ readOn, find }: LoggedCall<Place>,
	{ wait }: WaitingRuntime,
): Promise<CallInLog<Place>> {
	let found = find();
	for (let waited = 0; found.kind === "not told" && waited < MOST_WAIT; waited += STEP) {
		await wait(STEP);
		readOn();
		found = find();
	}
	return found;
}

/** How long to wait until the log has a call, and how often to look. */
const MOST_WAIT = 250;
const STEP = 10;

/** The same decision, but with the whole text. */
export function passWhole<Place extends CallInWindow>(
	{ place, answer }: DecidedAnswer<Place>,
	text: string,
	reason: Reason,
): DecidedAnswer<Place> {
	const { view, before } = answer;
	return { place, answer: wholeAnswer({ id: place.asked.call.id, text, view }, before, reason) };
}

function isOfSecrets({ call, tools }: CallInContext): boolean {
	return lookAtCall(tools, call).subjects.some(isSensitive);
}

/** The call that was answered, and when. */
export type AnswerOccasion = Pick<AnswerLine, "host" | "session" | "agent" | "time" | "milliseconds" | "waited">;

/** The record line for an answer. `sent` is the text as the host gets it. */
export function answerLineFor(
	occasion: AnswerOccasion,
	{ call, tools, version }: CallInContext,
	original: string,
	answer: LeanAnswer,
	sent: string = answer.text,
): AnswerLine {
	const asked = lookAtCall(tools, call);
	const about = { subject: nameToKeep(asked.subjects[0]), brought: kindOfAnswer(asked, answer) };
	const what = { call: call.id, tool: call.tool, ...about, arguments: call.input, original };
	return answerLineOf({ ...occasion, version, ...what }, { ...answer, text: sent });
}
