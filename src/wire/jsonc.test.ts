import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { JsoncError, parseJsonc, scanJsonc } from "./jsonc.ts";
import { Document, Value } from "./jsonc-documents.test.ts";

describe("JSON with comments", () => {
	test.each([
		["{}", {}],
		['{"a": 1} // the end', { a: 1 }],
		['/* first */ {"a": /* one */ 1,}', { a: 1 }],
		['{"a": [1, 2, // two\n /* three */ ],\n}', { a: [1, 2] }],
		['{"a": "// no /* comment */", "b": "\\",}"}', { a: "// no /* comment */", b: '",}' }],
		['{"https://a": "b,]"}', { "https://a": "b,]" }],
		["\ufeff[1]", [1]],
		['{"a": 1, "a": 2}', { a: 2 }],
	])("%s can be parsed", (text, expected) => {
		expect(parseJsonc(text)).toEqual(expected);
	});

	test.each([
		["", "line 1, column 1: a value should stand here"],
		["// nothing\n", "line 2, column 1: a value should stand here"],
		["{", "line 1, column 2: a key in quotes should stand here"],
		["{1: 2}", "line 1, column 2: a key in quotes should stand here"],
		['{"a": 1 /* }', "line 1, column 9: a comma or } should stand here"],
		['{"a" 1}', "line 1, column 6: a colon should stand here"],
		["[1,\r\n\t,]", "line 2, column 2: a value should stand here"],
		["[,]", "line 1, column 2: a value should stand here"],
		["\ufeff[1 2]", "line 1, column 4: a comma or ] should stand here"],
		['["a\nb"]', "line 1, column 2: a value should stand here"],
		["{} {}", "line 1, column 4: nothing may follow here"],
	])("%p is an error, and the sentence says where", (text, sentence) => {
		expect(() => parseJsonc(text)).toThrow(JsoncError);
		expect(() => parseJsonc(text)).toThrow(sentence);
	});

	test("endless brackets do not overflow the stack", () => {
		expect(() => parseJsonc("[".repeat(100_000))).toThrow("line 1, column 502: brackets are nested too deep");
		expect(parseJsonc("[".repeat(400) + "]".repeat(400))).toBeArray();
	});

	test("is plain JSON if it has no comments", () => {
		fc.assert(fc.property(fc.json(), (text) => expect(parseJsonc(text)).toEqual(JSON.parse(text))));
	});

	test("rejects what JSON rejects, except for trailing commas", () => {
		const slip = fc.constantFrom(
			"",
			"0",
			"-",
			".",
			"e",
			'"',
			"\\",
			",",
			":",
			"[",
			"}",
			"\u00a0",
			"\u0001",
			"null",
			"\n",
		);
		fc.assert(
			fc.property(Value, fc.nat(), slip, fc.nat({ max: 1 }), (value, place, put, taken) => {
				const text = JSON.stringify(value);
				const at = place % text.length;
				const slipped = text.slice(0, at) + put + text.slice(at + taken);
				fc.pre(!/,\s*[}\]]|\//.test(slipped));
				expect(outcomeOf(() => parseJsonc(slipped))).toEqual(outcomeOf(() => JSON.parse(slipped)));
			}),
			{ numRuns: 2000 },
		);
	});

	test("rejects a text that ends too early", () => {
		fc.assert(
			fc.property(Document, fc.nat(), ({ text }, place) => {
				const end = place % scanJsonc(text).end;
				expect(() => parseJsonc(text.slice(0, end))).toThrow(JsoncError);
			}),
		);
	});
});

function outcomeOf(parse: () => unknown): unknown {
	try {
		return { value: parse() };
	} catch {
		return "error";
	}
}
