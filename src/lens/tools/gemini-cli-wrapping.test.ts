import { expect, test } from "bun:test";
import { CLOSING, insideOf, isWrappable, OPENING, wrapped } from "./gemini-cli-wrapping.ts";

test.each(["a", "a\nb\n", "", `${OPENING}\nonly begun`])("the wrapper around %j can be removed again", (text) => {
	expect(insideOf(wrapped(text))).toBe(text);
});

test.each(["a\nb", `${OPENING}\na`, `a\n${CLOSING}`, `a${OPENING}\nb\n${CLOSING}`])("%j has no wrapper", (text) => {
	expect(insideOf(text)).toBe(text);
});

test("a text that contains the end of the wrapper cannot be wrapped", () => {
	expect(isWrappable(`a\n${OPENING}\nb`)).toBe(true);
	expect(isWrappable(`a ${CLOSING} b`)).toBe(false);
});
