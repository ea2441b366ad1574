import { type CallInContext, eventsOf, foldResult } from "../conversation/fold.ts";
import type { AgentThread, Entry, RecordedResult } from "../conversation/types.ts";
import { decide, wholeAnswer } from "../core/decide.ts";
import { fold } from "../core/fold.ts";
import { defaultPolicy, type Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, Event, View } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { contentOfOriginal, contentOfSent } from "../lean/content.ts";
import {
	answerLean,
	contentOfAnswer,
	type DeliveryTerms,
	deliverLean,
	type LeanAnswer,
	type LeanDelivery,
} from "../lean/deliver.ts";
import { DEFAULT_LEAN, type LeanPolicy } from "../lean/types.ts";
import type { ViewedResult } from "../lens/deliver.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { hasForcedNumbers, type Limits, policyOf, withoutForcedNumbers } from "../limits/limits.ts";
import type { FoldFinder } from "../outline/first-view.ts";
import { newsOfFolds, withWords } from "../transform/folds.ts";
import { isNamedIn, type Prompts } from "../transform/prompts.ts";

/** A recorded result with what ibid would have sent instead. */
export type ReplayedResult = {
	readonly kind: "answered";
	readonly call: ToolCall;
	readonly version: string;
	readonly result: RecordedResult;
	readonly answer: LeanAnswer;
	/** The window that the answer went into. */
	readonly window: Window;
	/**
	 * What could be sent if the host let us replace every result, from a separate replay; the answer itself if not
	 * wanted.
	 */
	readonly best: LeanAnswer;
	/** What the model hears below it of lines that outlines have withheld. */
	readonly told?: string | undefined;
};

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

/** What a replay yields on its way. */
export type Mark = Extract<Entry, { kind: "turn" | "erase" | "reset" }>;

/**
 * Replays a thread of a recorded session with ibid. Results that a reset kept come again: if every request passes
 * through ibid they are shortened again, else they stay as they were sent.
 */
export function* replay({ entries }: AgentThread, terms: ReplayTerms): Generator<ReplayedResult | Mark> {
	const { limits } = terms;
	const window = emptyWindow();
	let life: Life = { lanes: bothLanes(window), sure: window, calls: new Map(), sent: new Map(), prompts: undefined };
	let tokens = 0;
	let isTold = false;
	const open = new Map<string, string>();
	for (const entry of entries) {
		if (isMark(entry)) yield entry;
		if (entry.kind === "turn" || entry.kind === "reset") open.clear();
		if (entry.kind === "call") open.set(entry.call.id, entry.call.tool);
		if (entry.kind === "result") open.delete(entry.id);
		if (entry.kind === "reset") tokens = 0;
		if (entry.kind === "turn" && entry.usage) tokens = entry.usage.input + entry.usage.cacheRead + entry.usage.output;
		if (entry.kind === "turn") isTold = entry.isTold === true;
		const policy = policyOf(limits, isTold);
		if (entry.kind === "result" && life.calls.has(entry.id)) tokens += estimateTokens(entry.text);
		const { life: after, answered } = next(life, entry, {
			...terms,
			policy,
			lean: limits.lean.filter((name) => leanFor(entry, terms).includes(name)),
			isNearCompaction: limits.nearCompaction(tokens, [...open.values()]),
			...outlineFor(entry, life, terms),
		});
		if (answered) yield answered;
		life = after;
	}
}

function leanFor(entry: Entry, { lean = DEFAULT_LEAN, leanSent }: ReplayTerms): readonly LeanPolicy[] {
	return (entry.kind === "result" ? leanSent?.(entry) : undefined) ?? lean;
}

function outlineFor(
	entry: Entry,
	{ prompts }: Life,
	{ findFolds, mayBeOutline }: ReplayTerms,
): Pick<DeliveryTerms, "outline"> {
	if (!findFolds || entry.kind !== "result" || mayBeOutline?.(entry) === false) return {};
	return { outline: { findFolds, isNamed: (path) => isNamedIn(prompts, path) } };
}

/** An entry that is repeated is not new. */
function isMark(entry: Entry): entry is Mark {
	if (entry.kind === "reset") return !entry.kept && !isGuess(entry);
	return entry.kind === "erase" || (entry.kind === "turn" && !entry.kept);
}

