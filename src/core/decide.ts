import { type Citation, cite } from "./cite.ts";
import { type Cited, type Draft, draftQuotes, firstFresh } from "./draft.ts";
import { draftDiff } from "./draft-diff.ts";
import { cutLines, type Lines, startsOfLines } from "./lines.ts";
import { defaultPolicy, isInstructions, isSensitive, type Policy } from "./policy.ts";
import { findQuotes, type Quote } from "./quote.ts";
import { read } from "./read.ts";
import { render, wordClause } from "./render.ts";
import { estimateTokens } from "./tokens.ts";
import type { Answer, Arrival, Hint, Part, Reason, Section } from "./types.ts";
import { keyOf, latestAnswer, topicOf, type Window } from "./window.ts";

/** Words an answer and reads it back. Arguments of the self-check, so that a test can plant faulty ones. */
export type Hands = { readonly render: typeof render; readonly read: typeof read };

/**
 * What to send for an arrival: the shortest form that pays and that the reader has turned back into the arrival,
 * or the arrival itself with the reason. The arrival's call must have been folded into the window before.
 */
export function decide(
	window: Window,
	arrival: Arrival,
	policy: Policy = defaultPolicy,
	hands: Hands = { render, read },
): Answer {
	const before = estimateTokens(arrival.text);
	const drafts = draft(window, arrival, policy, before);
	if (typeof drafts === "string") return whole(arrival, before, drafts);
	const { text } = arrival;
	const lineStarts = startsOfLines(text);
	const worded = drafts.map((each) => {
		const shortened = hands.render(text, lineStarts, each.sections);
		return { ...each, shortened, after: estimateTokens(shortened) };
	});
	const paying = worded.filter(({ after }) => before - after >= Math.max(policy.tokens, before * policy.share));
	const best = paying.sort((a, b) => price(a, policy) - price(b, policy))[0];
	if (!best) return whole(arrival, before, "small");
	if (looksLikeNote(text, lineStarts, best.sections)) return whole(arrival, before, "lookalike");
	if (hands.read(window, best.shortened, best.parts) !== text) return whole(arrival, before, "unread");
	const { form, shortened, parts, notes, after } = best;
	return { form, reason: undefined, text: shortened, view: { kind: "shown", parts }, notes, before, after };
}

function whole({ text, view }: Arrival, tokens: number, reason: Reason): Answer {
	return { form: "whole", reason, text, view, notes: 0, before: tokens, after: tokens };
}

function price({ form, after }: Draft & { readonly after: number }, policy: Policy): number {
	return form === "diff" && policy.diff === "preferred" ? 0 : after;
}

/** The ways to shorten an arrival, or why there is none. */
function draft(window: Window, arrival: Arrival, policy: Policy, before: number): Draft[] | Reason {
	const { text, view } = arrival;
	if (view.kind !== "shown") return view.kind;
	if (before < policy.tokens) return "short";
	const untouched = reasonToPass(window, arrival, view.parts);
	if (untouched) return untouched;
	const lineStarts = startsOfLines(text);
	const quoted: Quoted[] = [];
	for (const part of view.parts) {
		const lines = cutLines(text, lineStarts, part);
		if (!lines) return "gutter";
		quoted.push({ part, lines, quotes: findQuotes(window, part, lines, policy.lines) });
	}
	if (quoted.every(({ quotes }) => quotes.length === 0)) return "fresh";
	if (insists(window, quoted)) return "insisted";
	const hint: Hint = window.open.find(({ id }) => id === arrival.id)?.readOnly ? "ask" : "above";
	const lineCount = lineStarts.length - 1;
	const cited = gate(citeAll(window, arrival, lineStarts, quoted), before, policy);
	const drafts = [draftQuotes(lineCount, cited.map(forced), hint)];
	const [only] = quoted;
	if (policy.diff !== "never" && quoted.length === 1 && drafts[0]?.form !== "same") {
		drafts.push(draftDiff(window, lineCount, only!.part, only!.lines, hint));
	}
	const found = drafts.filter((each) => each !== undefined);
	return found.length > 0 ? found : "small";
}

type Quoted = { readonly part: Part; readonly lines: Lines; readonly quotes: readonly Quote[] };

