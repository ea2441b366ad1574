import { expect, test } from "bun:test";
import { CLOSING, insideOf, isWrappable, OPENING, wrapped } from "./gemini-cli-wrapping.ts";

test.each(["a", "a\nb\n", "", `${OPENING}\nonly begun`])("what is put around %j comes off again", (text) => {
	expect(insideOf(wrapped(text))).toBe(text);
});

test.each(["a\nb", `${OPENING}\na`, `a\n${CLOSING}`, `a${OPENING}\nb\n${CLOSING}`])("around %j is nothing", (text) => {
	expect(insideOf(text)).toBe(text);
});

test("a text with the end of the wrapping in it cannot be wrapped", () => {
	expect(isWrappable(`a\n${OPENING}\nb`)).toBe(true);
	expect(isWrappable(`a ${CLOSING} b`)).toBe(false);
});
