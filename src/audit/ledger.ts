import type { AnswerFound, Finding, Findings } from "./findings.ts";
import { newBookkeeper, type Purse } from "./money.ts";

/** From this time on, and before that one, in milliseconds. Without a time nothing is within. */
export type Period = { readonly since: number | undefined; readonly until: number | undefined };

/** A finding as it is to be counted. */
export type Entered = {
	readonly finding: Finding;
	/** Its own time, or that of the last one before it that has any. */
	readonly time: number | undefined;
	/** Not where another session has shown it before, where it lies outside of the period, or where there is nothing to count. */
	readonly counts: boolean;
	/** What a request had and cost without ibid. */
	readonly purse: Purse | undefined;
};

/**
 * Enters findings, one session after the other. Copies of results that another session has already shown count once, so
 * the order matters.
 */
export type Ledger = { enter(findings: Findings): Entered[][] };

/** A ledger without any entry. */
export function newLedger(period: Period): Ledger {
	const seen = new Set<string>();
	return { enter: (findings) => findings.strands.map((strand) => enterStrand(strand, findings, seen, period)) };
}

function enterStrand(strand: readonly Finding[], findings: Findings, seen: Set<string>, period: Period): Entered[] {
	const { host } = findings;
	const purseAt = newBook(findings);
	const nameOf = ({ key }: AnswerFound): string => `${host} ${key}`;
	// Requests have no name to know a copy by; up to the first result of its own a strand repeats another.
	const first = strand.find((finding) => finding.kind === "answer");
	let isCopy = first !== undefined && seen.has(nameOf(first));
	let time = strand.map(timeOf).find((each) => each !== undefined);
	return strand.map((finding) => {
		time = timeOf(finding) ?? time;
		const purse = purseAt(finding);
		const isSeen = finding.kind === "answer" ? seen.has(nameOf(finding)) : isCopy;
		if (finding.kind === "answer") seen.add(nameOf(finding));
		if (finding.kind !== "reset" && !isSeen) isCopy = false;
		return { finding, time, counts: finding.kind !== "reset" && !isSeen && isWithin(period, time), purse };
	});
}

/** Follows findings; gives what a request had and cost without ibid. Where ibid was at work, that is more than the log tells. */
function newBook({ host, lived }: Findings): (finding: Finding) => Purse | undefined {
	const book = newBookkeeper(host);
	return (finding) => {
		if (finding.kind === "reset") book.reset();
		if (finding.kind === "answer") book.spare(finding.saved);
		if (finding.kind !== "request") return undefined;
		const purse = book.request(finding.usage);
		return lived ? { ...purse, input: purse.input + purse.fewer, spent: purse.spent + purse.spared } : purse;
	};
}

function timeOf(finding: Finding): number | undefined {
	return "time" in finding ? finding.time : undefined;
}

/** Whether a time lies in a period. */
export function isWithin(period: Period, time: number | undefined): boolean {
	if (isTimeless(period)) return true;
	return time !== undefined && time >= (period.since ?? time) && time < (period.until ?? Number.POSITIVE_INFINITY);
}

/** Whether all that ever was is within a period. */
export function isTimeless({ since, until }: Period): boolean {
	return since === undefined && until === undefined;
}
