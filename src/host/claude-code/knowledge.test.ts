import { describe, expect, test } from "bun:test";
import { claudeCodeLimits, claudeCodeNearCompaction, claudeCodeNearCompactionIn } from "./knowledge.ts";

describe("Claude Code is near compaction", () => {
	test.each([
		[0, false],
		[164_000, false],
		[164_001, true],
		[200_000, true],
		[200_001, false],
		[964_000, false],
		[964_001, true],
		[1_000_000, true],
		[1_000_001, false],
	])("with %d tokens in a window of unknown size: %p", (tokens, expected) => {
		expect(claudeCodeNearCompaction()(tokens)).toBe(expected);
		expect(claudeCodeLimits.nearCompaction(tokens)).toBe(expected);
	});

	test.each([
		[64_000, false],
		[64_001, true],
		[100_000, true],
		[100_001, false],
		[180_000, false],
	])("with %d tokens in a window of 100,000: %p", (tokens, expected) => {
		expect(claudeCodeNearCompaction([100_000])(tokens)).toBe(expected);
	});

	test.each([
		[87_000, 0.5, false],
		[87_001, 0.5, true],
		[177_001, 0.5, true],
		[164_000, 0.99, false],
		[164_001, 0.99, true],
	])("with %d tokens if the user set the share to %d: %p", (tokens, share, expected) => {
		expect(claudeCodeNearCompaction([200_000], share)(tokens)).toBe(expected);
	});

	test.each([
		[164_000, [], false],
		[139_000, ["Read"], false],
		[139_001, ["Read"], true],
		[124_000, ["mcp__a__b", "Bash", "Bash"], false],
		[124_001, ["mcp__a__b", "Bash", "Bash"], true],
		[200_001, ["Read"], false],
		[939_001, ["Grep"], true],
	])("with %d tokens and open calls of %j: %p", (tokens, open, expected) => {
		expect(claudeCodeNearCompaction()(tokens, open)).toBe(expected);
	});

	const WINDOW = "CLAUDE_CODE_AUTO_COMPACT_WINDOW";
	const OTHER = "CLAUDE_CODE_MAX_CONTEXT_TOKENS";
	const SHARE = "CLAUDE_AUTOCOMPACT_PCT_OVERRIDE";
	test.each<[number, Record<string, string>, boolean]>([
		[164_000, {}, false],
		[164_001, {}, true],
		[64_000, { [WINDOW]: "100000" }, false],
		[64_001, { [WINDOW]: "100000" }, true],
		[170_000, { [WINDOW]: "100000" }, false],
		[87_000, { [SHARE]: "50" }, false],
		[87_001, { [SHARE]: "50" }, true],
		[37_001, { [WINDOW]: "100000", [SHARE]: "50" }, true],
		[37_000, { [WINDOW]: "100000", [SHARE]: "50" }, false],
		[84_000, { [OTHER]: "120000" }, false],
		[84_001, { [OTHER]: "120000" }, true],
		[164_001, { [OTHER]: "120000" }, true],
		[64_001, { [OTHER]: "120000", [WINDOW]: "100000" }, true],
		[164_000, { [WINDOW]: "many", [SHARE]: "few", [OTHER]: "all" }, false],
		[164_001, { [WINDOW]: "0", [SHARE]: "-1" }, true],
	])("with %d tokens and the environment %j: %p", (tokens, environment, expected) => {
		expect(claudeCodeNearCompactionIn(environment)(tokens)).toBe(expected);
	});
});
