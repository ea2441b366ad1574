import { type CallInContext, foldResult } from "../conversation/fold.ts";
import type { RecordedResult } from "../conversation/types.ts";
import { decide, wholeAnswer } from "../core/decide.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { contentOfOriginal, contentOfSent } from "../lean/content.ts";
import {
	answerLean,
	contentOfAnswer,
	type DeliveryTerms,
	deliverLean,
	type LeanAnswer,
	type LeanDelivery,
} from "../lean/deliver.ts";
import type { LeanPolicy } from "../lean/types.ts";
import type { ViewedResult } from "../lens/deliver.ts";
import { lookAtText } from "../lens/look.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { hasForcedNumbers, type Limits, withoutForcedNumbers } from "../limits/limits.ts";
import type { FoldFinder } from "../outline/first-view.ts";

/** The terms of a replay: tools, limits, and whether to compute the best case too. */
export type ReplayTerms = {
	readonly tools: (version: string) => Tools;
	readonly limits: Limits;
	readonly isBestAsked: boolean;
	/** The policies of lean text that are wanted; those that apply by default if absent. */
	readonly lean?: readonly LeanPolicy[] | undefined;
	/** Those by which a result was really sent lean, if that is recorded: the user's settings may have been others. */
	readonly leanSent?: (result: RecordedResult) => readonly LeanPolicy[] | undefined;
	/** What was really sent for a result, if known word for word: then that is the answer. */
	readonly sent?: (result: RecordedResult) => SentAnswer | undefined;
	/** Finds what to fold when a large file is first shown; nothing is folded if absent. */
	readonly findFolds?: FoldFinder | undefined;
	/** Which results may be outlines; all may if absent. */
	readonly mayBeOutline?: (result: RecordedResult) => boolean;
};

/** A text in the window, and what is recorded of it. */
export type SentAnswer = Pick<Answer, "text" | "form" | "reason" | "before" | "after" | "notes">;

/** The terms at a moment: the policy, and whether the host may compact before the model sees the next result. */
export type Bounds = ReplayTerms & DeliveryTerms & { readonly isNearCompaction: boolean };

/**
 * The window within the limits of the host, and the one without. They are the same value until an answer differs, and
 * after a reset.
 */
export type Lanes = { readonly within: Window; readonly free: Window };

/** One window for both. */
export const bothLanes = (window: Window): Lanes => ({ within: window, free: window });

/** The answers to a result in both windows. */
export type Arrived = {
	readonly within: LeanDelivery;
	readonly free: LeanDelivery;
	readonly told?: string | undefined;
};

/** Answers a result in both windows. */
export function arrive(
	lanes: Lanes,
	bounds: Bounds,
	asked: CallInContext,
	result: RecordedResult,
	known: SentAnswer | undefined,
): Arrived {
	const outcome = result.plain ? result.outcome : "cut";
	const seen = { text: result.text, outcome, view: lookAtText(asked.tools, asked.call, result.text, outcome) };
	const within = known
		? deliverKnown(lanes.within, asked, result, known)
		: deliverWithin(lanes.within, bounds, asked, result, seen);
	const isShared = lanes.within === lanes.free;
	const isEnough = !bounds.isBestAsked || (!known && isUnlimited(bounds, within.answer, seen.view));
	if (isShared && isEnough) return { within, free: within };
	const best = bestAnswer(lanes.free, bounds, asked, seen);
	if (isShared && best.text === within.answer.text) return { within, free: { answer: best, window: within.window } };
	return { within, free: { answer: best, window: foldAnswer(lanes.free, result, best) } };
}

/** What would be sent if the host let us replace every result. */
function bestAnswer(
	window: Window,
	{ lean }: DeliveryTerms,
	{ call, tools }: CallInContext,
	seen: ViewedResult,
): LeanAnswer {
	return answerLean(tools, call, seen, { policy: TOGETHER, lean }, ({ text, view }) =>
		decide(window, { id: call.id, text, view: withoutForcedNumbers(view) }, TOGETHER),
	);
}

/** A text as it was sent, and the window after it. */
function deliverKnown(
	window: Window,
	{ call, tools }: CallInContext,
	result: RecordedResult,
	known: SentAnswer,
): LeanDelivery {
	const isOurs = known.form !== "whole";
	const outcome = result.plain ? (isOurs ? "done" : result.outcome) : "cut";
	const { shortened, ...said } = isOurs
		? contentOfSent(tools, call, known.text, outcome)
		: contentOfOriginal(known.text, lookAtText(tools, call, known.text, outcome));
	const content: Answer = { ...known, ...said, form: shortened ? known.form : "whole" };
	const answer = said.text === known.text ? content : { ...known, view: said.view, content };
	return { answer, window: foldAnswer(window, result, answer) };
}

/** What would be sent within the limits of the host, and the window after it. */
function deliverWithin(
	window: Window,
	{ limits, policy, lean, outline, isNearCompaction }: Bounds,
	{ call, tools }: CallInContext,
	result: RecordedResult,
	seen: ViewedResult,
): LeanDelivery {
	const terms = { policy, lean, ...(outline && { outline }) };
	const delivery = asSent(window, result, deliverLean(window, tools, call, seen, terms));
	const isWanted =
		delivery.answer.form === "whole" || (!isNearCompaction && isWithin(limits, tools, call, result, delivery.answer));
	return isWanted ? delivery : passWhole(window, result, seen);
}

/** Whether an answer would be the same without limits. */
function isUnlimited({ policy: { reach } }: Bounds, { form, reason }: Answer, view: View): boolean {
	if (reason === "short" || view.kind === "opaque" || view.kind === "failed") return true;
	if (reach < Number.POSITIVE_INFINITY && reason !== undefined) return false;
	if (reason === "fresh") return true;
	const isOwnWill = form !== "whole" || reason === "asked again" || reason === "instructions" || reason === "small";
	return isOwnWill && !hasForcedNumbers(view);
}

const TOGETHER: Policy = { ...defaultPolicy, siblings: "same subject" };

/** Whether the host lets us send a shortened answer. */
function isWithin(limits: Limits, tools: Tools, call: ToolCall, result: RecordedResult, answer: Answer): boolean {
	if (!limits.replaces(call.tool)) return false;
	return Buffer.byteLength(answer.text) <= limits.most && (limits.failures || !isFailed(tools, call, result));
}

/** Whether the host, or the text in the host's own words, says that the call failed. */
function isFailed(tools: Tools, call: ToolCall, { text, outcome }: RecordedResult): boolean {
	return outcome === "failed" || tools.unwrap(text.split("\n"), call.tool).outcome === "failed";
}

function passWhole(window: Window, result: RecordedResult, { text, view }: ViewedResult): LeanDelivery {
	const answer = wholeAnswer({ id: result.id, text, view }, estimateTokens(text), "unreachable");
	const content = { ...answer, ...contentOfOriginal(text, view) };
	return { answer, window: foldAnswer(window, result, { ...answer, content }) };
}

/** A delivery, as far as we know what the host made of it. */
function asSent(window: Window, result: RecordedResult, delivery: LeanDelivery): LeanDelivery {
	return result.isEndDoubtful ? { ...delivery, window: foldAnswer(window, result, delivery.answer) } : delivery;
}

/** A window after an answer. */
export function foldAnswer(window: Window, { id, isEndDoubtful }: RecordedResult, answer: LeanAnswer): Window {
	return foldResult(window, { kind: "result", id, ...contentOfAnswer(answer) }, isEndDoubtful);
}