function reasonToPass(window: Window, arrival: Arrival, parts: readonly Part[]): Reason | undefined {
	const subjects = parts.map(({ subject }) => subject);
	if (subjects.some(isInstructions)) return "instructions";
	if (subjects.some(isSensitive)) return "sensitive";
	const keys = subjects.map(keyOf);
	if (keys.some((key) => topicOf(window, key)?.asked)) return "asked";
	const call = window.open.find(({ id }) => id === arrival.id);
	const siblings = window.open.filter((other) => other !== call);
	const touches = siblings.some((other) => !other.readOnly || other.subjects.some((s) => keys.includes(keyOf(s))));
	return touches ? "sibling" : undefined;
}

/** Nothing new, and the latest answer that covered any of these lines left some of them out: the model wants them. */
function insists(window: Window, quoted: readonly Quoted[]): boolean {
	const isKnown = ({ part, quotes }: Quoted): boolean => {
		const own = quotes.filter(({ topic }) => keyOf(topic.subject) === keyOf(part.subject));
		return own.reduce((sum, { count }) => sum + count, 0) === part.count;
	};
	const wasLeftOut = ({ part }: Quoted): boolean => {
		const topic = topicOf(window, keyOf(part.subject));
		const range = { first: part.first, last: part.first + part.count - 1 };
		const left = topic && latestAnswer(window, topic, range)?.left;
		return left?.some(({ first, last }) => first <= range.last && last >= range.first) ?? false;
	};
	return quoted.every(isKnown) && quoted.some(wasLeftOut);
}

/** A citation with what it saves. */
type Priced = Citation & { readonly removed: number; readonly saved: number; readonly fromOtherFile: boolean };

type PricedPart = { readonly part: Part; readonly citations: readonly Priced[] };

function citeAll(window: Window, { text }: Arrival, lineStarts: Int32Array, quoted: readonly Quoted[]): PricedPart[] {
	return quoted.map(({ part, lines, quotes }) => ({
		part,
		citations: quotes
			.flatMap((quote) => cite(window, part, lines, quote))
			.map((citation) => {
				const from = part.from + citation.line;
				const removed = estimateTokens(text, lineStarts[from], lineStarts[from + citation.clause.count]);
				const isFile = part.subject.kind === "file" && citation.topic.subject.kind === "file";
				const fromOtherFile = isFile && citation.clause.of !== undefined;
				return { ...citation, removed, saved: removed - estimateTokens(wordClause(citation.clause)), fromOtherFile };
			}),
	}));
}

/** Keeps the quotes that pay: long enough, not too many, from another file only if they carry the answer. */
function gate(parts: readonly PricedPart[], before: number, policy: Policy): PricedPart[] {
	const all = parts.flatMap(({ citations }) => citations);
	const fromOthers = all.filter(({ fromOtherFile }) => fromOtherFile).reduce((sum, { removed }) => sum + removed, 0);
	const paying = all
		.filter(({ clause, saved }) => clause.count >= policy.lines && saved >= policy.tokens)
		.filter(({ fromOtherFile }) => !fromOtherFile || fromOthers > before * policy.otherFile)
		.sort((a, b) => b.saved - a.saved);
	const kept = new Set(paying.slice(0, policy.quotes));
	return parts.map(({ part, citations }) => ({ part, citations: citations.filter((citation) => kept.has(citation)) }));
}

/** Where the host numbers what it is given, one fresh run only: quotes between two fresh lines are sent whole. */
function forced({ part, citations }: PricedPart): Cited {
	if (part.gutter.kind !== "number" || !part.gutter.forced) return { part, citations };
	const top = firstFresh(citations);
	let bottom = part.count;
	for (const citation of citations.toReversed()) {
		if (citation.line + citation.clause.count !== bottom) break;
		bottom = citation.line;
	}
	return { part, citations: citations.filter(({ line }) => line < top || line >= bottom) };
}

/** A line that is sent as it is must not pass for a note. */
function looksLikeNote(text: string, lineStarts: Int32Array, sections: readonly Section[]): boolean {
	if (!text.includes("[ibid]")) return false;
	return sections.some((section) => {
		if (section.kind === "quoted") return false;
		const { lines } = section.kind === "diff" ? section : freshLines(text, lineStarts, section);
		return lines.some((line) => /^[^\p{L}]*\[ibid\]/u.test(line));
	});
}

function freshLines(text: string, lineStarts: Int32Array, { from, count }: Extract<Section, { kind: "fresh" }>) {
	return { lines: text.slice(lineStarts[from], lineStarts[from + count]! - 1).split("\n") };
}
