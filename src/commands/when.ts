import { Mistake } from "./mistake.ts";

/** The time, in milliseconds, at which the day that the user means begins, where the user is. */
export function beginningOf(option: string, when: string, now: Date): number {
	return dayOf(option, when, now).getTime();
}

/** The time at which the day after it begins. */
export function endOf(option: string, when: string, now: Date): number {
	const day = dayOf(option, when, now);
	return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime();
}

function dayOf(option: string, when: string, now: Date): Date {
	const [, count, unit] = /^(\d{1,5})([dw])$/.exec(when) ?? [];
	const back = Number(count) * (unit === "w" ? 7 : 1);
	if (count !== undefined) return new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
	const [, year, month, date] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(when) ?? []).map(Number);
	const day = new Date(year ?? Number.NaN, (month ?? 0) - 1, date);
	// Days that no month has, such as February 30, come out as other ones.
	if (day.getMonth() + 1 === month && day.getDate() === date) return day;
	throw new Mistake(`--${option} cannot be ${when}: give a day like 2026-01-31, or 7d or 4w for so long ago.`);
}
