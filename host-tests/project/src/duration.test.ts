import { describe, expect, test } from "bun:test";
import { DurationError, formatDuration, longer, parseDuration, roundDown } from "./duration.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe("reading durations", () => {
	test.each([
		["90s", 90 * SECOND],
		["1h 30m", 90 * MINUTE],
		["1 hour 30 minutes", 90 * MINUTE],
		["2 days", 48 * HOUR],
		["1.5h", 90 * MINUTE],
		["250ms", 250],
		["  4 min  ", 4 * MINUTE],
	])("takes %j", (text, expected) => {
		expect(parseDuration(text)).toBe(expected);
	});

	test.each([
		["", "nothing to read at character 1"],
		["soon", "a number is missing at character 1"],
		["12", "a unit is missing at character 3"],
		["3 weeks", 'no unit is called "weeks" at character 3'],
		["5m 1h", "units out of order at character 4"],
		["5m 5m", "units out of order at character 4"],
	])("refuses %j", (text, problem) => {
		expect(() => parseDuration(text)).toThrow(DurationError);
		expect(() => parseDuration(text)).toThrow(problem);
	});
});

describe("wording durations", () => {
	test.each([
		[90 * MINUTE, "1h 30m"],
		[0, "0s"],
		[61_001, "1m 1s 1ms"],
		[-5 * SECOND, "-5s"],
		[26 * HOUR, "1d 2h"],
	])("words %d", (duration, expected) => {
		expect(formatDuration(duration)).toBe(expected);
	});

	test("reads back what it has worded", () => {
		for (let duration = 1; duration < 1e9; duration = duration * 3 + 7)
			expect(parseDuration(formatDuration(duration))).toBe(duration);
	});
});

describe("arithmetic", () => {
	test("rounds down to whole steps", () => {
		expect(roundDown(119 * SECOND, MINUTE)).toBe(MINUTE);
		expect(() => roundDown(MINUTE, 0)).toThrow("a step must be longer than nothing");
	});

	test("finds the longer one", () => {
		expect(longer(SECOND, MINUTE)).toBe(MINUTE);
	});
});
