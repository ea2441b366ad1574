import { dayOf } from "../audit/days.ts";
import { isTimeless, type Period } from "../audit/ledger.ts";
import { periodOf } from "./filters.ts";
import type { Given } from "./parse.ts";
import { beginningOf } from "./when.ts";

/** A period, and how it is said behind "what ibid did". */
export type NamedPeriod = Period & { readonly words: string };

/** As far back as anything goes. */
export const ALL_TIME: NamedPeriod = { since: undefined, until: undefined, words: "all that there are" };

/** So many days, the present one included. */
export function lastDays(days: number, now: Date): NamedPeriod {
	const words = days === 1 ? "today" : `in the last ${days} days`;
	return { since: beginningOf("since", `${days - 1}d`, now), until: undefined, words };
}

/** What counts where nobody asks for another period. */
export function usualDays(now: Date): NamedPeriod {
	return lastDays(30, now);
}

/** The period that was asked for, if any was. */
export function periodGiven(given: Given, now: Date): NamedPeriod | undefined {
	const period = periodOf(given, now);
	return isTimeless(period) ? undefined : { ...period, words: periodWords(period) };
}

function periodWords({ since, until }: Period): string {
	const lastDay = until === undefined ? undefined : dayOf(until - 1);
	if (since === undefined) return `up to ${lastDay}`;
	return lastDay === undefined ? `since ${dayOf(since)}` : `from ${dayOf(since)} to ${lastDay}`;
}
