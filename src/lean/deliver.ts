import { fold } from "../core/fold.ts";
import { MARK } from "../core/lines.ts";
import { isInstructions, isSensitive, type Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, Call, Reason, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { decideViewed, type ViewedResult } from "../lens/deliver.ts";
import { lookAtCall } from "../lens/look.ts";
import { type ResultKind, resultKind } from "../lens/result-text.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { lean } from "./lean.ts";
import type { LeanPolicy, LeanSavings, LeanStep } from "./types.ts";

/** An answer; of a lean one also the text after each policy, and what the lens sees in the original. */
export type LeanAnswer = Answer & { readonly steps?: readonly LeanStep[]; readonly seen?: View };

/** What a tool result mostly is. A lean one is what its original is. */
export function kindOfAnswer(call: Call, { seen, ...answer }: LeanAnswer): ResultKind {
	return resultKind(call, seen ? { ...answer, form: "whole", view: seen } : answer);
}

/** What each policy has saved in an answer whose original has so many tokens; undefined if the answer is not lean. */
export function leanSavings(
	{ steps }: LeanAnswer,
	tokens: number,
	count: (text: string) => number = estimateTokens,
): LeanSavings | undefined {
	if (!steps) return undefined;
	const counts = [tokens, ...steps.map(({ text }) => count(text))];
	return Object.fromEntries(steps.map(({ policy }, at) => [policy, counts[at]! - counts[at + 1]!]));
}

/** What was sent for a tool result, and the window after it. */
export type LeanDelivery = { readonly answer: LeanAnswer; readonly window: Window };

/** The core's policy, and the policies of lean text that apply. */
export type DeliveryTerms = { readonly policy: Policy; readonly lean: readonly LeanPolicy[] };

/**
 * Handles one tool result from start to end, as `deliver` of the lens does; a result that would be sent in full, and of
 * which no line is known as a line of a file, is sent lean if that pays.
 */
export function deliverLean(
	window: Window,
	tools: Tools,
	call: ToolCall,
	seen: ViewedResult,
	terms: DeliveryTerms,
): LeanDelivery {
	const decided = decideViewed(window, tools, call, seen, terms.policy);
	const answer = leanAnswer(decided, lookAtCall(tools, call), call.directory, terms) ?? decided;
	const { form, text, view } = answer;
	const shortened = form === "same" || form === "quoted";
	const original = form === "lean" ? { original: decided.text } : {};
	return { answer, window: fold(window, { kind: "result", id: call.id, text, view, shortened, ...original }) };
}

function leanAnswer(
	decided: Answer,
	call: Call,
	directory: string,
	{ policy, lean: policies }: DeliveryTerms,
): LeanAnswer | undefined {
	if (policies.length === 0 || !mayBeLean(decided, call)) return undefined;
	const { tokens, share } = policy;
	const steps = lean(decided.text, directory, { policies, tokens, share });
	const text = steps?.at(-1)?.text;
	if (!steps || text === undefined) return undefined;
	const notes = text.split("\n").filter((line) => line.startsWith(MARK)).length;
	const view = leanView(call, decided.view);
	const after = estimateTokens(text);
	return { ...decided, form: "lean", reason: undefined, text, view, notes, after, steps, seen: decided.view };
}

/**
 * A text that is sent in full only because there is nothing to quote in it. Not one that the model or the user wants in
 * full, that failed, that a host has cut, or that may hold secrets; and not a view of a file, because its lines would no
 * longer be where notes look for them.
 */
function mayBeLean({ form, reason, view }: Answer, { subjects }: Call): boolean {
	if (form !== "whole" || reason === undefined || !LEANABLE.has(reason) || view.kind !== "shown") return false;
	const shown = view.parts.map(({ subject }) => subject);
	if (shown.length === 0 || shown.some(({ kind }) => kind === "file")) return false;
	return ![...shown, ...subjects].some((subject) => isSensitive(subject) || isInstructions(subject));
}

const LEANABLE: ReadonlySet<Reason> = new Set<Reason>(["fresh", "small", "sibling"]);

/**
 * What a window learns from a lean text: that the command has run, and nothing of its lines. They no longer stand there
 * as the tool printed them, so no note may lead to one of them, or past them to an earlier run.
 */
export function leanView({ subjects }: Call, view: View): View {
	const shown = view.kind === "shown" ? view.parts.map(({ subject }) => subject) : [];
	const runs = [...subjects, ...shown].filter(({ kind }) => kind !== "file");
	return { kind: "opaque", hides: runs.map((subject) => ({ subject })) };
}
