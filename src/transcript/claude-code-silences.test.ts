import { describe, expect, test } from "bun:test";
import { outlineOf } from "../../contracts/transcript.ts";
import type { Entry } from "../conversation/types.ts";
import { withSilences } from "./claude-code-silences.ts";

const HOUR = 60 * 60 * 1000;
const NEVER = Number.NEGATIVE_INFINITY;

const turn = (time?: number): Entry => ({ kind: "turn", time, model: undefined, usage: undefined });
const call = (id: string): Entry => {
	return { kind: "call", call: { id, tool: "Read", input: {}, directory: "/project" }, version: "2.1.325" };
};
const result = (id: string, time?: number, kept = false): Entry => {
	return { kind: "result", id, text: id, outcome: "done", plain: true, kept, time };
};
const reset: Entry = { kind: "reset" };

const outline = (entries: readonly Entry[], saidAt = NEVER, now = 0): string =>
	outlineOf(withSilences(entries, saidAt, now));

describe("a long silence", () => {
	test.each([
		["an hour is none", [turn(0), call("a"), result("a", 1), turn(1 + HOUR)], "turn a! a turn"],
		["more than an hour is one", [turn(0), call("a"), result("a", 1), turn(2 + HOUR)], "turn a! a reset turn"],
		["while a tool works, too", [turn(0), call("a"), result("a", 1 + HOUR)], "turn a! reset a"],
		["many short ones are none", [turn(0), turn(HOUR), turn(2 * HOUR), turn(3 * HOUR)], "turn turn turn turn"],
		["each of several", [turn(0), turn(2 * HOUR), turn(4 * HOUR)], "turn reset turn reset turn"],
		["is measured over what has no time", [turn(0), turn(), result("a"), turn(2 * HOUR)], "turn turn a reset turn"],
		["is none where no times are told", [turn(), result("a"), turn()], "turn a turn"],
		["is none where the clock was set back", [turn(2 * HOUR), turn(0)], "turn turn"],
		["is one behind the log's own reset", [turn(0), reset, turn(2 * HOUR)], "turn reset reset turn"],
	])("%s", (_, entries, expected) => {
		expect(outline(entries)).toBe(expected);
	});

	test("is not one before a result that was kept, which came long before its place", () => {
		const entries = [turn(5 * HOUR), reset, call("a"), result("a", 0, true), turn(5 * HOUR + 1)];
		expect(outline(entries)).toBe("turn reset a! a+ turn");
	});
});

describe("a request that the log tells of", () => {
	const told = (time: number): Entry => ({ ...turn(time), isTold: true }) as Entry;

	test.each([
		["says what a silence before it did", [told(0), call("a"), result("a", 1), told(2 * HOUR)], "turn a! a turn"],
		["says nothing of one behind it", [told(0), told(1), call("a"), result("a", 2 * HOUR)], "turn turn a! reset a"],
		["says so of all before it", [told(0), told(2 * HOUR), told(4 * HOUR), told(4 * HOUR)], "turn turn turn turn"],
	])("%s", (_, entries, expected) => {
		expect(outline(entries)).toBe(expected);
	});

	test("says nothing of what the host said itself", () => {
		expect(outline([told(0), told(10)], 5)).toBe("turn reset turn");
	});
});

test("what a silence did is a guess, what the host said is none", () => {
	expect(withSilences([turn(0), turn(2 * HOUR)])).toContainEqual({ kind: "reset", isGuess: true });
	expect(withSilences([turn(0), turn(10)], 5)).toContainEqual({ kind: "reset" });
});

test("a silence that lasts till now is one", () => {
	const entries = [turn(0), call("a")];
	expect(outline(entries, NEVER, HOUR)).toBe("turn a!");
	expect(outline(entries, NEVER, HOUR + 1)).toBe("turn a! reset");
});

describe("a moment at which the host said that all is gone", () => {
	const entries = [turn(10), call("a"), result("a", 20), turn(30), call("b"), result("b", 40)];

	test.each([
		[5, "turn a! a turn b! b"],
		[10, "turn a! reset a turn b! b"],
		[20, "turn a! a reset turn b! b"],
		[29, "turn a! a reset turn b! b"],
		[30, "turn a! a turn b! reset b"],
		[40, "turn a! a turn b! b"],
	])("%d", (saidAt, expected) => {
		expect(outline(entries, saidAt)).toBe(expected);
	});

	test("is not told twice where the log tells of it", () => {
		const told = [turn(10), result("a", 20), reset, call("a"), result("a", 20, true), turn(30)];
		expect(outline(told, 25)).toBe("turn a reset a! a+ turn");
	});
});

test("what is there already stays as it is", () => {
	const entries = [turn(0), call("a"), result("a", 1), reset];
	expect(withSilences(entries, NEVER, 1)).toEqual(entries);
});
