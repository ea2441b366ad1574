import { fold } from "../core/fold.ts";
import { MARK } from "../core/lines.ts";
import { isInstructions, isSensitive, type Policy } from "../core/policy.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Answer, Call, Part, Range, Reason, View } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { decideViewed, isSameView, type ViewedResult } from "../lens/deliver.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { type ResultKind, resultKind } from "../lens/result-text.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { type FirstView, type OutlinedText, type OutlineTerms, outlineOfFirstView } from "../outline/first-view.ts";
import { OUTLINE } from "../outline/mark.ts";
import { type Content, contentOfOriginal, contentOfSent, sentWithJsonLines } from "./content.ts";
import { type LeanOriginal, lean, sentUnder } from "./lean.ts";
import { TERMINAL, terminalText } from "./terminal-text.ts";
import { DEFAULT_LEAN, type LeanPolicy, type LeanSavings, type LeanStep, type NumberedLines } from "./types.ts";

/** An answer as it is sent. */
export type LeanAnswer = Answer & {
	/** The answer as the core decided it, if that differs: what the text says, and what the window learns. */
	readonly content?: Answer;
	/** The text after each policy, if it is lean. */
	readonly steps?: readonly LeanStep[];
	/**
	 * The original as a terminal shows it, if that is sent. `before` counts its tokens, because what a terminal does not
	 * show is no saving of ours.
	 */
	readonly terminal?: string;
	/** What an outline withholds. `before` counts the tokens of the outline, because what can be asked for is no saving. */
	readonly withheld?: WithheldLines;
	/** The grammar that could tell what to withhold is not loaded yet. */
	readonly isPending?: true;
};

/** Lines of a file that an answer withholds, by the file's name, and how many tokens it is shorter for that. */
export type WithheldLines = { readonly file: string; readonly folds: readonly Range[]; readonly tokens: number };

/** What was sent for a tool result, and the window after it. */
export type LeanDelivery = { readonly answer: LeanAnswer; readonly window: Window };

/** The core's policy, the policies of lean text that apply, and how first views are folded, if they are. */
export type DeliveryTerms = {
	readonly policy: Policy;
	readonly lean: readonly LeanPolicy[];
	readonly outline?: OutlineTerms;
};

/** The terms with those policies that apply unless the user says otherwise. */
export function byDefault({ policy, lean }: DeliveryTerms): DeliveryTerms {
	return { policy, lean: lean.filter((name) => DEFAULT_LEAN.includes(name)) };
}

/** Decides on a text and its view. */
type Decide = (seen: ViewedResult) => Answer;

/** Handles one tool result from start to end, as `deliver` of the lens does, and sends its answer lean if that pays. */
export function deliverLean(
	window: Window,
	tools: Tools,
	call: ToolCall,
	seen: ViewedResult,
	terms: DeliveryTerms,
): LeanDelivery {
	const decide: Decide = (each) => decideViewed(window, tools, call, each, terms.policy);
	const answer = answerLean(tools, call, seen, terms, decide, (view) => {
		return terms.outline && outlineOfFirstView(window, { id: call.id, ...view }, terms.outline);
	});
	return { answer, window: fold(window, { kind: "result", id: call.id, ...contentOfAnswer(answer) }) };
}

/** Finds the outline of a text. */
type FindOutline = (view: Omit<FirstView, "id">) => ReturnType<typeof outlineOfFirstView>;

/** What is sent for a result if `decide` decides on what it says. */
export function answerLean(
	tools: Tools,
	call: ToolCall,
	seen: ViewedResult,
	terms: DeliveryTerms,
	decide: Decide,
	findOutline: FindOutline = () => undefined,
): LeanAnswer {
	const asked = lookAtCall(tools, call);
	const onTerminal = terms.lean.includes("terminal-text") && answerOnTerminal(tools, call, asked, seen, terms, decide);
	if (onTerminal) return onTerminal;
	const { text, view } = contentOfOriginal(seen.text, seen.view);
	const decided = decide({ ...seen, text, view });
	if (text !== seen.text) return withLineBreaks(decided, seen, terms);
	const outlined = findOutline({ text, view, decided });
	const isKnown = outlined !== undefined && outlined !== "pending";
	const folded = isKnown ? outlineAnswer(decided, outlined, { tools, call, seen, terms }) : undefined;
	const answer = folded ?? leanAnswer(decided, asked, call.directory, terms);
	return outlined === "pending" ? { ...answer, isPending: true } : answer;
}

/** The call that an answer is for, its result, and the terms. */
type DecidedCall = {
	readonly tools: Tools;
	readonly call: ToolCall;
	readonly seen: ViewedResult;
	readonly terms: DeliveryTerms;
};

/** The answer as an outline, if that pays and is read as it is meant. */
function outlineAnswer(
	decided: Answer,
	{ text, view }: OutlinedText,
	{ tools, call, seen, terms }: DecidedCall,
): LeanAnswer | undefined {
	const sent = sentUnder([OUTLINE], text);
	const tokens = estimateTokens(sent);
	const { subject, folds = [] } = view.withholds ?? {};
	const isWorthIt = decided.after - tokens >= Math.max(terms.policy.tokens, 1) && sent.length < seen.text.length;
	if (!subject || !isWorthIt) return undefined;
	const content: Answer = { ...decided, form: "whole", text, view };
	const plain = { ...decided, form: "outline", reason: undefined, text: sent, before: tokens, after: tokens } as const;
	const withheld = { file: subject.name, folds, tokens: decided.before - tokens };
	const answer = { ...plain, notes: folds.length + 1, content, withheld };
	const leaner = { ...answer, ...leanerText(content, "quoted", call.directory, terms, [OUTLINE]) };
	const read = contentOfSent(tools, call, leaner.text, seen.outcome);
	return read.text === text && isSameView(read.view, view) ? leaner : undefined;
}

