import { type CallInContext, eventsOf } from "../conversation/fold.ts";
import type { AgentThread, Entry, RecordedResult } from "../conversation/types.ts";
import { fold } from "../core/fold.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Event } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import type { DeliveryTerms, LeanAnswer } from "../lean/deliver.ts";
import { DEFAULT_LEAN, type LeanPolicy } from "../lean/types.ts";
import { lookAtCall } from "../lens/look.ts";
import type { ToolCall } from "../lens/types.ts";
import { policyOf } from "../limits/limits.ts";
import { newsOfFolds, withWords } from "../transform/folds.ts";
import { isNamedIn, type Prompts } from "../transform/prompts.ts";
import {
	type Arrived,
	arrive,
	type Bounds,
	bothLanes,
	foldAnswer,
	type Lanes,
	type ReplayTerms,
} from "./replayed-answer.ts";

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
