import { decide, wholeAnswer } from "../core/decide.ts";
import { fold } from "../core/fold.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, Event, View } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { type Delivery, deliverSeen } from "../lens/deliver.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { hasForcedNumbers, withoutForcedNumbers } from "../limits/free.ts";
import { type Limits, policyOf } from "../limits/limits.ts";
import { type Asked, eventOf } from "../transcript/fold.ts";
import type { Entry, RecordedResult, Strand } from "../transcript/types.ts";

/** A recorded result with what ibid would have sent in its place. */
export type Answered = {
	readonly kind: "answered";
	readonly call: ToolCall;
	readonly version: string;
	readonly result: RecordedResult;
	readonly answer: Answer;
	/** The window that the answer went into. */
	readonly window: Window;
	/** What could be sent if the host let us replace every text, in a life of its own; where nobody asks, the answer. */
	readonly best: Answer;
};

/** With which tools a replay goes, what it may replace, and whether it is asked what could have been sent at best. */
export type Terms = {
	readonly tools: (version: string) => Tools;
	readonly limits: Limits;
	readonly isBestAsked: boolean;
};

/** What a replay passes on its way. */
export type Mark = Extract<Entry, { kind: "turn" | "erase" | "reset" }>;

/** Lives a strand of a recorded session again, with ibid in between. Results that a reset left standing come again. */
export function* replay({ entries }: Strand, { tools, limits, isBestAsked }: Terms): Generator<Answered | Mark> {
	let lanes = bothLanes(emptyWindow());
	const calls = new Map<string, Asked>();
	let tokens = 0;
	let sizes: number[] = [];
	for (const entry of entries) {
		if (entry.kind === "turn" || entry.kind === "erase" || entry.kind === "reset") yield entry;
		if (entry.kind === "reset") [tokens, sizes] = [0, []];
		if (entry.kind === "turn" && entry.usage) tokens = entry.usage.input + entry.usage.cacheRead + entry.usage.output;
		if (entry.kind === "call") {
			const asked = { call: entry.call, version: entry.version, tools: tools(entry.version) };
			calls.set(entry.call.id, asked);
			lanes = foldBoth(lanes, { kind: "call", call: lookAtCall(asked.tools, entry.call) });
		} else if (entry.kind === "result") {
			const asked = calls.get(entry.id);
			if (!asked) continue;
			const policy = policyOf(limits, sizes);
			sizes.push(estimateTokens(entry.text));
			tokens += sizes.at(-1)!;
			const { within, free } = arrive(lanes, { ...limits, policy, isBestAsked }, asked, entry, tokens);
			const { call, version } = asked;
			const { answer } = within;
			yield { kind: "answered", call, version, result: entry, answer, window: lanes.within, best: free.answer };
			lanes = { within: within.window, free: free.window };
		} else {
			const event = eventOf(entry);
			if (event) lanes = foldBoth(lanes, event);
		}
	}
}

/** The window within the limits of the host and the one without. They are the same one until an answer differs, and after a reset. */
type Lanes = { readonly within: Window; readonly free: Window };

const bothLanes = (window: Window): Lanes => ({ within: window, free: window });

function foldBoth({ within, free }: Lanes, event: Event): Lanes {
	// A reset leaves nothing in which they could differ.
	if (within === free || event.kind === "reset") return bothLanes(fold(within, event));
	return { within: fold(within, event), free: fold(free, event) };
}

type Arrived = { readonly within: Delivery; readonly free: Delivery };

/** Limits, the policy that goes with them at a moment, and whether anybody wants to know what lies beyond them. */
type Bounds = Limits & { readonly policy: Policy; readonly isBestAsked: boolean };

function arrive(lanes: Lanes, limits: Bounds, { call, tools }: Asked, result: RecordedResult, tokens: number): Arrived {
	const outcome = result.plain ? result.outcome : "cut";
	const view = lookAtText(tools, call, result.text, outcome);
	const seen = { text: result.text, view, outcome };
	const delivery = deliverSeen(lanes.within, tools, call, seen, limits.policy);
	const isWanted = delivery.answer.form === "whole" || isWithin(limits, tools, call, result, delivery.answer, tokens);
	const within = isWanted ? delivery : passWhole(lanes.within, result, view);
	const isShared = lanes.within === lanes.free;
	const isEnough = !limits.isBestAsked || isUnlimited(limits, within.answer, view);
	if (isShared && isEnough) return { within, free: within };
	const { id, text } = result;
	const best = decide(lanes.free, { id, text, view: withoutForcedNumbers(view) }, TOGETHER);
	if (isShared && best.text === within.answer.text) return { within, free: { answer: best, window: within.window } };
	return { within, free: { answer: best, window: foldAnswer(lanes.free, id, best) } };
}

/** Whether an answer would be the same without limits. */
function isUnlimited({ policy: { reach } }: Bounds, { form, reason }: Answer, view: View): boolean {
	if (reason === "short" || view.kind === "opaque" || view.kind === "failed") return true;
	if (reach < Number.POSITIVE_INFINITY && reason !== undefined) return false;
	if (reason === "fresh") return true;
	const isOwnWill = form !== "whole" || reason === "insisted" || reason === "instructions" || reason === "small";
	return isOwnWill && !hasForcedNumbers(view);
}

const TOGETHER: Policy = { ...defaultPolicy, siblings: "same subject" };

/** Whether the host lets us send a shortened answer. */
function isWithin(
	limits: Limits,
	tools: Tools,
	call: ToolCall,
	result: RecordedResult,
	answer: Answer,
	tokens: number,
): boolean {
	if (!limits.replaces(call.tool) || limits.brink(tokens)) return false;
	if (limits.onlyReading && !lookAtCall(tools, call).readOnly) return false;
	return Buffer.byteLength(answer.text) <= limits.most && (limits.failures || !isFailed(tools, call, result));
}

/** Whether the host itself, or the text in the host's own words, says that the call ended badly. */
function isFailed(tools: Tools, call: ToolCall, { text, outcome }: RecordedResult): boolean {
	return outcome === "failed" || tools.unwrap(text.split("\n"), call.tool).outcome === "failed";
}

function passWhole(window: Window, { id, text }: RecordedResult, view: View): Delivery {
	const answer = wholeAnswer({ id, text, view }, estimateTokens(text), "unreachable");
	return { answer, window: foldAnswer(window, id, answer) };
}

function foldAnswer(window: Window, id: string, { form, text, view }: Answer): Window {
	return fold(window, { kind: "result", id, text, view, shortened: form !== "whole" });
}
