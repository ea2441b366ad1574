import { LEAN_POLICIES, type LeanSavings } from "../lean/types.ts";
import { untakenCall } from "./failure-words.ts";
import type { AnswerLine, FailureLine, RecordLine } from "./record-lines.ts";

/** What ibid saved according to lines of the record. Tokens are estimates. */
export type Savings = {
	/** Sessions with at least one answer. */
	readonly sessions: number;
	readonly answers: number;
	/** Answers that reached the model without all of their lines, and the notes in them. */
	readonly shortened: number;
	readonly notes: number;
	/** Answers that were sent in full because the model asked again for lines that a note had replaced. */
	readonly askedAgain: number;
	/** Tokens of all answers as they would have been sent, and as they were. */
	readonly before: number;
	readonly after: number;
	/** The first minus the second: negative if ibid cost more than it saved. */
	readonly saved: number;
	/** Of that: tokens that each policy of lean text has saved; only if any has. */
	readonly lean?: LeanSavings;
	/** What became of the lines that outlines withheld; only if there was an outline, a fold opened or a write refused. */
	readonly outlines?: OutlineCount;
	/** Notes whose lines the host has removed. */
	readonly orphaned: number;
	/** Writes that were refused because they would have put a note into a file. */
	readonly refused: number;
	/** Writes that have put a note into a file, after which the model was told. */
	readonly copied: number;
	/** Everything that went wrong, the last problem, and how many shortened answers the host did not accept. */
	readonly failures: number;
	readonly lastFailure: Pick<FailureLine, "time" | "host" | "what"> | undefined;
	readonly untaken: number;
	/** How long ibid took for an answer; undefined if there is none. */
	readonly latency: Latency | undefined;
};

/** Outlines and their folds. Tokens that are withheld can be asked for, so they are not saved. */
export type OutlineCount = {
	/** Outlines that were sent, the folds in them, and how many tokens shorter they are for that. */
	readonly sent: number;
	readonly folds: number;
	readonly withheld: number;
	/** Folds that the model has opened or edited without opening them, and whole-file writes over them that were refused. */
	readonly opened: number;
	readonly editedBlindly: number;
	readonly writesRefused: number;
};

/** The savings in all these lines together. */
export function savingsOf(lines: Iterable<RecordLine>): Savings {
	return savingsBy(lines, () => "").get("") ?? savingsIn(newSum());
}

/**
 * The savings in lines, grouped by a name for each, such as its host or its session; lines without a name are left out.
 */
export function savingsBy(lines: Iterable<RecordLine>, nameOf: NameOf): Map<string, Savings> {
	const count = newCount(nameOf);
	for (const line of lines) count.add(line);
	return count.savings();
}

/** How a line counts; undefined if it does not count. */
export type NameOf = (line: RecordLine) => string | undefined;

/** Adds up lines as they come. The result is known after the last line. */
export type SavingsCount = { add(line: RecordLine): void; savings(): Map<string, Savings> };

/** An empty sum. */
export function newCount(nameOf: NameOf): SavingsCount {
	const sums = new Map<string, Sum>();
	const shortened: { readonly sum: Sum; readonly given: AnswerLine }[] = [];
	const untaken = new Set<string>();
	const isTaken = (given: AnswerLine): boolean => !untaken.has(callName(given, given.call));
	return {
		add(line) {
			if (line.kind === "aside" || line.kind === "notes" || line.kind === "folds") return;
			// We must know what the host did not accept, even if the line that says so does not count itself.
			const call = line.kind === "failure" ? untakenCall(line.what) : undefined;
			if (call !== undefined) untaken.add(callName(line, call));
			const name = nameOf(line);
			if (name === undefined) return;
			const sum = sumFor(sums, name);
			if (line.kind === "orphaned") sum.orphaned += line.calls.length;
			else if (line.kind === "refusal" && line.isBlind) sum.outlines.writesRefused++;
			else if (line.kind === "refusal") sum.refused++;
			else if (line.kind === "copy") sum.copied++;
			else if (line.kind === "failure") fail(sum, line);
			else if (line.form === "whole") addAnswer(sum, line, line.after);
			else shortened.push({ sum, given: line });
		},
		savings() {
			// The line that says whether the host accepted an answer may come earlier, in the file of another process.
			for (const { sum, given } of shortened.splice(0)) addShortened(sum, given, isTaken(given));
			return new Map([...sums].map(([name, sum]) => [name, savingsIn(sum)]));
		},
	};
}

