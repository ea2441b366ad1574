import { decide, wholeAnswer } from "../core/decide.ts";
import { fold } from "../core/fold.ts";
import type { Policy } from "../core/policy.ts";
import type { Answer, Part, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { lookAtText } from "./look.ts";
import type { Outcome, ToolCall, Tools } from "./types.ts";

/** What was sent for a tool result, and the window after it. */
export type Delivery = { readonly answer: Answer; readonly window: Window };

/**
 * Handles one tool result from start to end: views it, decides, and folds what is sent into the window.
 * The lens views the answer too, as it will when the conversation is read again; if it does not find the parts that the
 * core meant, the result is sent in full.
 */
export function deliver(
	window: Window,
	tools: Tools,
	call: ToolCall,
	text: string,
	outcome: Outcome = "done",
	policy?: Policy,
): Delivery {
	return deliverViewed(window, tools, call, { text, outcome, view: lookAtText(tools, call, text, outcome) }, policy);
}

/** A tool result with its view. */
export type ViewedResult = { readonly text: string; readonly outcome: Outcome; readonly view: View };

/** The same for a result with its view. */
export function deliverViewed(
	window: Window,
	tools: Tools,
	call: ToolCall,
	seen: ViewedResult,
	policy?: Policy,
): Delivery {
	const { id } = call;
	const answer = decideViewed(window, tools, call, seen, policy);
	const { form, text, view } = answer;
	return { answer, window: fold(window, { kind: "result", id, text, view, shortened: form !== "whole" }) };
}

/** What to send for a result with its view: shortened only if the lens will see in the answer what the core meant. */
export function decideViewed(
	window: Window,
	tools: Tools,
	call: ToolCall,
	seen: ViewedResult,
	policy?: Policy,
): Answer {
	const arrival = { id: call.id, text: seen.text, view: seen.view };
	const decided = decide(window, arrival, policy);
	if (decided.form === "whole") return decided;
	const isSeen = isSameView(decided.view, lookAtText(tools, call, decided.text, seen.outcome, true));
	return isSeen ? decided : wholeAnswer(arrival, decided.before, "opaque");
}

/** Whether two views have the same parts, with the same numbers. */
export function isSameView(a: View, b: View): boolean {
	return JSON.stringify(partPlaces(a)) === JSON.stringify(partPlaces(b));
}

/** The parts of a view: what each shows, where, and how its lines are numbered. What it hides depends only on the call. */
function partPlaces(view: View): unknown {
	return view.kind === "shown" ? view.parts.map(partPlace) : view.kind;
}

function partPlace({ subject: { kind, name }, from, count, first, room, gutter }: Part): unknown {
	return [kind, name, from, count, first, room, ...(gutter.kind === "number" ? [gutter.width, gutter.mark] : [])];
}
