import {
	isAskedAgain,
	isRepeated,
	isToComeWhole,
	lastChangeIn,
	linesOwed,
	type OwedLines,
	rangeOf,
} from "./asked-again.ts";
import { type Draft, layOut, quoteSections } from "./draft.ts";
import { hiddenBy } from "./fold.ts";
import { bestOf, citeWhatPays, type SearchedPart } from "./gate.ts";
import { valuesIn } from "./layered.ts";
import { linesOfPart } from "./line-index.ts";
import { type SplitText, splitLines } from "./lines.ts";
import { defaultPolicy, isInstructions, isSensitive, type Policy } from "./policy.ts";
import { findQuotes, isUnchanged } from "./quote.ts";
import { read } from "./read.ts";
import { render } from "./render.ts";
import { sharedWith } from "./sheet.ts";
import { estimateTokens } from "./tokens.ts";
import type { Answer, Arrival, Call, Form, Part, Range, Reason, Section } from "./types.ts";
import type { SubjectState } from "./window.ts";
import { keyOf, sharedLines, stateOf, type Window } from "./window.ts";

/** Words an answer and reads it back. Arguments of the self-check, so that a test can plant faulty ones. */
export type NoteCodec = { readonly render: typeof render; readonly read: typeof read };

/**
 * What to send for an arrival: the shortest form that pays and that the reader has turned back into the arrival,
 * or the arrival itself with the reason. The arrival's call must have been folded into the window before.
 */
export function decide(
	window: Window,
	arrival: Arrival,
	policy: Policy = defaultPolicy,
	codec: NoteCodec = { render, read },
): Answer {
	const { text } = arrival;
	const before = estimateTokens(text);
	const split = splitLines(text);
	const whole = (reason: Reason): Answer => wholeAnswer(arrival, before, reason);
	const drafts = draft(window, arrival, split, policy, before);
	if (typeof drafts === "string") return whole(drafts);
	const worded = drafts.map((each) => ({ ...each, worded: codec.render(split, each.sections) }));
	const priced = worded.map((each) => ({ ...each, after: estimateTokens(each.worded) }));
	// The estimate may be off for odd texts, so an answer must have fewer characters, too.
	const shorter = priced.filter(({ worded }) => worded.length < text.length);
	const paying = shorter.filter((each) => before - each.after >= leastSaved(each, before, policy));
	const best = paying.sort((a, b) => a.after - b.after)[0];
	if (!best) return whole("small");
	const { sections, parts, worded: shortened, after } = best;
	if (sections.some((section) => looksLikeNote(split, section))) return whole("lookalike");
	if (codec.read(window, shortened, parts) !== text) return whole("unread");
	const { view: seen } = arrival;
	const view = { kind: "shown", parts, ...(seen.kind === "shown" && seen.hides && { hides: seen.hides }) } as const;
	return { form: formOf(best), reason: undefined, text: shortened, view, notes: notesIn(best), before, after };
}

/** How many tokens an answer must save. */
function leastSaved(draft: Draft, before: number, { tokens, share, fewNotes }: Policy): number {
	return Math.max(tokens, before * (notesIn(draft) > fewNotes ? Math.max(share, 1 / 3) : share), 1);
}

function notesIn({ sections }: Draft): number {
	return sections.filter(({ kind }) => kind !== "fresh").length;
}

/** The arrival as it is, and why. */
export function wholeAnswer({ text, view }: Arrival, tokens: number, reason: Reason): Answer {
	return { form: "whole", reason, text, view, notes: 0, before: tokens, after: tokens };
}

function formOf({ sections, parts }: Draft): Form {
	const quoted = sections.filter((section) => section.kind === "quoted");
	return parts.reduce((sum, { count }) => sum + count, 0) === quoted.length ? "same" : "quoted";
}

