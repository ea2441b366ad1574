import { expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { isSame } from "./same.ts";

test.each([
	[{}, []],
	[[], {}],
	[{ a: 1 }, { a: 1, b: 2 }],
	[{ a: 1, b: 2 }, { a: 1 }],
	[{ a: undefined }, { b: undefined }],
	[{ toString: 1 }, {}],
	[{}, { toString: 1 }],
	[{ a: {} }, { a: null }],
	[null, {}],
	[undefined, null],
	["1", 1],
	[
		[1, 2],
		[2, 1],
	],
	[[1], [1, undefined]],
	[["a"], { 0: "a" }],
])("%j and %j are not equal", (a, b) => {
	expect(isSame(a, b)).toBe(false);
	expect(isSame(b, a)).toBe(false);
});

test("a copy is equal to its original, in whatever order its fields are", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(isSame(value, structuredClone(value))).toBe(true);
			expect(isSame(value, reversed(value))).toBe(true);
		}),
	);
});

test("two values are equal if and only if nothing in them differs", () => {
	const small = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 3 },
			fc.constantFrom<unknown>(null, true, 0, 1, "", "a", [], {}),
			fc.array(tie("value"), { maxLength: 2 }),
			fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { maxKeys: 2 }),
		),
	})).value;
	fc.assert(
		fc.property(small, small, (a, b) => {
			expect(isSame(a, b)).toBe(isDeepStrictEqual(toPlain(a), toPlain(b)));
		}),
		{ numRuns: 2000 },
	);
});

function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, each]) => [key, reversed(each)])
			.reverse(),
	);
}

/** Without prototypes, which do not count. */
function toPlain(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value));
}
