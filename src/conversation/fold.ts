import { fold } from "../core/fold.ts";
import { changing, type Layered, noneAt, settled, valueAt } from "../core/layered.ts";
import type { Event, Result } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { fileSubject } from "../lens/files.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { hasNotes } from "../lens/result-text.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { withoutDoubtfulEnds } from "../lens/views.ts";
import type { Entry, RecordedResult } from "./types.ts";

/** What must be known to fold a log: the tools of a version, and which texts ibid has shortened, by its record. */
export type FoldContext = {
	readonly tools: (version: string) => Tools;
	readonly isShortened: (id: string, text: string) => boolean;
};

/** A call, and the tools that it is one of. */
export type CallInContext = { readonly call: ToolCall; readonly version: string; readonly tools: Tools };

/** A window, and every call so far by its id. A value, like the window. */
export type FoldState = { readonly window: Window; readonly calls: Layered<CallInContext> };

/** Before the first entry. */
export function emptyState(): FoldState {
	return { window: emptyWindow(), calls: noneAt() };
}

/** The state after an entry of a log, in which results stand as they were delivered. */
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
	next.lately.set(call.id, { call, version, tools: tools(version) });
	return settled(next);
}

function foldDelivered(
	window: Window,
	{ id, text, plain, outcome, untrimmed, isEndDoubtful }: RecordedResult,
	{ call, tools }: CallInContext,
	{ isShortened }: FoldContext,
): Window {
	const shortened = isShortened(id, untrimmed ?? text);
	// Looks prove nothing: a note that ibid did not record makes the text unusable.
	const isDoubtful = !plain || (!shortened && hasNotes(text));
	const seen = lookAtText(tools, call, text, outcome, shortened);
	// A call that failed shows nothing, whatever its text looks like: some hosts repeat what was to be written.
	const isTrue = seen.kind === "failed" || !isDoubtful;
	const view = isTrue ? seen : lookAtText(tools, call, text, "cut", shortened);
	return foldResult(window, { kind: "result", id, text, view, shortened }, isEndDoubtful);
}

/** The window after a result, of which the host may have trimmed the ends. */
export function foldResult(window: Window, result: Result, isEndDoubtful = false): Window {
	if (!isEndDoubtful) return fold(window, result);
	const { view, doubts } = withoutDoubtfulEnds(result.view, result.text);
	return doubts.reduce((next, place) => fold(next, { kind: "hide", place }), fold(window, { ...result, view }));
}

/** What anything but a result does to a window. */
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
		case "erase":
		case "reset":
			return [entry];
	}
}
