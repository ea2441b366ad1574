import { expect, test } from "bun:test";
import fc from "fast-check";
import { barsOf, contextCurve, curvePieces, labelled, layersOf, place, startsOf, ticks } from "./charts.ts";
import { answer, request } from "./made-up.test.ts";
import { newPageTally } from "./tally.ts";

const days = (...names: readonly string[]): Map<string, ReturnType<typeof newPageTally>> =>
	new Map(names.map((name) => [name, { ...newPageTally(), tokens: 1 }]));

test("days without anything stand between those that have something", () => {
	const { unit, bars } = barsOf(days("2026-03-01", "2026-02-27"));
	expect(unit).toBe("day");
	expect(bars.map(({ name, words, tally }) => [name, words, tally.tokens])).toEqual([
		["2026-02-27", "27 Feb", 1],
		["2026-02-28", "28 Feb", 0],
		["2026-03-01", "1 Mar", 1],
	]);
});

test("no days are no bars", () => expect(barsOf(days())).toEqual({ unit: "day", bars: [] }));

test("when there are too many days, weeks take their place and begin on Mondays", () => {
	const { unit, bars } = barsOf(days("2026-01-01", "2026-01-04", "2026-01-05", "2026-06-30"));
	expect(unit).toBe("week");
	expect(bars.slice(0, 2).map(({ name, tally }) => [name, tally.tokens])).toEqual([
		["2025-12-29", 2],
		["2026-01-05", 1],
	]);
	expect(bars.at(-1)).toMatchObject({ name: "2026-06-29", words: "29 Jun 2026" });
});

test("when there are too many weeks, months do", () => {
	const { unit, bars } = barsOf(days("2024-01-31", "2024-02-01", "2026-12-31"));
	expect(unit).toBe("month");
	expect(bars).toHaveLength(36);
	expect(bars[1]).toMatchObject({ name: "2024-02-01", words: "Feb 2024", tally: { tokens: 1 } });
});

test.each([
	[
		{ tokens: 100, saved: 50, notes: 10 },
		{ fresh: 40, notes: 10, quoted: 60 },
	],
	[
		{ tokens: 100, saved: 0, notes: 0 },
		{ fresh: 100, notes: 0, quoted: 0 },
	],
	[
		{ tokens: 100, saved: -20, notes: 0 },
		{ fresh: 120, notes: 0, quoted: 0 },
	],
])("a bar is as high as what is sent and what is not (%#)", (some, layers) => {
	expect(layersOf({ ...newPageTally(), ...some })).toEqual(layers);
});

const thread = [
	request({ tokens: 1000 }),
	answer({ tokens: 400, saved: 300 }),
	request({ tokens: 1500, fewer: 300 }),
	request({ tokens: undefined }),
	{ kind: "reset" } as const,
	request({ tokens: 200, fewer: 0 }),
];

test("where ibid was not there, the log tells the size without it", () => {
	const { basis, points, resets } = contextCurve(thread, { isLived: false });
	expect(basis).toBe("requests");
	expect(points.map((point) => [point.turn, point.without, point.with])).toEqual([
		[1, 1000, 1000],
		[2, 1500, 1200],
		[4, 200, 200],
	]);
	expect(resets).toEqual([4]);
});

test("where ibid was at work, the log tells the size with it", () => {
	const { points } = contextCurve(thread, { isLived: true });
	expect(points.map((point) => [point.without, point.with])).toEqual([
		[1000, 1000],
		[1800, 1500],
		[200, 200],
	]);
});

test("where no log tells sizes, results since the last reset are added up", () => {
	const steps = [request(), answer({ tokens: 400, saved: 300 }), request(), { kind: "reset" } as const, request()];
	const { basis, points } = contextCurve(steps, { isLived: true });
	expect(basis).toBe("results");
	expect(points.map((point) => [point.without, point.with])).toEqual([
		[0, 0],
		[400, 100],
		[0, 0],
	]);
});

test("a reset breaks the line", () => {
	const turnsOf = (course: Parameters<typeof curvePieces>[0]): number[][] =>
		curvePieces(course).map((piece) => piece.map(({ turn }) => turn));
	const points = [1, 2, 3, 4].map((turn) => ({ turn, without: 1, with: 1 }));
	expect(turnsOf({ basis: "requests", points, resets: [3] })).toEqual([
		[1, 2],
		[3, 4],
	]);
	expect(turnsOf({ basis: "requests", points, resets: [] })).toEqual([[1, 2, 3, 4]]);
	expect(turnsOf({ basis: "requests", points, resets: [1, 1, 5] })).toEqual([[1, 2, 3, 4]]);
});

test("sub-agents set to work in the turn that their first step falls into", () => {
	const main = [request({ time: 10 }), request({ time: 20 }), request({ time: 30 })];
	const threads = [main, [request({ time: 25 })], [answer({ time: 5 })], [request()]];
	expect(startsOf({ threads })).toEqual([2, 0, 0]);
});

test.each([
	[97, 4, [0, 50, 100]],
	[160_000, 4, [0, 50_000, 100_000, 150_000, 200_000]],
	[3, 4, [0, 1, 2, 3]],
	[0, 4, [0, 1]],
	[Number.NaN, 4, [0, 1]],
])("an axis up to %p has round ticks", (most, count, expected) => expect(ticks(most, count)).toEqual(expected));

test("an axis begins at zero, reaches what is most and has few ticks", () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 2, max: 8 }), (most, count) => {
			const all = ticks(most, count);
			expect(all[0]).toBe(0);
			expect(all.at(-1)).toBeGreaterThanOrEqual(most);
			expect(all.at(-2)).toBeLessThan(most);
			expect(all.length).toBeLessThanOrEqual(count + 2);
		}),
	);
});

test("a value stands at its share of the line", () => {
	expect(place(25, 100, 200)).toBe(50);
	expect(place(25, 0, 200)).toBe(0);
});

test("only as many labels are written as fit", () => {
	expect(labelled(10, 20)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
	expect(labelled(30, 8)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
	expect(labelled(0, 8)).toEqual([]);
});
