import { expect, test } from "bun:test";
import { answer, page, request, session } from "./made-up.test.ts";
import { overviewOf } from "./overview.ts";
import { NO_FILTER } from "./route.ts";

const NOON = new Date(2026, 10, 16, 12).getTime();
const HOUR = 3_600_000;

test("what was and what would be are summed up apart, each without what counts elsewhere", () => {
	const lived = session({
		isLived: true,
		threads: [[answer({ tokens: 100, saved: 60, notes: 5, form: "quoted" }), answer({ tokens: 7, counts: false })]],
	});
	const other = session({ session: "s2", threads: [[answer({ tokens: 50, saved: -10, form: "quoted" })], [answer()]] });
	const { period, sessions, rows, undated } = overviewOf(page(NOON, [lived, other]), NO_FILTER);
	expect(sessions).toEqual({ was: 1, would: 1 });
	expect(period.was).toMatchObject({ answers: 1, shortened: 1, tokens: 100, saved: 60, notes: 5 });
	expect(period.would).toMatchObject({ answers: 2, shortened: 1, tokens: 150, saved: -10 });
	expect(rows.map(({ tally }) => tally.saved)).toEqual([60, -10]);
	expect(undated).toBe(3);
});

test("the share of input is of requests as they are without ibid", () => {
	const steps = [request({ tokens: 900, fewer: 100 }), request({ tokens: undefined, fewer: 100 })];
	const both = [session({ isLived: true, threads: [steps] }), session({ session: "s2", threads: [steps] })];
	const { period } = overviewOf(page(NOON, both), NO_FILTER);
	expect(period.was).toMatchObject({ input: 1000, fewer: 100 });
	expect(period.would).toMatchObject({ input: 900, fewer: 100 });
});

test("days are counted back from the making of the page, and what has no time is in none", () => {
	const times = [NOON, NOON - 13 * HOUR, NOON - 6 * 24 * HOUR, NOON - 7 * 24 * HOUR, undefined];
	const data = page(NOON, [session({ threads: [times.map((time) => answer({ time }))] })]);
	const answersIn = (days: number | undefined): number => overviewOf(data, { ...NO_FILTER, days }).period.would.answers;
	expect([1, 2, 7, 8, undefined].map(answersIn)).toEqual([1, 2, 3, 4, 5]);
	expect(overviewOf(data, NO_FILTER).today.would.answers).toBe(1);
});

test("only sessions that a filter lets through are there, and none that is empty", () => {
	const threads = [[answer()]];
	const data = page(NOON, [
		session({ threads }),
		session({ session: "s2", host: "pi", threads }),
		session({ session: "s3", project: "/code/other", threads }),
		session({ session: "s4", isLived: true, threads }),
		session({ session: "s5" }),
	]);
	const namesIn = (some: object): string[] =>
		overviewOf(data, { ...NO_FILTER, ...some }).rows.map((row) => row.session.session);
	expect(namesIn({})).toEqual(["s1", "s2", "s3", "s4"]);
	expect(namesIn({ host: "pi" })).toEqual(["s2"]);
	expect(namesIn({ project: "/code/other" })).toEqual(["s3"]);
	expect(namesIn({ isLived: true })).toEqual(["s4"]);
	expect(namesIn({ isLived: false })).toEqual(["s1", "s2", "s3"]);
	expect(namesIn({ days: 7 })).toEqual([]);
});

test("proofs are those of the sessions that are there", () => {
	const threads = [[answer()]];
	const data = page(NOON, [
		session({ threads, rebuilt: 4, failed: 1 }),
		session({ session: "s2", host: "pi", threads, rebuilt: 2 }),
	]);
	expect(overviewOf(data, NO_FILTER)).toMatchObject({ rebuilt: 6, failed: 1 });
	expect(overviewOf(data, { ...NO_FILTER, host: "pi" })).toMatchObject({ rebuilt: 2, failed: 0 });
});
