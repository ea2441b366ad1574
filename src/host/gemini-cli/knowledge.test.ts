import { expect, test } from "bun:test";
import { geminiCliNearCompaction } from "./knowledge.ts";

test.each([
	[494_288, undefined, false],
	[494_289, undefined, true],
	[1_000_000, undefined, true],
	[74_857, 0.1, false],
	[74_858, 0.1, true],
])("Gemini CLI with %d tokens is near compression at a share of %p: %p", (tokens, share, expected) => {
	expect(geminiCliNearCompaction(share)(tokens)).toBe(expected);
});

test.each([
	[98_000, false],
	[98_001, true],
])("Gemini CLI with %d tokens in a window of 256,000 is near compression: %p", (tokens, expected) => {
	expect(geminiCliNearCompaction(undefined, 256_000)(tokens)).toBe(expected);
});
