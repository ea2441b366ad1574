import { expect, test } from "bun:test";
import { hostOf } from "../../contracts/hosts.ts";
import type { Usage } from "../conversation/types.ts";
import { isInPeriod, newCostTracker } from "./ledger.ts";

test("a period begins with its first moment and ends before its end", () => {
	const period = { since: 10, until: 20 };
	expect([9, 10, 19, 20].map((time) => isInPeriod(period, time))).toEqual([false, true, true, false]);
});

test("what has no time lies in no period but that of all times", () => {
	expect(isInPeriod({ since: 10, until: undefined }, undefined)).toBe(false);
	expect(isInPeriod({ since: undefined, until: 20 }, undefined)).toBe(false);
	expect(isInPeriod({ since: undefined, until: undefined }, undefined)).toBe(true);
});

/** Input that was written to the cache stands in both counts, as the readers tell it. */
const usage = (plain: number, cacheRead: number, cacheWrite = 0, output = 0): Usage => {
	return { input: plain + cacheWrite, cacheRead, cacheWrite, output };
};

test("a request costs its plain input, what it wrote to the cache and read from there, and its output", () => {
	expect(newCostTracker(hostOf("claude-code")).request(usage(100, 2000, 400, 10)).spent).toBe(100 + 200 + 500 + 50);
	expect(newCostTracker(hostOf("codex")).request(usage(100, 2000, 400, 10)).spent).toBe(100 + 200 + 400 + 80);
});

test("a token that was never added is not written once, and not carried by every later request", () => {
	const book = newCostTracker(hostOf("claude-code"));
	book.save(1000);
	expect(book.request(usage(0, 0, 2000)).spared).toBe(1250);
	expect(book.request(usage(0, 2000, 100)).spared).toBe(100);
	expect(book.request(usage(0, 2100, 100)).spared).toBe(100);
});

test("a token too many costs as much as one too few spares", () => {
	const book = newCostTracker(hostOf("claude-code"));
	book.save(-1000);
	expect(book.request(usage(0, 0, 2000)).spared).toBe(-1250);
});

test("a lost cache is written anew, with all that it would have held", () => {
	const book = newCostTracker(hostOf("pi"));
	book.save(1000);
	book.request(usage(2000, 0));
	expect(book.request(usage(2000, 0)).spared).toBe(1000);
});

test("what a reset has taken away is carried no longer", () => {
	const book = newCostTracker(hostOf("pi"));
	book.save(1000);
	book.request(usage(10, 0));
	book.reset();
	expect(book.request(usage(10, 10)).spared).toBe(0);
});

test("nothing is claimed for a request whose cost is unknown", () => {
	const book = newCostTracker(hostOf("pi"));
	book.save(1000);
	expect(book.request(undefined)).toEqual({ input: 0, fewer: 0, spent: 0, spared: 0 });
	expect(book.request(usage(10, 0)).spared).toBe(1000);
});

test("the tools that ibid brings with it cost something in every request, after a reset too", () => {
	const book = newCostTracker(hostOf("codex"));
	expect(book.request(usage(0, 0, 2000))).toMatchObject({ spared: -430, fewer: -430 });
	book.save(1000);
	expect(book.request(usage(0, 2000, 100))).toMatchObject({ spared: 1000 - 43, fewer: 570 });
	book.reset();
	expect(book.request(usage(0, 2000, 100))).toMatchObject({ spared: -43, fewer: -430 });
});
