import { dayOf } from "../../../audit/days.ts";
import type { AnswerStep, PageData, SessionData } from "../../data.ts";
import { dayStart } from "./format.ts";
import type { Filter } from "./route.ts";

/** The sums of results and requests, in tokens, as they are without ibid; `saved` and `fewer` are signed. */
export type PageTally = {
	answers: number;
	shortened: number;
	tokens: number;
	saved: number;
	notes: number;
	orphans: number;
	/** Of all requests whose size is known, and how many of these tokens ibid removes. */
	input: number;
	fewer: number;
};

/** An empty tally. */
export function newPageTally(): PageTally {
	return { answers: 0, shortened: 0, tokens: 0, saved: 0, notes: 0, orphans: 0, input: 0, fewer: 0 };
}

/** Counts into a tally. */
export function counterInto(tally: PageTally): Counter {
	return {
		answer: (answer) => addResult(tally, answer),
		request(without, fewer) {
			tally.input += without;
			tally.fewer += fewer;
		},
		orphans(count) {
			tally.orphans += count;
		},
	};
}

/** Adds a result. */
export function addResult(tally: PageTally, { form, tokens, saved, notes }: AnswerStep): void {
	tally.answers++;
	tally.shortened += form === "whole" ? 0 : 1;
	tally.tokens += tokens;
	tally.saved += saved;
	tally.notes += notes;
}

/** Adds one tally to another. */
export function addTally(sum: PageTally, other: PageTally): void {
	for (const name of NAMES) sum[name] += other[name];
}

const NAMES = ["answers", "shortened", "tokens", "saved", "notes", "orphans", "input", "fewer"] as const;

/** Two values: what was, with ibid active, and what would have been. */
export type Both<Thing> = { readonly was: Thing; readonly would: Thing };

/** The one of both that applies to a session. */
export function oneOf<Thing>(both: Both<Thing>, { isLived }: { readonly isLived: boolean }): Thing {
	return isLived ? both.was : both.would;
}

/** The time from which things count; undefined: always. */
type Since = number | undefined;

/** Receives everything in a session that counts. */
type Counter = {
	answer(answer: AnswerStep, time: number | undefined): void;
	/** A request: how many tokens it has without ibid, and how many fewer with it. */
	request(without: number, fewer: number): void;
	orphans(count: number): void;
};

/** The sessions that match a filter, ignoring its period. */
export function sessionsIn({ sessions }: PageData, { host, project, isLived }: Filter): SessionData[] {
	return sessions.filter(
		(session) =>
			(host === undefined || session.host === host) &&
			(project === undefined || session.project === project) &&
			(isLived === undefined || session.isLived === isLived),
	);
}

/** When the period of a filter begins: today is its last day. */
export function sinceOf({ days }: Filter, made: number): Since {
	if (days === undefined) return undefined;
	const today = new Date(dayStart(dayOf(made)));
	return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1)).getTime();
}

/** Visits everything that counts in a session: nothing older and, if there is a period, nothing without a time. */
export function countSession({ threads, isLived }: SessionData, since: Since, counter: Counter): void {
	for (const step of threads.flat()) {
		if (step.kind === "reset" || !step.counts) continue;
		const { time } = step;
		if (since !== undefined && (time === undefined || time < since)) continue;
		if (step.kind === "answer") counter.answer(step, time);
		if (step.kind === "orphans") counter.orphans(step.count);
		if (step.kind === "request" && step.tokens !== undefined)
			counter.request(step.tokens + (isLived ? step.fewer : 0), step.fewer);
	}
}
