import { fold } from "../core/fold.ts";
import { changing, type Layered, noneAt, settled, valueAt } from "../core/layered.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Event, Result } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { type Content, contentOfOriginal, contentOfSent, originalOfSent } from "../lean/content.ts";
import { fileSubject } from "../lens/files.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { hasNotes } from "../lens/result-text.ts";
import type { Outcome, ToolCall, Tools } from "../lens/types.ts";
import { withoutDoubtfulEnds } from "../lens/views.ts";
import type { Entry, RecordedResult } from "./types.ts";

/**
 * What is needed to fold a log: the tools of a version, and which texts ibid has shortened, according to its record.
 */
export type FoldContext = {
	readonly tools: (version: string) => Tools;
	readonly isShortened: (id: string, text: string) => boolean;
};

/** A call, and the tools that it belongs to. */
export type CallInContext = { readonly call: ToolCall; readonly version: string; readonly tools: Tools };

/** A window, and every call so far by its id. A value, like the window. */
type FoldState = { readonly window: Window; readonly calls: Layered<CallInContext> };

/** Before the first entry. */
export function emptyState(): FoldState {
	return { window: emptyWindow(), calls: noneAt() };
}

/** The state after an entry of a log, in which results are as they were delivered. */
export function foldEntry({ window, calls }: FoldState, entry: Entry, context: FoldContext): FoldState {
	if (entry.kind === "result") {
		const made = valueAt(calls, entry.id);
		return made ? { window: foldDelivered(window, entry, made, context), calls } : { window, calls };
	}
	const next = entry.kind === "call" ? withCall(calls, entry, context) : calls;
	return { window: eventsOf(entry, context).reduce(fold, window), calls: next };
}

function withCall(
	calls: Layered<CallInContext>,
	{ call, version = "" }: Extract<Entry, { kind: "call" }>,
	{ tools }: Pick<FoldContext, "tools">,
): Layered<CallInContext> {
	const next = changing(calls);
	next.recent.set(call.id, { call, version, tools: tools(version) });
	return settled(next);
}

function foldDelivered(
	window: Window,
	{ id, text, plain, outcome, untrimmed, isEndDoubtful }: RecordedResult,
	{ call, tools }: CallInContext,
	{ isShortened }: FoldContext,
): Window {
	const isOurs = isShortened(id, untrimmed ?? text);
	// Looks prove nothing: a note that ibid did not record makes the text unusable.
	const isDoubtful = !plain || (!isOurs && hasNotes(text));
	const look = (ended: Outcome): Content =>
		isOurs ? contentOfSent(tools, call, text, ended) : contentOfOriginal(text, lookAtText(tools, call, text, ended));
	const seen = look(outcome);
	// A failed call shows nothing, whatever its text looks like: some hosts repeat what was to be written.
	const isTrue = seen.view.kind === "failed" || !isDoubtful;
	return foldResult(window, { kind: "result", id, ...(isTrue ? seen : look("cut")) }, isEndDoubtful);
}

/** The window after a result whose ends the host may have trimmed. */
export function foldResult(window: Window, result: Result, isEndDoubtful = false): Window {
	if (!isEndDoubtful) return fold(window, result);
	const { view, doubts } = withoutDoubtfulEnds(result.view, result.text);
	return doubts.reduce((next, place) => fold(next, { kind: "hide", place }), fold(window, { ...result, view }));
}

/** The effect of anything but a result on a window. */
export function eventsOf(
	entry: Exclude<Entry, { kind: "result" }>,
	{ tools: toolsOf }: Pick<FoldContext, "tools">,
): readonly Event[] {
	switch (entry.kind) {
		case "turn":
			return [{ kind: "turn" }];
		case "call":
			return [{ kind: "call", call: lookAtCall(toolsOf(entry.version ?? ""), entry.call) }];
		case "shown": {
			const { call, text, outcome } = entry;
			const tools = toolsOf("");
			const view = lookAtText(tools, call, text, outcome);
			const result: Event = { kind: "result", id: call.id, text, view, shortened: false };
			return [{ kind: "call", call: lookAtCall(tools, call) }, result];
		}
		case "hidden":
		case "asked": {
			const subject = fileSubject(entry.directory ?? "", entry.path);
			if (!subject) return [];
			if (entry.kind === "hidden") return [{ kind: "hide", place: { subject } }];
			return [{ kind: "ask", place: { subject, ...(entry.lines && { lines: entry.lines }) } }];
		}
		case "prompt":
			return [];
		case "erase":
		case "reset":
			return [entry];
	}
}

/** How a list is folded, and what of an earlier fold may be used again. */
type FoldRules<Input, Step> = {
	/** The step for the same input of an earlier list; undefined if the input differs. */
	readonly reuse: (step: Step, input: Input) => Step | undefined;
	/** The step after another one; the first step comes after none. */
	readonly next: (before: Step | undefined, input: Input) => Step;
	/** How many lists are remembered. */
	readonly lists: number;
};

/**
 * Folds lists that have much in common, such as a log that grows or the messages of one request after another. What a
 * list has in common with one that was folded recently is not folded again. The memo saves time and changes no result.
 */