/** The ways to shorten an arrival, or why there is none. */
function draft(window: Window, arrival: Arrival, split: SplitText, policy: Policy, before: number): Draft[] | Reason {
	const { view } = arrival;
	if (view.kind === "opaque" || view.kind === "failed") return view.kind;
	if (view.kind === "left" || before < policy.tokens) return "short";
	if (isRepeated(window, callOf(window, arrival), arrival)) return "asked again";
	if (view.kind === "shown") return draftParts(window, arrival, view.parts, split, policy, before);
	const plain = draftParts(window, arrival, view.parts, split, policy, before);
	const isWanted = typeof plain === "string" && plain !== "fresh";
	const signed = isWanted ? plain : draftParts(window, arrival, view.signed, split, policy, before);
	if (typeof signed === "string") return signed === "asked again" ? signed : plain;
	return typeof plain === "string" ? signed : [...plain, ...signed];
}

/** The ways to shorten an arrival by the parts that it is seen to have. */
function draftParts(
	window: Window,
	arrival: Arrival,
	parts: readonly Part[],
	split: SplitText,
	policy: Policy,
	before: number,
): Draft[] | Reason {
	const reason = reasonToPass(window, arrival, parts, policy);
	if (reason) return reason;
	const changed = lastChangeIn(window, parts);
	const isDiff = arrival.view.kind === "diff";
	const cuts: PartOwed[] = [];
	for (const part of parts) {
		const lines = linesOfPart(window.index, split, part);
		if (!lines) return "gutter";
		cuts.push({ part, lines, owed: linesOwed(window, part, isDiff && part.subject.kind === "file", changed) });
	}
	const isNothingNew = cuts.every(({ part, lines }) => isUnchanged(window, part, lines));
	if (isNothingNew && cuts.some(({ part, owed }) => isAskedAgain(part, owed))) return "asked again";
	const busy = busyWith(siblingsOf(window, arrival));
	for (const { part, owed } of isNothingNew ? cuts : []) keepBusy(busy, keyOf(part.subject), owed.ranges);
	const gates = gatesFor(parts, policy);
	const searched = cuts.map(({ part, lines }): SearchedPart => {
		return { part, lines, quotes: findQuotes(window, part, lines, gates, busy) };
	});
	if (searched.every(({ quotes }) => quotes.length === 0)) return "fresh";
	const elsewhere = wantedElsewhere(window, searched, isDiff);
	if (elsewhere) return elsewhere;
	const paying = citeWhatPays(window, searched, before, gates);
	const hint = callOf(window, arrival)?.readOnly ? "ask" : "above";
	const lineCount = split.starts.length - 1;
	return [policy.quotes, Math.min(policy.quotes, policy.fewNotes)].flatMap((most) => {
		const cited = bestOf(searched, paying, most);
		const filled = searched.map(({ part }, index) => ({ part, sections: quoteSections(part, cited[index]!) }));
		return cited.some((citations) => citations.length > 0) ? [layOut(lineCount, filled, hint)] : [];
	});
}

/** What a quote must be like in these parts. In a text of few lines it must stand for all of them. */
function gatesFor(parts: readonly Part[], policy: Policy): Policy {
	const lines = parts.reduce((sum, { count }) => sum + count, 0);
	if (parts.length !== 1 || lines >= policy.lines) return policy;
	return { ...policy, lines: Math.max(lines, 1), tokens: Math.max(policy.tokens, policy.allTokens) };
}

/**
 * Whether most of a text is lines of files that the user wants in full, although the lens does not know it as a view of
 * these files: it was asked for in an unusual way, by a script or under another name. Measured by how much of it is on
 * their sheets.
 */
function wantedElsewhere(window: Window, searched: readonly SearchedPart[], isDiff: boolean): Reason | undefined {
	const wanting = valuesIn(window.states).filter(mayBeWanted);
	let [asked, owed, count] = [0, 0, 0];
	for (const { part, quotes } of searched) {
		count += part.count;
		const others = wanting.filter(({ subject }) => keyOf(subject) !== keyOf(part.subject));
		for (const run of others.length > 0 ? quotes.flatMap(({ runs }) => runs) : []) {
			for (const state of others) {
				for (const lines of sharedWith(state.sheet, run)) {
					const height = lines.last - lines.first + 1;
					const shown: Part = { ...part, subject: state.subject, first: lines.first, count: height };
					if (isToComeWhole(state, lines)) asked += height;
					if (isAskedAgain(shown, linesOwed(window, shown, isDiff, lastChangeIn(window, [shown])))) owed += height;
				}
			}
		}
	}
	if (asked * 2 > count) return "asked";
	return owed * 2 > count ? "asked again" : undefined;
}

