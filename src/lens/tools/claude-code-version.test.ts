import { expect, test } from "bun:test";
import { isBefore } from "./claude-code.ts";

test.each([
	["2.1.85", "2.1.86"],
	["2.1.9", "2.1.86"],
	["2.0.77", "2.1.86"],
	["1.99.99", "2.1.86"],
	["2.1", "2.1.1"],
	["v2.1.5", "2.1.86"],
	["2.1.85-beta.3", "2.1.86"],
	["0.9", "0.10"],
])("%s comes before %s", (version, limit) => {
	expect(isBefore(version, limit)).toBe(true);
});

test.each([
	["2.1.86", "2.1.86"],
	["2.1.86-beta", "2.1.86"],
	["2.1.100", "2.1.86"],
	["2.2", "2.1.86"],
	["2.1.86.1", "2.1.86"],
	["3", "2.1.86"],
	["2.1.0", "2.1"],
	["999", "2.1.86"],
])("%s does not come before %s", (version, limit) => {
	expect(isBefore(version, limit)).toBe(false);
});

test.each(["", "nightly", "-1.2", "latest-2.0"])("%j has no number, so it is the newest", (version) => {
	expect(isBefore(version, "99999")).toBe(false);
});
