import { fold } from "../core/fold.ts";
import type { Event, Result } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { withoutDoubtfulEnds } from "../lens/ends.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { hasNotes } from "../lens/page.ts";
import { fileSubject } from "../lens/paths.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import type { Entry } from "./types.ts";

/** What must be known to fold a log: the tools of a version, and which texts ibid has shortened, by its record. */
export type Known = {
	readonly tools: (version: string) => Tools;
	readonly isShortened: (id: string, text: string) => boolean;
};

/** A call, and the tools that it is one of. */
export type Asked = { readonly call: ToolCall; readonly version: string; readonly tools: Tools };

/** The window after an entry of a log, in which results stand as they were delivered. Calls are noted for their results. */
export function foldEntry(window: Window, entry: Entry, calls: Map<string, Asked>, known: Known): Window {
	if (entry.kind === "call") {
		const { call, version } = entry;
		const tools = known.tools(version);
		calls.set(call.id, { call, version, tools });
		return fold(window, { kind: "call", call: lookAtCall(tools, call) });
	}
	if (entry.kind === "result") {
		const asked = calls.get(entry.id);
		if (!asked) return window;
		const { id, text, plain, outcome } = entry;
		const shortened = known.isShortened(id, entry.untrimmed ?? text);
		// Looks are not believed: a note that nobody has recorded stands for nobody knows what.
		const isDoubtful = !plain || (!shortened && hasNotes(text));
		const seen = lookAtText(asked.tools, asked.call, text, outcome, shortened);
		// A call that failed shows nothing, whatever its text looks like: some hosts repeat what was to be written.
		const isTrue = seen.kind === "failed" || !isDoubtful;
		const view = isTrue ? seen : lookAtText(asked.tools, asked.call, text, "cut", shortened);
		return foldResult(window, { kind: "result", id, text, view, shortened }, entry.isEndDoubtful);
	}
	const event = eventOf(entry);
	return event ? fold(window, event) : window;
}

/** The window after a result, of which the host may have trimmed the ends. */
export function foldResult(window: Window, result: Result, isEndDoubtful = false): Window {
	if (!isEndDoubtful) return fold(window, result);
	const { view, doubts } = withoutDoubtfulEnds(result.view, result.text);
	return doubts.reduce((next, place) => fold(next, { kind: "hide", place }), fold(window, { ...result, view }));
}

/** What something that is neither a call nor a result does to a window. */
export function eventOf(entry: Exclude<Entry, { kind: "call" | "result" }>): Event | undefined {
	if (entry.kind !== "attached") return entry.kind === "turn" ? { kind: "turn" } : entry;
	const subject = fileSubject("", entry.path);
	return subject ? { kind: "hide", place: { subject } } : undefined;
}
