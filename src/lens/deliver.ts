import { decide, wholeAnswer } from "../core/decide.ts";
import { fold } from "../core/fold.ts";
import type { Policy } from "../core/policy.ts";
import type { Answer, Part, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { lookAtText } from "./look.ts";
import type { Outcome, ToolCall, Tools } from "./types.ts";

/** What was sent for a text, and the window after it. */
export type Delivery = { readonly answer: Answer; readonly window: Window };

/**
 * Answers one call from start to end: looks at the text, decides, and folds what is sent into the window.
 * The lens looks at the answer too, as it will when the conversation is read again; if it does not see there what the
 * core meant, the text passes whole.
 */
export function deliver(
	window: Window,
	tools: Tools,
	call: ToolCall,
	text: string,
	outcome: Outcome = "done",
	policy?: Policy,
): Delivery {
	return deliverSeen(window, tools, call, { text, outcome, view: lookAtText(tools, call, text, outcome) }, policy);
}

/** A text that the lens has looked at. */
export type Seen = { readonly text: string; readonly outcome: Outcome; readonly view: View };

/** The same for a text that was looked at before. */
export function deliverSeen(window: Window, tools: Tools, call: ToolCall, seen: Seen, policy?: Policy): Delivery {
	const { id } = call;
	const arrival = { id, text: seen.text, view: seen.view };
	const decided = decide(window, arrival, policy);
	const isSeen = (): boolean => sameView(decided.view, lookAtText(tools, call, decided.text, seen.outcome, true));
	const shortened = decided.form !== "whole" && isSeen();
	const answer = shortened || decided.form === "whole" ? decided : wholeAnswer(arrival, decided.before, "opaque");
	return { answer, window: fold(window, { kind: "result", id, text: answer.text, view: answer.view, shortened }) };
}

function sameView(a: View, b: View): boolean {
	return JSON.stringify(placesIn(a)) === JSON.stringify(placesIn(b));
}

/** Where a view has its parts; what it hides is the same for every text of a call. */
function placesIn(view: View): unknown {
	const places = (parts: readonly Part[]) => parts.map(({ from, count, first, room }) => [from, count, first, room]);
	return view.kind === "shown" ? places(view.parts) : view.kind;
}
