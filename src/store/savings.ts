import type { Given, RecordLine } from "./record.ts";

/** What lines of the record come to. Tokens are estimates. */
export type Savings = {
	readonly answers: number;
	/** Answers that reached the model with less than all of their lines. */
	readonly shortened: number;
	/** Tokens of all answers as they would have been sent, and as they were. */
	readonly before: number;
	readonly after: number;
	/** The one less the other: below zero where ibid has cost more than it spared. */
	readonly saved: number;
	/** Notes whose lines the host has taken away. */
	readonly orphaned: number;
	readonly failures: number;
};

/** What all these lines come to together. */
export function savingsOf(lines: Iterable<RecordLine>): Savings {
	return savingsBy(lines, () => "").get("") ?? newSum();
}

/** What lines come to, told apart by a name for each, such as its host or its session. */
export function savingsBy(lines: Iterable<RecordLine>, nameOf: (line: RecordLine) => string): Map<string, Savings> {
	const sums = new Map<string, Sum>();
	const shortened: { readonly sum: Sum; readonly given: Given }[] = [];
	const untaken = new Set<string>();
	for (const line of lines) {
		if (line.kind === "aside") continue;
		const sum = sumFor(sums, nameOf(line));
		switch (line.kind) {
			case "answer":
				if (line.form === "whole") add(sum, line, line.after);
				else shortened.push({ sum, given: line });
				break;
			case "orphaned":
				sum.orphaned += line.calls.length;
				break;
			case "failure": {
				sum.failures++;
				const call = UNTAKEN.exec(line.what)?.[1];
				if (call !== undefined) untaken.add(callName(line, call));
			}
		}
	}
	// Whether the host took an answer may stand before it, in the file of another process.
	for (const { sum, given } of shortened) {
		const isTaken = !untaken.has(callName(given, given.call));
		if (isTaken) sum.shortened++;
		add(sum, given, isTaken ? given.after : given.before);
	}
	return sums;
}

type Sum = { -readonly [Name in keyof Savings]: Savings[Name] };

function newSum(): Sum {
	return { answers: 0, shortened: 0, before: 0, after: 0, saved: 0, orphaned: 0, failures: 0 };
}

function sumFor(sums: Map<string, Sum>, name: string): Sum {
	const sum = sums.get(name) ?? newSum();
	sums.set(name, sum);
	return sum;
}

function add(sum: Sum, { before }: Given, after: number): void {
	sum.answers++;
	sum.before += before;
	sum.after += after;
	sum.saved += before - after;
}

/** What is written of an answer that was shortened and came whole all the same. */
const UNTAKEN = /^not taken: (.+)$/s;

function callName({ host, session }: RecordLine, call: string): string {
	return JSON.stringify([host, session, call]);
}