export function newIncrementalFold<Input, Step>({
	reuse,
	next,
	lists,
}: FoldRules<Input, Step>): (inputs: readonly Input[]) => readonly Step[] {
	let known: readonly (readonly Step[])[] = [];
	const inCommon = (steps: readonly Step[], inputs: readonly Input[]): Step[] => {
		const common: Step[] = [];
		for (let at = 0; at < Math.min(steps.length, inputs.length); at++) {
			const step = reuse(steps[at]!, inputs[at]!);
			if (step === undefined) break;
			common.push(step);
		}
		return common;
	};
	return (inputs) => {
		const begun = known.map((steps) => inCommon(steps, inputs));
		const steps = begun.reduce((a, b) => (b.length > a.length ? b : a), []);
		// A list that this one continues is no longer needed: its steps are the first ones here.
		const others = known.filter((each, index) => begun[index]!.length < each.length);
		for (const input of inputs.slice(steps.length)) steps.push(next(steps.at(-1), input));
		known = [steps, ...others].slice(0, lists);
		return steps;
	};
}

/** What a model has in its context after some entries of its log. */
export type ContextState = FoldState & {
	/** About how many tokens its next request has: what the host said about the last one, plus what came since. */
	readonly tokens: number;
	/** The calls whose results ibid has shortened, and those of them that have lost their lines since. */
	readonly notes: readonly string[];
	readonly orphans: readonly string[];
	/** The log says what its last request had. */
	readonly isTold: boolean;
};

/** Folds the contents of a growing log at several moments. */
export function newLogFold(context: FoldContext): (entries: readonly Entry[]) => ContextState {
	const start: ContextState = { ...emptyState(), tokens: 0, notes: [], orphans: [], isTold: false };
	const fold = newIncrementalFold<Entry, { readonly entry: Entry; readonly state: ContextState }>({
		reuse: (step, entry) => (isSameEntry(step.entry, entry) ? step : undefined),
		next: (before, entry) => ({ entry, state: addEntry(before?.state ?? start, entry, context) }),
		lists: MOST_LISTS,
	});
	return (entries) => fold(entries).at(-1)?.state ?? start;
}

/** A hook looks at a log twice, and the hooks of parallel calls look at different lines of it. */
const MOST_LISTS = 8;

function addEntry(state: ContextState, entry: Entry, context: FoldContext): ContextState {
	const after = { ...state, ...foldEntry(state, entry, context) };
	switch (entry.kind) {
		case "turn": {
			const { input, cacheRead, output } = entry.usage ?? { input: state.tokens, cacheRead: 0, output: 0 };
			return { ...after, tokens: input + cacheRead + output, isTold: entry.isTold === true };
		}
		case "result": {
			const { id, text, kept, untrimmed } = entry;
			const tokens = state.tokens + estimateTokens(text);
			if (!context.isShortened(id, untrimmed ?? text)) return { ...after, tokens };
			const isOrphan = kept && !isReadable(state.window, entry, state.calls);
			return {
				...after,
				tokens,
				notes: [...state.notes, id],
				orphans: isOrphan ? [...state.orphans, id] : state.orphans,
			};
		}
		case "reset":
			return { ...after, tokens: 0, notes: [], orphans: [] };
		default:
			return after;
	}
}

function isReadable(window: Window, { id, text }: RecordedResult, calls: Layered<CallInContext>): boolean {
	const made = valueAt(calls, id);
	return made !== undefined && originalOfSent(window, made.tools, made.call, text) !== undefined;
}

/** Whether two entries show the model the same thing. Their time and cost may be written later. */
function isSameEntry(a: Entry, b: Entry): boolean {
	return isSame(a, b, UNSEEN);
}

const UNSEEN = new Set(["time", "model", "usage", "version"]);

/**
 * Whether two JSON values are equal, ignoring the order of keys. Keys in `except` do not count on the outermost level.
 */
export function isSame(a: unknown, b: unknown, except?: ReadonlySet<string>): boolean {
	if (a === b) return true;
	if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
	return isRecord(a) && isRecord(b) && isSameRecord(a, b, except);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
	if (a.length !== b.length) return false;
	for (let index = 0; index < a.length; index++) if (!isSame(a[index], b[index])) return false;
	return true;
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Called for every message of every request, so it makes no lists of keys. */
function isSameRecord(a: JsonRecord, b: JsonRecord, except: ReadonlySet<string> | undefined): boolean {
	let left = 0;
	for (const key in a) {
		if (except?.has(key)) continue;
		left++;
		if (!isSame(a[key], b[key]) || (a[key] === undefined && !(key in b))) return false;
	}
	for (const key in b) if (!except?.has(key)) left--;
	return left === 0;
}

/** A deep copy, which the owner of the original cannot change. */
export function copyOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(copyOf);
	if (!isRecord(value)) return value;
	const copy: Record<string, unknown> = {};
	for (const key in value) copy[key] = copyOf(value[key]);
	return copy;
}

/** The bytes of an image are one value: looking at each of them would take long, and no entry depends on them. */
function isRecord(value: unknown): value is JsonRecord {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