/** The original as a terminal shows it, if the tool shows no lines of files and no rule asks for it in full. */
function answerOnTerminal(
	tools: Tools,
	call: ToolCall,
	asked: Call,
	{ text, outcome, view }: ViewedResult,
	terms: DeliveryTerms,
	decide: Decide,
): LeanAnswer | undefined {
	const shown = isOutput(view) ? terminalText(text) : undefined;
	if (shown === undefined || shown.includes(MARK.trim())) return undefined;
	const seen = { text: shown, outcome, view: lookAtText(tools, call, shown, outcome) };
	if (!isOutput(seen.view)) return undefined;
	const decided = decide(seen);
	if (decided.reason === "asked again") return inFull(decided, text, view);
	const kind = kindOf(decided, asked);
	const terminal = sentUnder([TERMINAL], shown);
	const saved = estimateTokens(text) - estimateTokens(terminal);
	// The estimate may be off for codes, so there must be fewer characters, too.
	if (!kind || saved < Math.max(terms.policy.tokens, 1) || terminal.length >= text.length) return undefined;
	const before = estimateTokens(terminal);
	const sent = sentUnder([TERMINAL], decided.text);
	const answer = { ...decided, text: sent, before, after: estimateTokens(sent), content: decided, terminal };
	const form = decided.form === "whole" ? "lean" : decided.form;
	return { ...answer, form, reason: undefined, ...leanerText(decided, kind, call.directory, terms, [TERMINAL]) };
}

/** A view of something else than lines of files, or a diff. */
function isOutput(view: View): boolean {
	return view.kind === "shown" && view.parts.every(({ subject }) => subject.kind !== "file");
}

/** The original in full, by a decision on what it says. */
function inFull(decided: Answer, text: string, view: View): LeanAnswer {
	const tokens = estimateTokens(text);
	const whole = { ...decided, text, before: tokens, after: tokens };
	return { ...whole, view, content: { ...whole, ...contentOfOriginal(text, view) } };
}

/** The answer to JSON on one line that was decided on value by value. If nothing is left out, it stays on one line. */
function withLineBreaks(content: Answer, { text, view }: ViewedResult, { policy }: DeliveryTerms): LeanAnswer {
	const sent = sentWithJsonLines(content.text);
	const [before, after] = [estimateTokens(text), estimateTokens(sent)];
	const isWorthIt = before - after >= Math.max(policy.tokens, before * policy.share, 1) && sent.length < text.length;
	if (content.form !== "whole" && isWorthIt) return { ...content, text: sent, before, after, content };
	return inFull({ ...content, form: "whole", reason: content.reason ?? "small", notes: 0 }, text, view);
}

/** What an answer says, whatever form it was sent in. */
export function contentOfAnswer({ content, ...answer }: LeanAnswer): Content {
	const { text, view, form } = content ?? answer;
	return { text, view, shortened: form !== "whole" };
}

/** What a tool result mostly is. A lean one is what its content is. */
export function kindOfAnswer(call: Call, { content, ...answer }: LeanAnswer): ResultKind {
	return resultKind(call, content ?? answer);
}

/** What each policy has saved in an answer to a text; undefined if the answer is not lean. */
export function leanSavings(
	{ steps = [], content, terminal, withheld }: LeanAnswer,
	original: string,
	count: (text: string) => number = estimateTokens,
): LeanSavings | undefined {
	if (!content || (steps.length === 0 && terminal === undefined)) return undefined;
	const said = [...(terminal === undefined ? [] : [TERMINAL]), ...(withheld ? [OUTLINE] : [])];
	const plain = sentUnder(said, content.text);
	const counts = [plain, ...steps.map(({ text }) => text)].map(count);
	return {
		...(terminal !== undefined && { "terminal-text": count(original) - count(terminal) }),
		...Object.fromEntries(steps.map(({ policy }, at) => [policy, counts[at]! - counts[at + 1]!])),
	};
}

/** The answer in its lean form, if that pays; else the answer. */
export function leanAnswer(decided: Answer, call: Call, directory: string, terms: DeliveryTerms): LeanAnswer {
	const kind = terms.lean.length > 0 ? kindOf(decided, call) : undefined;
	const leaner = kind && leanerText(decided, kind, directory, terms, []);
	if (!leaner) return decided;
	const form = decided.form === "whole" ? "lean" : decided.form;
	return { ...decided, form, reason: undefined, ...leaner, content: decided };
}

type LeanerText = Pick<LeanAnswer, "text" | "notes" | "after" | "steps">;

function leanerText(
	{ text, view, after }: Answer,
	kind: LeanOriginal["kind"],
	directory: string,
	{ policy, lean: policies }: DeliveryTerms,
	said: readonly string[],
): LeanerText | undefined {
	const tokens = said.length === 0 ? after : estimateTokens(sentUnder(said, text));
	const original = { text, tokens, directory, kind, said, numbered: numberedIn(view) };
	const steps = lean(original, { policies, tokens: policy.tokens });
	const leaner = steps?.at(-1)?.text;
	if (!steps || leaner === undefined) return undefined;
	const notes = leaner.split("\n").filter((line) => line.startsWith(MARK)).length;
	return { text: leaner, notes, after: estimateTokens(leaner), steps };
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
