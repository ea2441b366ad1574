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
	const { id } = call;
	const arrival = { id, text, view: lookAtText(tools, call, text, outcome) };
	const decided = decide(window, arrival, policy);
	const seen = lookAtText(tools, call, decided.text, outcome, decided.form !== "whole");
	const answer = sameView(seen, decided.view) ? decided : wholeAnswer(arrival, decided.before, "opaque");
	const shortened = answer.form !== "whole";
	const result = { kind: "result", id, text: answer.text, view: answer.view, shortened } as const;
	return { answer, window: fold(window, result) };
}

function sameView(a: View, b: View): boolean {
	return JSON.stringify(placesIn(a)) === JSON.stringify(placesIn(b));
}

/** Where a view has its parts; what it hides is the same for every text of a call. */
function placesIn(view: View): unknown {
	const places = (parts: readonly Part[]) => parts.map(({ from, count, first, room }) => [from, count, first, room]);
	if (view.kind === "shown") return places(view.parts);
	return view.kind === "diff" ? [places(view.parts), places(view.signed)] : view.kind;
}