/**
 * The state of a replay: the window; the window without results of this turn that a hook would not have known; the
 * calls so far; the answers, by the ids of their calls; and what the user wrote.
 */
type Life = {
	readonly lanes: Lanes;
	readonly sure: Window;
	readonly calls: Map<string, CallInContext>;
	readonly sent: Map<string, LeanAnswer>;
	readonly prompts: Prompts;
};

/** The terms at a moment: the policy, and whether the host may compact before the model sees the next result. */
type Bounds = ReplayTerms & DeliveryTerms & { readonly isNearCompaction: boolean };

function next(life: Life, entry: Entry, bounds: Bounds): { readonly life: Life; readonly answered?: ReplayedResult } {
	const { calls, sent } = life;
	if (entry.kind === "call") {
		const { call, version = "" } = entry;
		calls.set(call.id, { call, version, tools: bounds.tools(version) });
	}
	if (entry.kind !== "result") {
		const events = eventsOf(entry, bounds);
		const lanes = isGuess(entry) ? onlyWithin(life.lanes, events) : events.reduce(foldBoth, life.lanes);
		const isSure = entry.kind !== "call" || life.sure === life.lanes.within;
		const prompts = promptsAfter(life.prompts, entry);
		return { life: { ...life, lanes, sure: isSure ? lanes.within : events.reduce(fold, life.sure), prompts } };
	}
	const made = calls.get(entry.id);
	if (!made) return { life };
	const known = (entry.kept && !bounds.limits.together ? sent.get(entry.id) : undefined) ?? bounds.sent?.(entry);
	const { call, version } = made;
	// In the best case we would see all results of a turn together.
	const arrived = arrive({ within: life.sure, free: life.lanes.free }, bounds, made, entry, known);
	const { within, free, told } = bounds.findFolds ? withNews(arrived, life.sure, made, entry) : arrived;
	sent.set(entry.id, within.answer);
	const isSure = life.sure === life.lanes.within;
	const window = isSure ? within.window : foldAnswer(life.lanes.within, entry, within.answer);
	const sure = bounds.limits.lingers(call.tool) && !entry.kept ? life.sure : within.window;
	return {
		life: { ...life, lanes: { within: window, free: free.window }, sure },
		answered: {
			kind: "answered",
			...{ call, version, result: entry, window: life.sure },
			...{ answer: within.answer, best: free.answer, told },
		},
	};
}

/**
 * The window within the limits of the host, and the one without. They are the same value until an answer differs, and
 * after a reset.
 */
type Lanes = { readonly within: Window; readonly free: Window };

const bothLanes = (window: Window): Lanes => ({ within: window, free: window });

function foldBoth({ within, free }: Lanes, event: Event): Lanes {
	// After a reset they cannot differ.
	if (within === free || event.kind === "reset") return bothLanes(fold(within, event));
	return { within: fold(within, event), free: fold(free, event) };
}

/** What a host may have done without a word is one of its limits. */
function onlyWithin({ within, free }: Lanes, events: readonly Event[]): Lanes {
	return { within: events.reduce(fold, within), free };
}

function isGuess(entry: Entry): boolean {
	return entry.kind === "reset" && entry.isGuess === true;
}

/** The windows after the model has heard where folded lines are now. */
function withNews(
	{ within, free }: Arrived,
	before: Window,
	{ call, tools }: CallInContext,
	{ plain }: RecordedResult,
): Arrived {
	const { window, told } = newsOfFolds(before, within.window, lookAtCall(tools, call), plain);
	const isShared = free.window === within.window;
	const answer = withWords(within.answer, told);
	return { within: { answer, window }, free: isShared ? { ...free, window } : free, told };
}

/** After a reset the model no longer has what the user wrote before. */
function promptsAfter(prompts: Prompts, entry: Entry): Prompts {
	if (entry.kind === "prompt") return { text: entry.text, before: prompts };
	return entry.kind === "reset" && !isGuess(entry) ? undefined : prompts;
}

type Arrived = {
	readonly within: LeanDelivery;
	readonly free: LeanDelivery;
	readonly told?: string | undefined;
};

function arrive(
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

function foldAnswer(window: Window, { id, isEndDoubtful }: RecordedResult, answer: LeanAnswer): Window {
	return foldResult(window, { kind: "result", id, ...contentOfAnswer(answer) }, isEndDoubtful);
}