type Sum = {
	-readonly [Name in Exclude<keyof Savings, "sessions" | "latency" | "lean" | "outlines">]: Savings[Name];
} & {
	readonly outlines: { -readonly [Name in keyof OutlineCount]: number };
	readonly sessions: Set<string>;
	readonly lean: { -readonly [Policy in keyof LeanSavings]: LeanSavings[Policy] };
	readonly milliseconds: number[];
};

function newSum(): Sum {
	const counts = { answers: 0, shortened: 0, notes: 0, askedAgain: 0, before: 0, after: 0, saved: 0 };
	const troubles = {
		orphaned: 0,
		refused: 0,
		copied: 0,
		failures: 0,
		lastFailure: undefined,
		untaken: 0,
	};
	const outlines = { sent: 0, folds: 0, withheld: 0, opened: 0, editedBlindly: 0, writesRefused: 0 };
	return { sessions: new Set(), ...counts, ...troubles, lean: {}, outlines, milliseconds: [] };
}

function savingsIn({ sessions, milliseconds, lean, outlines, ...sum }: Sum): Savings {
	const isLean = Object.keys(lean).length > 0;
	const isFolded = Object.values(outlines).some((count) => count > 0);
	const parts = { ...(isLean && { lean }), ...(isFolded && { outlines }) };
	return { sessions: sessions.size, ...sum, ...parts, latency: latencyOf(milliseconds) };
}

function sumFor(sums: Map<string, Sum>, name: string): Sum {
	const sum = sums.get(name) ?? newSum();
	sums.set(name, sum);
	return sum;
}

function addShortened(sum: Sum, given: AnswerLine, isTaken: boolean): void {
	sum.shortened += isTaken ? 1 : 0;
	sum.notes += isTaken ? given.notes : 0;
	sum.untaken += isTaken ? 0 : 1;
	sum.outlines.sent += isTaken && given.folds !== undefined ? 1 : 0;
	sum.outlines.folds += isTaken ? (given.folds ?? 0) : 0;
	sum.outlines.withheld += isTaken ? (given.withheld ?? 0) : 0;
	for (const policy of isTaken ? LEAN_POLICIES : []) {
		const saved = given.lean?.[policy];
		if (saved !== undefined) sum.lean[policy] = (sum.lean[policy] ?? 0) + saved;
	}
	addAnswer(sum, given, isTaken ? given.after : given.before);
}

function addAnswer(sum: Sum, given: AnswerLine, after: number): void {
	const { host, session, before, reason, milliseconds, opened = 0, isBlindEdit } = given;
	sum.outlines.opened += opened;
	sum.outlines.editedBlindly += isBlindEdit ? 1 : 0;
	sum.sessions.add(JSON.stringify([host, session]));
	sum.answers++;
	sum.askedAgain += reason === "asked again" ? 1 : 0;
	sum.before += before;
	sum.after += after;
	sum.saved += before - after;
	sum.milliseconds.push(milliseconds);
}

function fail(sum: Sum, { time, host, what }: FailureLine): void {
	sum.failures++;
	if (time >= (sum.lastFailure?.time ?? 0)) sum.lastFailure = { time, host, what };
}

function callName({ host, session }: RecordLine, call: string): string {
	return JSON.stringify([host, session, call]);
}

/** How long answers took, in milliseconds: the median, and what 19 of 20 did not exceed. */
export type Latency = { readonly p50: number; readonly p95: number };

/** The latency from some times; undefined if there are none. */
export function latencyOf(milliseconds: readonly number[]): Latency | undefined {
	const sorted = milliseconds.filter(Number.isFinite).sort((a, b) => a - b);
	const upTo = (share: number): number | undefined => sorted[Math.ceil(share * sorted.length) - 1];
	const [p50, p95] = [upTo(0.5), upTo(0.95)];
	return p50 === undefined || p95 === undefined ? undefined : { p50, p95 };
}

/** A number of tokens in short form, such as 812, 4.1k, 41k or −1.2M. */
export function tokenWords(tokens: number): string {
	const sign = tokens < 0 ? "−" : "";
	const size = Math.abs(tokens);
	if (size < 1000) return `${sign}${Math.round(size)}`;
	// A number that would be rounded up to 1000k is a million.
	return size < 999_500 ? `${sign}${inFew(size / 1000)}k` : `${sign}${inFew(size / 1e6)}M`;
}

/** A share in short form, such as 8%, 0.4% or −2%. */
export function shareWords(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (100 * part) / whole;
	const sign = percent < 0 ? "−" : "";
	const size = Math.abs(percent);
	return size > 0 && size < 0.95 ? `${sign}${size.toFixed(1)}%` : `${sign}${Math.round(size)}%`;
}

function inFew(size: number): string {
	return size < 9.95 ? size.toFixed(1) : size.toFixed(0);
}