/** Whether lines of a file were left out when it was last shown, or are to come whole for another reason. */
function mayBeWanted({ subject, sheet, asked, hasFailedEdit }: SubjectState): boolean {
	return subject.kind === "file" && (hasFailedEdit || asked.length > 0 || sheet.some(({ leftOut }) => leftOut));
}

/** A part with its lines, gutters off, and those that the model is owed. */
type PartOwed = Pick<SearchedPart, "part" | "lines"> & { readonly owed: OwedLines };

function callOf(window: Window, arrival: Arrival): Call | undefined {
	return window.open.findLast(({ id }) => id === arrival.id);
}

function reasonToPass(window: Window, arrival: Arrival, parts: readonly Part[], policy: Policy): Reason | undefined {
	const hidden = hiddenBy(arrival.view);
	const subjects = [...parts, ...hidden].map(({ subject }) => subject);
	if (subjects.some((subject) => isInstructions(subject) && !isOwnWork(stateOf(window, subject))))
		return "instructions";
	if (subjects.some(isSensitive)) return "sensitive";
	if (subjects.some(({ kind, name }) => kind === "file" && policy.isIgnored(name))) return "ignored";
	if (parts.some((part) => isToComeWhole(stateOf(window, part.subject), rangeOf(part)))) return "asked";
	if (hidden.some(({ subject, lines = ALL }) => isToComeWhole(stateOf(window, subject), lines))) return "asked";
	const keys = subjects.map(keyOf);
	const mayChange = ({ readOnly, subjects: others }: Call): boolean =>
		!readOnly && (policy.siblings === "any change" || others.some((subject) => keys.includes(keyOf(subject))));
	const siblings = siblingsOf(window, arrival);
	const busy = busyWith(siblings);
	const isBusy = (part: Part): boolean =>
		busy.get(keyOf(part.subject))?.some((range) => sharedLines(range, rangeOf(part)) >= part.count) ?? false;
	return siblings.some(mayChange) || parts.some(isBusy) ? "sibling" : undefined;
}

/** The lines that calls are about to show. */
function busyWith(calls: readonly Call[]): Map<string, readonly Range[]> {
	const busy = new Map<string, readonly Range[]>();
	for (const { subjects, asks = [] } of calls) {
		for (const key of subjects.map(keyOf)) {
			const asked = asks.filter(({ subject }) => keyOf(subject) === key);
			const ranges = asked.length > 0 ? asked.map(({ lines = ALL }) => lines) : [ALL];
			keepBusy(busy, key, ranges);
		}
	}
	return busy;
}

function keepBusy(busy: Map<string, readonly Range[]>, key: string, ranges: readonly Range[]): void {
	if (ranges.length > 0) busy.set(key, [...(busy.get(key) ?? []), ...ranges]);
}

const ALL: Range = { first: 0, last: Number.POSITIVE_INFINITY };

/** Whether the model itself has written in a file: then it works on the instructions and does not look them up. */
function isOwnWork(state: SubjectState | undefined): boolean {
	for (let passage = state?.latest; passage; passage = passage.before)
		if (passage.by !== "result" && passage.by !== "patch" && !passage.failed) return true;
	return false;
}

/** The other calls of the turn whose results have not come. */
function siblingsOf(window: Window, arrival: Arrival): Call[] {
	const call = callOf(window, arrival);
	return window.open.filter((other) => other !== call && other.turn === window.turn);
}

/** A line that is sent as it is must not pass for a note, not even behind a tag of the tool, or as a hit of a search. */
function looksLikeNote(split: SplitText, section: Section): boolean {
	if (section.kind === "quoted") return false;
	const lines = render(split, [section]).split("\n");
	return lines.some((line) => line.includes("[ibid]") && LOOKALIKE.test(line));
}

const LOOKALIKE = /^(?:(?:<\w+>)?[^\p{L}]*|[^\s:]+[:-]\d+[:-])\[ibid\]/u;
