import { expect, test } from "bun:test";
import { claudeCodeLimits } from "../host/claude-code/knowledge.ts";
import { codexLimits } from "../host/codex/knowledge.ts";
import { everyRequestLimits, neverNear, policyOf } from "./limits.ts";

test("quotes reach as far back as the host surely keeps results", () => {
	expect(policyOf(claudeCodeLimits).reach).toBe(100);
	expect(policyOf(codexLimits).reach).toBe(Number.POSITIVE_INFINITY);
});

test("quotes reach back to the beginning if the log tells what requests had", () => {
	expect(policyOf(claudeCodeLimits, true).reach).toBe(Number.POSITIVE_INFINITY);
});

test.each([0, 170_000, 990_000, Number.POSITIVE_INFINITY])(
	"%d tokens are never near a compaction where every request passes through ibid",
	(tokens) => {
		expect(neverNear(tokens)).toBe(false);
		expect(everyRequestLimits.nearCompaction(tokens)).toBe(false);
	},
);
