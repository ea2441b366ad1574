import { expect, test } from "bun:test";
import { failureWords, untakenCall, untakenWords } from "./failure-words.ts";

test("a result that the host did not accept is recognised by its call", () => {
	expect(untakenCall(untakenWords("c1"))).toBe("c1");
	expect(untakenCall("Error: not taken: c1")).toBeUndefined();
});

test.each([
	[untakenWords("c1"), "the agent did not accept a shortened result"],
	["Error: no such file\n    at read (a.js:1)", "Error: no such file"],
	["x".repeat(1000), "x".repeat(300)],
])("people are told of %j no more than they need", (what, words) => {
	expect(failureWords(what)).toBe(words);
});
