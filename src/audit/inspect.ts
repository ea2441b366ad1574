import type { Text } from "../../proof/check.ts";
import { emptyState, foldEntry } from "../conversation/fold.ts";
import type { AgentThread, Entry, RecordedResult } from "../conversation/types.ts";
import { numberOf, passageAt } from "../core/line-index.ts";
import { splitLines } from "../core/lines.ts";
import { countLines, expand, type Piece } from "../core/read.ts";
import type { Passage, Run } from "../core/sheet.ts";
import type { Form, Part, Reason } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { contentOfSent, originalByLines, originalFor, originalOfSent } from "../lean/content.ts";
import { hashText } from "../store/record.ts";
import type { RecordedAnswer } from "./recorded-answers.ts";
import type { ReplayedResult } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { outlineFault, readings, secondCheck, textsIn } from "./verify.ts";

/** An answer in detail: both texts, and where the lines of each quote are. */
export type InspectedAnswer = {
	/** Its id among all answers. */
	readonly id: string;
	readonly turn: number;
	/** What the host would have sent, if known; and what the model saw, or would have seen. */
	readonly original: string;
	readonly delivered: string;
	readonly really: SentState;
	readonly form: Form;
	readonly reason: Reason | undefined;
	readonly quotes: readonly InspectedQuote[];
	/** What is wrong with the rebuilt text; empty if it is the original. Only a single answer is checked twice. */
	readonly faults: readonly string[];
};

/** Whether `delivered` was sent; or something else, which is not kept; or nothing, because ibid was not active. */
type SentState = "sent" | "sent otherwise" | "not sent";

/** Lines of the original that were left out, and where the model has them. */
export type InspectedQuote = {
	/** The line of the delivered text that replaces them, and the first of them in the original, counted from 0. */
	readonly note: number;
	readonly from: number;
	readonly count: number;
	readonly source: QuoteSource;
};

/** Lines in the window. */
export type QuoteSource = {
	/** The call, and the turn in which the model made it; whether the lines are its result or the model's own writing. */
	readonly call: string;
	readonly turn: number;
	readonly by: Passage["by"];
	/** The first of the lines in the text that has them, counted from 0; its number in the file, 0 if unknown. */
	readonly line: number;
	readonly number: number;
};

/** Where an answer was given; and what was sent there, if the second check is wanted. */
export type InspectionContext = {
	readonly thread: AgentThread;
	readonly terms: ReplayTerms;
	readonly sent: SentTexts | undefined;
};

/** Inspects an answer; `actual` is what ibid really sent, if it was active. */
export function inspect(
	id: string,
	step: ReplayedResult,
	actual: RecordedAnswer | undefined,
	context: InspectionContext,
): InspectedAnswer {
	const { call, version, result } = step;
	const seen = modelTextFor(step, actual, context);
	const { text, form, reason, really, window } = seen;
	const outcome = result.plain ? result.outcome : "cut";
	const content = contentOfSent(context.terms.tools(version), call, text, outcome);
	const parts = form !== "whole" && content.view.kind === "shown" ? content.view.parts : [];
	// A lean text with notes has one line more, which says how to undo it.
	const lowered = lineCount(text) - lineCount(content.text);
	return {
		...{ id, turn: window.turn, original: originalByLines(text, result.text), delivered: text, really, form, reason },
		quotes: result.isLost ? [] : quotesIn(window, content.text, parts, lowered),
		faults: form === "whole" ? [] : inspectedFaults(step, text, window, context),
	};
}

function lineCount(text: string): number {
	return text.split("\n").length;
}

/** What the model has for a result, and the window that it went into. */
type ModelText = Pick<InspectedAnswer, "form" | "reason" | "really"> & {
	readonly text: string;
	readonly window: Window;
};

function modelTextFor(
	{ result, answer, window }: ReplayedResult,
	actual: RecordedAnswer | undefined,
	{ thread, terms }: InspectionContext,
): ModelText {
	const now = { text: answer.text, form: answer.form, reason: answer.reason, window };
	if (!actual) return { ...now, really: "not sent" };
	const { form, reason } = actual;
	if (result.delivered !== undefined)
		return { text: result.delivered, form, reason, window: windowAsSent(thread, result, terms), really: "sent" };
	if (form === "whole" || result.isLost) return { text: result.text, form, reason, window, really: "sent" };
	return { ...now, really: hashText(answer.text) === actual.delivered ? "sent" : "sent otherwise" };
}

function quotesIn(window: Window, text: string, parts: readonly Part[], lowered: number): InspectedQuote[] {
	const split = splitLines(text);
	const quotes: InspectedQuote[] = [];
	// How many lines of the original come before the same line of the delivered text, minus that line.
	let ahead = 0;
	for (const part of parts) {
		let [note, from] = [part.from, part.from + ahead];
		for (const piece of expand(window, split, part, true) ?? []) {
			if (piece.kind === "noted") quotes.push(...quotesOf(window, piece, note + lowered, from));
			note += piece.kind === "noted" ? 1 : countLines(piece);
			from += countLines(piece);
		}
		ahead = from - (part.from + part.count);
	}
	return quotes;
}

