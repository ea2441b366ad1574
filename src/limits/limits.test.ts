import { expect, test } from "bun:test";
import { limitsOf, policyOf } from "./limits.ts";

test.each([
	[[], Number.POSITIVE_INFINITY],
	[[10_000, 10_000, 10_000], Number.POSITIVE_INFINITY],
	[[10_000, 10_000, 10_000, 1], 3],
	[[1, 10_000, 10_000, 10_000], 3],
	[[30_001], 0],
	[[1, 40_000, 5_000, 6_000], 2],
])("after results of %j tokens Gemini CLI is sure to have the last %d", (sizes, expected) => {
	expect(policyOf(limitsOf("gemini-cli"), sizes).reach).toBe(expected);
});

test("where the host counts results, their sizes do not matter", () => {
	expect(policyOf(limitsOf("claude-code"), [1_000_000]).reach).toBe(50);
	expect(policyOf(limitsOf("codex"), [1_000_000]).reach).toBe(Number.POSITIVE_INFINITY);
});
