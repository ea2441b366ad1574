import { expect, test } from "bun:test";
import { isInPeriod } from "./ledger.ts";

test("a period begins with its first moment and ends before its end", () => {
	const period = { since: 10, until: 20 };
	expect([9, 10, 19, 20].map((time) => isInPeriod(period, time))).toEqual([false, true, true, false]);
});

test("what has no time lies in no period but that of all times", () => {
	expect(isInPeriod({ since: 10, until: undefined }, undefined)).toBe(false);
	expect(isInPeriod({ since: undefined, until: 20 }, undefined)).toBe(false);
	expect(isInPeriod({ since: undefined, until: undefined }, undefined)).toBe(true);
});
