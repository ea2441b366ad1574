import { expect, test } from "bun:test";
import { claudeCodeLimits } from "../host/claude-code/knowledge.ts";
import { codexLimits } from "../host/codex/knowledge.ts";
import { geminiCliLimits } from "../host/gemini-cli/knowledge.ts";
import { everyRequestLimits, neverNear, policyOf } from "./limits.ts";

test.each([
	[[], Number.POSITIVE_INFINITY],
	[[10_000, 10_000, 10_000], Number.POSITIVE_INFINITY],
	[[10_000, 10_000, 10_000, 1], 3],
	[[1, 10_000, 10_000, 10_000], 3],
	[[30_001], 0],
	[[1, 40_000, 5_000, 6_000], 2],
])("after results of %j tokens Gemini CLI surely still has the last %d", (sizes, expected) => {
	expect(policyOf(geminiCliLimits, sizes).reach).toBe(expected);
});

test("the sizes of results do not matter if the host counts results", () => {
	expect(policyOf(claudeCodeLimits, [1_000_000]).reach).toBe(100);
	expect(policyOf(codexLimits, [1_000_000]).reach).toBe(Number.POSITIVE_INFINITY);
});

test("quotes reach back to the beginning if the log tells what requests had", () => {
	expect(policyOf(claudeCodeLimits, [1_000_000], true).reach).toBe(Number.POSITIVE_INFINITY);
});

test.each([0, 170_000, 990_000, Number.POSITIVE_INFINITY])(
	"%d tokens are never near a compaction where every request passes through ibid",
	(tokens) => {
		expect(neverNear(tokens)).toBe(false);
		expect(everyRequestLimits.nearCompaction(tokens)).toBe(false);
	},
);
