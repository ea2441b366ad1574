import { expect, test } from "bun:test";
import type { HostName } from "../src/lens/types.ts";
import { withinMagnitude } from "./magnitude.ts";

test.each<[rule: string, host: HostName, share: number, isWithin: boolean]>([
	["intervals and diff", "claude-code", 0.043, true],
	["intervals and diff", "claude-code", 0.01, true],
	["intervals and diff", "claude-code", 0.009, false],
	["intervals and diff", "claude-code", 0.133, true],
	["intervals and diff", "claude-code", 0.135, false],
	["same range", "codex", 0, true],
	["same range", "codex", 0.079, true],
	["same range", "codex", 0.081, false],
	["Claude Code's stub", "pi", 0.022, true],
	["Claude Code's stub", "pi", 0.024, false],
	["last 5 answers", "opencode", 0.03, false],
	["last 5 answers", "opencode", -0.006, false],
])("%s on %s with a share of %d", (rule, host, share, isWithin) => {
	expect(withinMagnitude(rule, host, share)).toBe(isWithin);
});

test("says nothing if nothing comparable was measured", () => {
	expect(withinMagnitude("drop older duplicates", "pi", -3)).toBe(true);
	expect(withinMagnitude("same range", "gemini-cli", 0.9)).toBe(true);
});
