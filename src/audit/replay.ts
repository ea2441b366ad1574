import { decide, wholeAnswer } from "../core/decide.ts";
import { fold } from "../core/fold.ts";
import type { Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, View } from "../core/types.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { type Delivery, deliver } from "../lens/deliver.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { fileSubject } from "../lens/paths.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { withoutForcedNumbers } from "../limits/free.ts";
import type { Limits } from "../limits/limits.ts";
import type { Entry, RecordedResult, Strand } from "../transcript/types.ts";

/** A recorded result with what ibid would have sent in its place. */
export type Answered = {
	readonly call: ToolCall;
	readonly version: string;
	readonly result: RecordedResult;
	readonly answer: Answer;
	/** The window that the answer went into. */
	readonly window: Window;
};

/** How a replay goes: with which tools, within which limits, or with none to see what could be saved at best. */
export type Terms = {
	readonly tools: (version: string) => Tools;
	readonly limits: Limits | undefined;
	readonly policy?: Policy;
};

/** Lives a strand of a recorded session again, with ibid in between. Results that a reset left standing come again. */
export function* replay({ entries }: Strand, terms: Terms): Generator<Answered | Mark> {
	let window = emptyWindow();
	const calls = new Map<string, { call: ToolCall; version: string; tools: Tools }>();
	for (const entry of entries) {
		if (entry.kind === "turn" || entry.kind === "reset") yield entry;
		if (entry.kind === "call") {
			const tools = terms.tools(entry.version);
			calls.set(entry.call.id, { call: entry.call, version: entry.version, tools });
			window = fold(window, { kind: "call", call: lookAtCall(tools, entry.call) });
		} else if (entry.kind === "result") {
			const asked = calls.get(entry.id);
			if (!asked) continue;
			const { call, version, tools } = asked;
			const delivery = deliverWithin(terms, window, tools, call, entry);
			yield { call, version, result: entry, answer: delivery.answer, window };
			window = delivery.window;
		} else window = passBy(window, entry);
	}
}

/** What a replay passes on its way. */
export type Mark = Extract<Entry, { kind: "turn" | "reset" }>;

/** The window after something that is neither a call nor a result. */
export function passBy(window: Window, entry: Exclude<Entry, { kind: "call" | "result" }>): Window {
	switch (entry.kind) {
		case "turn":
			return fold(window, { kind: "turn" });
		case "reset":
			return fold(window, { kind: "reset" });
		case "erase":
			return fold(window, { kind: "erase", ids: entry.ids });
		case "attached": {
			const subject = fileSubject("", entry.path);
			return subject ? fold(window, { kind: "hide", place: { subject } }) : window;
		}
	}
}

function deliverWithin(terms: Terms, window: Window, tools: Tools, call: ToolCall, result: RecordedResult): Delivery {
	const outcome = result.plain ? result.outcome : "cut";
	const { limits, policy } = terms;
	if (!limits) return deliverFreely(window, result, lookAtText(tools, call, result.text, outcome), policy);
	const delivery = deliver(window, tools, call, result.text, outcome, policy);
	if (delivery.answer.form === "whole") return delivery;
	const isWithin =
		limits.replaces(call.tool) &&
		(limits.failures || !isFailed(tools, call, result)) &&
		Buffer.byteLength(delivery.answer.text) <= limits.most;
	return isWithin ? delivery : passWhole(window, tools, call, result);
}

function deliverFreely(window: Window, { id, text }: RecordedResult, view: View, policy?: Policy): Delivery {
	const answer = decide(window, { id, text, view: withoutForcedNumbers(view) }, policy);
	const shortened = answer.form !== "whole";
	return { answer, window: fold(window, { kind: "result", id, text: answer.text, view: answer.view, shortened }) };
}

/** Whether the host itself, or the text in the host's own words, says that the call ended badly. */
function isFailed(tools: Tools, call: ToolCall, { text, outcome }: RecordedResult): boolean {
	return outcome === "failed" || tools.unwrap(text.split("\n"), call.tool).outcome === "failed";
}

function passWhole(window: Window, tools: Tools, call: ToolCall, { id, text, outcome }: RecordedResult): Delivery {
	const view = lookAtText(tools, call, text, outcome);
	const answer = wholeAnswer({ id, text, view }, estimateTokens(text), "unreachable");
	return { answer, window: fold(window, { kind: "result", id, text, view, shortened: false }) };
}
