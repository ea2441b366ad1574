import { describe, expect, test } from "bun:test";
import { faultInLean, followSentences } from "./unlean.ts";

const HITS = 'Hits stand below their path: "12:text" below "path" is "path:12:text", "12-text" is "path-12-text".';
const PATHS = 'Paths stand below their folder: " name" below "folder/" is "folder/name".';
const REPEATS = "Lines that repeat earlier lines of this result are left out, with a note in their place.";
const DIRECTORY = '"./" at the beginning of a line is "/home/dev/shop/".';
const lines = (...all: readonly string[]): string => all.join("\n");

describe("the words of a lean text lead back to", () => {
	test("hits with their path, and what stands between them", () => {
		const text = lines(`[ibid] ${HITS}`, "one", "a.ts", "1:x", "--", "3-y", "b.ts:9:alone", "");
		expect(followSentences(text)).toBe(lines("one", "a.ts:1:x", "--", "a.ts-3-y", "b.ts:9:alone", ""));
	});

	test("paths with their folder", () => {
		const text = lines(`[ibid] ${PATHS}`, "src/", " a.ts", " b/", "lib/", "x/y.ts");
		expect(followSentences(text)).toBe(lines("src/a.ts", "src/b/", "lib/", "x/y.ts"));
	});

	test("repeated lines, from the first line that begins so", () => {
		const note = '[ibid] 2 lines as above, from the first line of this result that begins "one l"';
		expect(followSentences(lines(`[ibid] ${REPEATS}`, "one line", "two", "one last", note))).toBe(
			lines("one line", "two", "one last", "one line", "two"),
		);
	});

	test("what several sentences say, the last of them undone first", () => {
		const text = lines(`[ibid] ${DIRECTORY} ${PATHS}`, "./src/", " a.ts", " ./b.ts");
		expect(followSentences(text)).toBe(lines("/home/dev/shop/src/a.ts", "/home/dev/shop/src/./b.ts"));
	});
});

describe("a lean text is wrong", () => {
	test.each([
		["if it says nothing that can be followed", "[ibid] Other words.\na.ts", "does not say how to undo it"],
		["if it has no first line of ours", "a.ts\n1:x", "does not say how to undo it"],
		["if its words lead to other lines", `[ibid] ${HITS}\na.ts\n1:y`, "other lines, from line 1 on"],
		["if a line is missing at its end", `[ibid] ${HITS}\na.ts:1:x`, "other lines, from line 2 on"],
	])("%s", (_, text, words) => {
		expect(faultInLean(text, "a.ts:1:x\nz")).toContain(words);
	});

	test.each([
		['[ibid] 3 lines as above, from the first line of this result that begins "one"', "to lines below the note"],
		['[ibid] 1 lines as above, from the first line of this result that begins "nine"', "nowhere"],
		['[ibid] 1 lines as above, from the first line of this result that begins "\\x"', "to words that cannot be read"],
	])("if a note leads elsewhere: %s", (note) => {
		expect(followSentences(lines(`[ibid] ${REPEATS}`, "one", "two", note, "three"))).toBeUndefined();
	});
});
