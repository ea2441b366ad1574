import { dayOf } from "../../../audit/days.ts";
import type { PageData, SessionData } from "../../data.ts";
import { countSession, sessionsIn, sinceOf } from "./counting.ts";
import { type Bars, barsOf, type Days } from "./days.ts";
import type { Filter } from "./route.ts";
import { addAnswer, addTally, type Both, counterInto, newTally, oneOf, type Tally } from "./tally.ts";

/** A session, and what of it counts. */
export type SessionRow = {
	readonly session: SessionData;
	/** Of the last result that counts. */
	readonly time: number | undefined;
	readonly tally: Tally;
};

/** What all sessions come to that a filter lets through. */
export type Overview = {
	readonly rows: readonly SessionRow[];
	readonly sessions: Both<number>;
	readonly period: Both<Tally>;
	readonly today: Both<Tally>;
	readonly bars: Bars;
	/** Results that no log tells the time of; they stand in no bar. */
	readonly undated: number;
	/** Shortened answers of these sessions that were rebuilt line for line, and those that were not. */
	readonly rebuilt: number;
	readonly failed: number;
};

/** Sums up the sessions that a filter lets through. */
export function overviewOf(data: PageData, filter: Filter): Overview {
	const since = sinceOf(filter, data.made);
	const period = { was: newTally(), would: newTally() };
	const today = { was: newTally(), would: newTally() };
	const lastDay = dayOf(data.made);
	const days: Days = new Map();
	const rows: SessionRow[] = [];
	let undated = 0;
	for (const session of sessionsIn(data, filter)) {
		const tally = newTally();
		let last: number | undefined;
		countSession(session, since, {
			...counterInto(tally),
			answer(answer, time) {
				addAnswer(tally, answer);
				if (time === undefined) undated++;
				if (time === undefined) return;
				last = Math.max(time, last ?? time);
				const day = dayAt(time);
				addAnswer(tallyOf(days, day), answer);
				if (day === lastDay) addAnswer(oneOf(today, session), answer);
			},
		});
		if (tally.answers === 0 && tally.input === 0) continue;
		addTally(oneOf(period, session), tally);
		rows.push({ session, time: last, tally });
	}
	const was = rows.filter(({ session }) => session.isLived).length;
	const sessions = { was, would: rows.length - was };
	const rebuilt = sumOf(rows, ({ session }) => session.rebuilt);
	const failed = sumOf(rows, ({ session }) => session.failed);
	return { rows, sessions, period, today, bars: barsOf(days), undated, rebuilt, failed };
}

function tallyOf(days: Days, day: string): Tally {
	const tally = days.get(day) ?? newTally();
	days.set(day, tally);
	return tally;
}

function sumOf<Row>(rows: readonly Row[], by: (row: Row) => number): number {
	return rows.reduce((sum, row) => sum + by(row), 0);
}

/** Asking a date for its day is slow, and results of one hour have it in common. */
const known = new Map<number, string>();

function dayAt(time: number): string {
	// Quarters of an hour, since some places are off by such.
	const quarter = Math.floor(time / 900_000);
	const day = known.get(quarter) ?? dayOf(time);
	known.set(quarter, day);
	return day;
}
