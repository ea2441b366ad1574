import { dayOf } from "../audit/groups.ts";
import type { Given } from "./parse.ts";
import { beginningOf, endOf } from "./when.ts";

/** From when on and before when something counts, in milliseconds, and how that is said behind "what ibid did". */
export type Period = { readonly since: number | undefined; readonly until: number | undefined; readonly words: string };

/** As far back as anything goes. */
export const ALL_TIME: Period = { since: undefined, until: undefined, words: "all that there are" };

/** So many days, the present one included. */
export function lastDays(days: number, now: Date): Period {
	const words = days === 1 ? "today" : `in the last ${days} days`;
	return { since: beginningOf("since", `${days - 1}d`, now), until: undefined, words };
}

/** The period that was asked for, if any was. */
export function periodGiven(given: Given, now: Date): Period | undefined {
	const [first, last] = [given.text("since"), given.text("until")];
	if (first === undefined && last === undefined) return undefined;
	const since = first === undefined ? undefined : beginningOf("since", first, now);
	const until = last === undefined ? undefined : endOf("until", last, now);
	return { since, until, words: periodWords(since, until) };
}

function periodWords(since: number | undefined, until: number | undefined): string {
	const lastDay = until === undefined ? undefined : dayOf(until - 1);
	if (since === undefined) return `up to ${lastDay}`;
	return lastDay === undefined ? `since ${dayOf(since)}` : `from ${dayOf(since)} to ${lastDay}`;
}

/** Whether a time lies in a period. */
export function isWithin({ since, until }: Period, time: number): boolean {
	return time >= (since ?? time) && time < (until ?? Number.POSITIVE_INFINITY);
}
