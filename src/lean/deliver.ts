import { fold } from "../core/fold.ts";
import { MARK } from "../core/lines.ts";
import { isInstructions, isSensitive, type Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, Call, Part, Reason, Result, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { decideViewed, type ViewedResult } from "../lens/deliver.ts";
import { lookAtCall } from "../lens/look.ts";
import { hasNotes, type ResultKind, resultKind } from "../lens/result-text.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { type LeanOriginal, lean, unlean } from "./lean.ts";
import type { LeanPolicy, LeanSavings, LeanStep, NumberedLines } from "./types.ts";

/**
 * An answer. If its text is lean, also the text after each policy, and the answer as the core decided it: that is what
 * the text says, and all that the window and the notes know.
 */
export type LeanAnswer = Answer & { readonly steps?: readonly LeanStep[]; readonly content?: Answer };

/** What was sent for a tool result, and the window after it. */
export type LeanDelivery = { readonly answer: LeanAnswer; readonly window: Window };

/** The core's policy, and the policies of lean text that apply. */
export type DeliveryTerms = { readonly policy: Policy; readonly lean: readonly LeanPolicy[] };

/** Handles one tool result from start to end, as `deliver` of the lens does, and sends its answer lean if that pays. */
export function deliverLean(
	window: Window,
	tools: Tools,
	call: ToolCall,
	seen: ViewedResult,
	terms: DeliveryTerms,
): LeanDelivery {
	const decided = decideViewed(window, tools, call, seen, terms.policy);
	const answer = leanAnswer(decided, lookAtCall(tools, call), call.directory, terms);
	return { answer, window: fold(window, { kind: "result", id: call.id, ...contentOfAnswer(answer) }) };
}

/** What an answer says, whatever form it was sent in. */
export function contentOfAnswer({ content, ...answer }: LeanAnswer): Pick<Result, "text" | "view" | "shortened"> {
	const { text, view, form } = content ?? answer;
	return { text, view, shortened: form !== "whole" };
}

/** What a text says that ibid has sent in place of a result, and whether there are notes in it. */
export function contentOfSent(text: string): Pick<Result, "text" | "shortened"> {
	const content = unlean(text);
	return content === undefined ? { text, shortened: true } : { text: content, shortened: hasNotes(content) };
}

/** What a tool result mostly is. A lean one is what its content is. */
export function kindOfAnswer(call: Call, { content, ...answer }: LeanAnswer): ResultKind {
	return resultKind(call, content ?? answer);
}

/** What each policy has saved in an answer; undefined if the answer is not lean. */
export function leanSavings(
	{ steps, content }: LeanAnswer,
	count: (text: string) => number = estimateTokens,
): LeanSavings | undefined {
	if (!steps || !content) return undefined;
	const counts = [content.text, ...steps.map(({ text }) => text)].map(count);
	return Object.fromEntries(steps.map(({ policy }, at) => [policy, counts[at]! - counts[at + 1]!]));
}

/** The answer in its lean form, if that pays; else the answer. */
export function leanAnswer(
	decided: Answer,
	call: Call,
	directory: string,
	{ policy, lean: policies }: DeliveryTerms,
): LeanAnswer {
	const kind = policies.length > 0 ? kindOf(decided, call) : undefined;
	if (!kind) return decided;
	const original = { text: decided.text, directory, kind, numbered: numberedIn(decided.view) };
	// It asks less of the model than notes do, so it may save less.
	const steps = lean(original, { policies, tokens: policy.tokens / 2 });
	const text = steps?.at(-1)?.text;
	if (!steps || text === undefined) return decided;
	const notes = text.split("\n").filter((line) => line.startsWith(MARK)).length;
	const form = decided.form === "whole" ? "lean" : decided.form;
	return { ...decided, form, reason: undefined, text, notes, after: estimateTokens(text), steps, content: decided };
}

/**
 * What kind of text an answer is; undefined if it must not be lean: a text that the model or the user wants in full, that
 * failed, that a host has cut, or that may hold secrets.
 */
function kindOf({ form, reason, view }: Answer, { subjects }: Call): LeanOriginal["kind"] | undefined {
	if (view.kind !== "shown" || (reason !== undefined && !LEANABLE.has(reason))) return undefined;
	const shown = view.parts.map(({ subject }) => subject);
	if (shown.length === 0) return undefined;
	if ([...shown, ...subjects].some((subject) => isSensitive(subject) || isInstructions(subject))) return undefined;
	if (form !== "whole") return "quoted";
	return shown.some(({ kind }) => kind === "file") ? "lines" : "output";
}

/** Sent in full only because there is nothing to quote. */
const LEANABLE: ReadonlySet<Reason> = new Set<Reason>(["fresh", "small", "sibling"]);

/** The lines with numbers that are ours to write. */
function numberedIn(view: View): NumberedLines[] {
	return view.kind === "shown" ? view.parts.flatMap(numberedLines) : [];
}

function numberedLines({ from, count, gutter }: Part): NumberedLines[] {
	if (gutter.kind !== "number" || gutter.forced || gutter.lead !== undefined) return [];
	return [{ from, count, width: gutter.width, mark: gutter.mark }];
}
