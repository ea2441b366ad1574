import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseJsonc } from "./jsonc.ts";

describe("JSON with comments", () => {
	test.each([
		["{}", {}],
		['{"a": 1} // the end', { a: 1 }],
		['/* first */ {"a": /* one */ 1,}', { a: 1 }],
		['{"a": [1, 2, // two\n /* three */ ],\n}', { a: [1, 2] }],
		['{"a": "// no /* comment */", "b": "\\",}"}', { a: "// no /* comment */", b: '",}' }],
		['{"https://a": "b,]"}', { "https://a": "b,]" }],
	])("%s is understood", (text, expected) => {
		expect(parseJsonc(text)).toEqual(expected);
	});

	test.each(["", "{", '{"a": 1 /* }', '{"a" 1}', "[1,,]", "// nothing"])("%s is an error", (text) => {
		expect(() => parseJsonc(text)).toThrow();
	});

	test("without comments it is JSON", () => {
		fc.assert(fc.property(fc.json(), (text) => expect(parseJsonc(text)).toEqual(JSON.parse(text))));
	});
});
