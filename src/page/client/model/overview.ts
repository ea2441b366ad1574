import { dayOf } from "../../../audit/days.ts";
import type { PageData, SessionData } from "../../data.ts";
import { type Bars, barsOf, type Days } from "./charts.ts";
import type { Filter } from "./route.ts";
import {
	addResult,
	addTally,
	type Both,
	counterInto,
	countSession,
	newPageTally,
	oneOf,
	type PageTally,
	sessionsIn,
	sinceOf,
} from "./tally.ts";

/** A session, and its sums. */
export type SessionSummary = {
	readonly session: SessionData;
	/** Of the last result that counts. */
	readonly time: number | undefined;
	readonly tally: PageTally;
};

/** The sums of all sessions that match a filter. */
export type Overview = {
	readonly rows: readonly SessionSummary[];
	readonly sessions: Both<number>;
	readonly period: Both<PageTally>;
	readonly today: Both<PageTally>;
	readonly bars: Bars;
	/** Results without a time; they are in no bar. */
	readonly undated: number;
	/** Shortened results of these sessions that were rebuilt line for line, and those that were not. */
	readonly rebuilt: number;
	readonly failed: number;
};

/** Sums up the sessions that match a filter. */
export function overviewOf(data: PageData, filter: Filter): Overview {
	const since = sinceOf(filter, data.made);
	const period = { was: newPageTally(), would: newPageTally() };
	const today = { was: newPageTally(), would: newPageTally() };
	const lastDay = dayOf(data.made);
	const days: Days = new Map();
	const rows: SessionSummary[] = [];
	let undated = 0;
	for (const session of sessionsIn(data, filter)) {
		const tally = newPageTally();
		let last: number | undefined;
		countSession(session, since, {
			...counterInto(tally),
			answer(answer, time) {
				addResult(tally, answer);
				if (time === undefined) undated++;
				if (time === undefined) return;
				last = Math.max(time, last ?? time);
				const day = dayAt(time);
				addResult(tallyOf(days, day), answer);
				if (day === lastDay) addResult(oneOf(today, session), answer);
			},
		});
		if (tally.answers === 0 && tally.input === 0) continue;
		addTally(oneOf(period, session), tally);
		rows.push({ session, time: last, tally });
	}
	const was = rows.filter(({ session }) => session.isLived).length;
	const sessions = { was, would: rows.length - was };
	const rebuilt = sumBy(rows, ({ session }) => session.rebuilt);
	const failed = sumBy(rows, ({ session }) => session.failed);
	return { rows, sessions, period, today, bars: barsOf(days), undated, rebuilt, failed };
}

function tallyOf(days: Days, day: string): PageTally {
	const tally = days.get(day) ?? newPageTally();
	days.set(day, tally);
	return tally;
}

function sumBy<Row>(rows: readonly Row[], by: (row: Row) => number): number {
	return rows.reduce((sum, row) => sum + by(row), 0);
}

/** Computing the day of a time is slow, and results of one hour share it. */
const known = new Map<number, string>();

function dayAt(time: number): string {
	// Quarters of an hour, because some time zones are offset by them.
	const quarter = Math.floor(time / 900_000);
	const day = known.get(quarter) ?? dayOf(time);
	known.set(quarter, day);
	return day;
}
