import { resolve } from "node:path";
import { dayOf } from "../../audit/days.ts";
import { isUnlimitedPeriod, type Period } from "../../audit/ledger.ts";
import { HOST_NAMES } from "../../hosts.ts";
import type { HostName } from "../../lens/types.ts";
import { UserError } from "../../runtime/user-error.ts";
import type { Arguments } from "./parse.ts";

/** The hosts that were asked for; none means all. */
export function hostsOf(args: Arguments): HostName[] {
	const names = args.texts("host");
	return HOST_NAMES.filter((host) => names.includes(host));
}

/** The requested project: a relative path is made absolute, anything else may be part of a path. */
export function projectOf(args: Arguments): string | undefined {
	const project = args.text("project");
	if (project === undefined) return undefined;
	const isFromHere = /^\.{1,2}([\\/]|$)/.test(project);
	return isFromHere ? resolve(project) : project.replace(/(.)[\\/]+$/, "$1");
}

/** The requested days; all days if none were given. */
export function periodOf(args: Arguments, now: Date): Period {
	const [first, last] = [args.text("since"), args.text("until")];
	const since = first === undefined ? undefined : startOfDay("since", first, now);
	const until = last === undefined ? undefined : endOfDay("until", last, now);
	if (since !== undefined && until !== undefined && since >= until)
		throw new UserError(`--since ${first} is after --until ${last}.`);
	return { since, until };
}

/** When the day that the user means begins, in local time, in milliseconds. */
export function startOfDay(option: string, when: string, now: Date): number {
	return dayMeant(option, when, now).getTime();
}

/** When the day after it begins. */
export function endOfDay(option: string, when: string, now: Date): number {
	const day = dayMeant(option, when, now);
	return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}

function dayMeant(option: string, when: string, now: Date): Date {
	const [, count, unit] = /^(\d{1,5})([dw])$/.exec(when) ?? [];
	const back = Number(count) * (unit === "w" ? 7 : 1);
	if (count !== undefined) return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
	const [, year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(when) ?? []).map(Number);
	const day = new Date(year ?? Number.NaN, (month ?? 0) - 1, date);
	// A day that does not exist, such as February 30, comes out as another one.
	if (day.getMonth() + 1 === month && day.getDate() === date) return day;
	throw new UserError(`--${option} cannot be ${when}: give a day like 2026-01-31, or 7d or 4w for so long ago.`);
}

/** A period, and its words to put after "what ibid did". */
export type NamedPeriod = Period & { readonly words: string };

/** All dates. */
export const ALL_TIME: NamedPeriod = { since: undefined, until: undefined, words: "all dates" };

/** The last so many days, including today. */
export function lastDays(days: number, now: Date): NamedPeriod {
	const words = days === 1 ? "today" : `in the last ${days} days`;
	return { since: startOfDay("since", `${days - 1}d`, now), until: undefined, words };
}

/** The default period. */
export function usualDays(now: Date): NamedPeriod {
	return lastDays(30, now);
}

/** The period that was asked for, if any was. */
export function periodAsked(args: Arguments, now: Date): NamedPeriod | undefined {
	const period = periodOf(args, now);
	return isUnlimitedPeriod(period) ? undefined : { ...period, words: periodWords(period) };
}

function periodWords({ since, until }: Period): string {
	const lastDay = until === undefined ? undefined : dayOf(until - 1);
	if (since === undefined) return `up to ${lastDay}`;
	return lastDay === undefined ? `since ${dayOf(since)}` : `from ${dayOf(since)} to ${lastDay}`;
}
