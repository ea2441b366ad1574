import { expect, test } from "bun:test";
import { newPageTally } from "./tally.ts";
import { barsOf, layersOf } from "./time-bars.ts";

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