function quotesOf(
	window: Window,
	{ runs }: Extract<Piece, { kind: "noted" }>,
	note: number,
	first: number,
): InspectedQuote[] {
	let from = first;
	return runs.map((run) => {
		const quote = { note, from, count: run.count, source: quoteSourceOf(window, run) };
		from += run.count;
		return quote;
	});
}

function quoteSourceOf({ index }: Window, run: Run): QuoteSource {
	const passage = passageAt(index, run.at);
	const start = passage.starts[run.at - passage.at] ?? 0;
	const line = passage.text.slice(0, start).split("\n").length - 1;
	const number = passage.first > 0 ? numberOf(index, run) : 0;
	return { call: passage.id, turn: passage.turn, by: passage.by, line, number };
}

/** The shortened texts that a replay has sent, by their results. */
type SentTexts = ReadonlyMap<RecordedResult, string>;

/** Why the original cannot be rebuilt from the window; and what the second check says, if it is wanted. */
function inspectedFaults(
	{ call, version, result, answer }: ReplayedResult,
	text: string,
	window: Window,
	{ thread, sent, terms }: InspectionContext,
): string[] {
	const original = originalFor(text, result.text);
	const outcome = result.plain ? result.outcome : "cut";
	const rebuilt = originalOfSent(window, terms.tools(version), call, text, outcome);
	if (rebuilt !== original) return ["it does not rebuild to the original"];
	const earlier = sent && textsBefore(thread, result, sent);
	const folded = answer.form === "outline" ? outlineFault(text, [result.text]) : undefined;
	const complaint = folded ?? (earlier && secondCheck(earlier, original, text));
	return complaint === undefined ? [] : [complaint];
}

/** Everything in the window when a result came: what the model wrote, and what it was sent. */
function textsBefore({ entries }: AgentThread, result: RecordedResult, sent: SentTexts): Text[] {
	const before = entries.slice(0, entries.indexOf(result));
	const latest = before.slice(before.findLastIndex(({ kind }) => kind === "reset") + 1);
	return latest.flatMap((entry) => {
		if (entry.kind === "call") return textsIn(entry.call.input);
		if (entry.kind !== "result") return [];
		// The texts of the log if the result is in it, else those of the replay.
		const text = result.delivered === undefined ? sent.get(entry) : entry.delivered;
		return readings(text ?? entry.text, text !== undefined);
	});
}

/** The window that a result went into, with all results before it as they were really sent. */
function windowAsSent({ entries }: AgentThread, result: RecordedResult, { tools }: ReplayTerms): Window {
	const folded = entries.slice(0, entries.indexOf(result)).reduce((state, entry) => {
		const isOurs = entry.kind === "result" && entry.delivered !== undefined;
		return foldEntry(state, entryAsSent(entry), { tools, isShortened: () => isOurs });
	}, emptyState());
	return folded.window;
}

function entryAsSent(entry: Entry): Entry {
	return entry.kind === "result" ? { ...entry, text: entry.delivered ?? entry.text } : entry;
}

/** Watches answers and keeps those to inspect. It must see everything that was sent. */
type Inspector = {
	noteSent(step: ReplayedResult): void;
	offer(step: ReplayedResult, answer: AuditedAnswer): void;
	inspected(): InspectedAnswer[];
};

/** An inspector for some answers of a thread. */
export function newInspector(wanted: InspectionTarget, thread: AgentThread, terms: ReplayTerms): Inspector {
	let kept: Candidate[] = [];
	const sent = isSingleResult(wanted) ? new Map<RecordedResult, string>() : undefined;
	return {
		noteSent({ result, answer }) {
			if (answer.form !== "whole") sent?.set(result, answer.text);
		},
		offer(step, answer) {
			if (isWanted(wanted, answer)) kept = bestCandidates(wanted, [...kept, { step, answer }]);
		},
		inspected: () => kept.map(({ step, answer }) => inspect(answer.id, step, answer.actual, { thread, terms, sent })),
	};
}

type Candidate = { readonly step: ReplayedResult; readonly answer: AuditedAnswer };

/** If ibid was active, what it did counts, not what it would do now. */
function isWanted(wanted: InspectionTarget, { id, form, actual }: AuditedAnswer): boolean {
	if (wanted.kind === "one") return id.startsWith(wanted.id);
	return wanted.kind !== "none" && (actual?.form ?? form) !== "whole";
}

function bestCandidates(wanted: InspectionTarget, kept: readonly Candidate[]): Candidate[] {
	if (wanted.kind === "last") return kept.slice(-1);
	if (wanted.kind !== "best") return [...kept];
	return [...kept].sort((a, b) => savedBy(b) - savedBy(a)).slice(0, wanted.count);
}

function savedBy({ answer: { actual, saved } }: Candidate): number {
	return actual?.saved ?? saved;
}

/** What decides whether an answer is inspected. */
type AuditedAnswer = {
	readonly id: string;
	readonly form: Form;
	readonly saved: number;
	readonly actual: RecordedAnswer | undefined;
};

/** Which answers to inspect: none, the one of an id, the last that is shortened, or the best of each session. */
export type InspectionTarget =
	| { readonly kind: "none" | "last" }
	| { readonly kind: "one"; readonly id: string }
	| { readonly kind: "best"; readonly count: number };

/** Whether one answer is looked for, so that sums do not matter. */
export function isSingleResult({ kind }: InspectionTarget): boolean {
	return kind === "one" || kind === "last";
}
