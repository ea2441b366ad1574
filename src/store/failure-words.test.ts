import { expect, test } from "bun:test";
import { failureWords, untakenCall, untakenWords } from "./failure-words.ts";

test("an answer that was not taken is known again by its call", () => {
	expect(untakenCall(untakenWords("c1"))).toBe("c1");
	expect(untakenCall("Error: not taken: c1")).toBeUndefined();
});

test.each([
	[untakenWords("c1"), "the host did not take a shortened text"],
	["Error: no such file\n    at read (a.js:1)", "Error: no such file"],
	["x".repeat(1000), "x".repeat(300)],
])("people are told of %j no more than they need", (what, words) => {
	expect(failureWords(what)).toBe(words);
});
