import { expect, test } from "bun:test";
import fc from "fast-check";
import { labelled, place, ticks } from "./scale.ts";

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
