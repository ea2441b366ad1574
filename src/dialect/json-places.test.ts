import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { changeStrings, type JsonPath, readJson, type StringChange } from "./json-places.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

/** A text with some of its strings changed; undefined if it or a place in it is not clear. */
function changed(text: string, ...changes: readonly (readonly [JsonPath, string, string])[]): string | undefined {
	const json = readJson(bytesOf(text));
	return (
		json &&
		textOf(
			changeStrings(
				json,
				changes.map(([path, from, to]) => ({ path, from, to })),
			),
		)
	);
}

describe("changing strings in received JSON", () => {
	test.each<[string, JsonPath, string]>([
		['"a"', [], '"new"'],
		['{"k":"a"}', ["k"], '{"k":"new"}'],
		[' { "k" : [ 1.50, "x", "a" ] }\r\n', ["k", 2], ' { "k" : [ 1.50, "x", "new" ] }\r\n'],
		['[{},[],[[]],{"k":"a"},"b"]', [3, "k"], '[{},[],[[]],{"k":"new"},"b"]'],
		['{"a":{"k":"a"},"k":"a"}', ["k"], '{"a":{"k":"a"},"k":"new"}'],
		['{"\\u006b":"\\u0061","n":1e400}', ["k"], '{"\\u006b":"new","n":1e400}'],
		['{"k,]}\\"":"a"}', ['k,]}"'], '{"k,]}\\"":"new"}'],
		['{"x":"\\\\","k":"a"}', ["k"], '{"x":"\\\\","k":"new"}'],
		['{"x":"\\\\\\"]","k":"a"}', ["k"], '{"x":"\\\\\\"]","k":"new"}'],
		['{"0":"b","k":{"0":"a"}}', ["k", "0"], '{"0":"b","k":{"0":"new"}}'],
		['{"x":{"y":1,"y":2},"k":"a"}', ["k"], '{"x":{"y":1,"y":2},"k":"new"}'],
		['{"__proto__":{"k":"a"}}', ["__proto__", "k"], '{"__proto__":{"k":"new"}}'],
	])("in %s at %j leaves everything else as it is", (text, path, expected) => {
		expect(changed(text, [path, "a", "new"])).toBe(expected);
	});

	test.each<[string, string, JsonPath]>([
		["a place that is not there", '{"k":"a"}', ["x"]],
		["an index that is not there", '["a"]', [1]],
		["a number", '{"k":7}', ["k"]],
		["an object", '{"k":{"a":"a"}}', ["k"]],
		["a property of an array", '{"k":["a"]}', ["k", "0"]],
		["an index of an object", '{"k":{"0":"a"}}', ["k", 0]],
		["a key", '{"a":7}', ["a"]],
		["another text than the one expected", '{"k":"b"}', ["k"]],
		["a key that comes twice", '{"k":"a","k":"a"}', ["k"]],
		["a key that comes twice in other letters", '{"k":"a","\\u006b":7}', ["k"]],
		["a property beside a key that comes twice", '{"x":1,"x":2,"k":"a"}', ["k"]],
		["an invalid text", '{"k":"a"', ["k"]],
		["a text with something after it", '{"k":"a"} {}', ["k"]],
		["a text with a trailing comma", '["a",]', [0]],
		["a text with a byte order mark", '\ufeff{"k":"a"}', ["k"]],
		["nothing", "", []],
	])("refuses %s", (_, text, path) => {
		expect(changed(text, [path, "a", "new"])).toBeUndefined();
	});

	test("refuses bytes that are not UTF-8, and new texts that UTF-8 cannot express", () => {
		expect(readJson(Uint8Array.of(0x22, 0xff, 0x22))).toBeUndefined();
		expect(changed('["a"]', [[0], "a", "\ud800"])).toBeUndefined();
		expect(changed('["a"]', [[0], "a", "\ud83d\ude00"])).toBe('["\ud83d\ude00"]');
	});

	test("refuses two changes of one string, and a change inside of another", () => {
		expect(changed('["a"]', [[0], "a", "b"], [[0], "a", "c"])).toBeUndefined();
		expect(changed('[["a"]]', [[0], "a", "b"], [[0, 0], "a", "c"])).toBeUndefined();
	});

	test("copes with texts that are nested deeper than any stack", () => {
		const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
		const json = { bytes: bytesOf(`{"x":${deep},"k":"a"}`), value: undefined };
		const end = textOf(changeStrings(json, [{ path: ["k"], from: "a", to: "new" }]))?.slice(-11);
		expect(end).toBe(']],"k":"new"}'.slice(-11));
		expect(() => readJson(bytesOf(deep))).not.toThrow();
	});
});

/** JSON as text, with its strings, their paths, and whether a key on the way to each comes only once. */
type Piece = { readonly text: string; readonly strings: readonly FoundString[] };
type FoundString = { readonly path: JsonPath; readonly value: string; readonly isClear: boolean };

const blank = fc.constantFrom("", "", " ", "\n", "\t\r\n ");

/** A string in any of the ways to write it. */
const literal: fc.Arbitrary<{ text: string; value: string }> = fc
	.array(
		fc.oneof(
			fc.string({ unit: "binary", maxLength: 5 }).map((value) => JSON.stringify(value).slice(1, -1)),
			fc.constantFrom('\\"', "\\\\", "\\/", "\\u0041", "\\ud83d\\ude00", "\\ud800", "\\u2028", "{", "}", "[", ",", ":"),
		),
		{ maxLength: 4 },
	)
	.map((pieces) => ({ text: `"${pieces.join("")}"`, value: JSON.parse(`"${pieces.join("")}"`) }));

const key = fc.oneof(
	fc.constantFrom("k", "a", "0", "__proto__", 'q"\\').map((value) => ({ text: JSON.stringify(value), value })),
	fc.constant({ text: '"\\u006b"', value: "k" }),
	literal,
);

const scalar = fc.constantFrom("0", "-0", "1.50", "1e400", "1E-7", "123456789012345678901234567890", "true", "null");

const { value: anyJson } = fc.letrec<{ value: Piece; list: Piece; record: Piece }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 6, withCrossShrink: true },
		literal.map(({ text, value }) => ({ text, strings: [{ path: [], value, isClear: true }] })),
		scalar.map((text) => ({ text, strings: [] })),
		tie("list"),
		tie("record"),
	),
	list: fc.tuple(fc.array(tie("value"), { maxLength: 4 }), blank).map(([items, space]) => ({
		text: `[${space}${items.map(({ text }) => text).join(`${space},`)}${space}]`,
		strings: items.flatMap(({ strings }, at) => strings.map((each) => ({ ...each, path: [at, ...each.path] }))),
	})),
	record: fc.tuple(fc.array(fc.tuple(key, tie("value")), { maxLength: 4 }), blank).map(([entries, space]) => {
		const isClear = new Set(entries.map(([{ value }]) => value)).size === entries.length;
		const texts = entries.map(([{ text }, { text: inner }]) => `${space}${text}${space}:${space}${inner}`);
		return {
			text: `{${texts.join(",")}${space}}`,
			strings: entries.flatMap(([{ value }, { strings }]) =>
				strings.map((each) => ({ ...each, path: [value, ...each.path], isClear: each.isClear && isClear })),
			),
		};
	}),
}));

describe("random JSON", () => {
	test("is the same but for the named strings, byte for byte", () => {
		fc.assert(
			fc.property(
				anyJson,
				fc.infiniteStream(fc.boolean()),
				fc.string({ unit: "binary" }),
				({ text, strings }, flip, to) => {
					const chosen = strings.filter(() => flip.next().value).filter(({ isClear }) => isClear);
					const changes = chosen.map(({ path, value }): StringChange => ({ path, from: value, to }));
					const json = readJson(bytesOf(text))!;
					const result = changeStrings(json, changes);
					if (/\p{Surrogate}/u.test(to) && changes.length > 0) return expect(result).toBeUndefined();
					expect(differences(json.bytes, result!, strings, changes)).toEqual([]);
				},
			),
			{ numRuns: process.env.IBID_QUICK ? 300 : 2_000 },
		);
	});

	test("is refused if a key on the way to a string comes twice", () => {
		fc.assert(
			fc.property(anyJson, ({ text, strings }) => {
				for (const { path, value } of strings.filter(({ isClear }) => !isClear))
					expect(changed(text, [path, value, "new"])).toBeUndefined();
			}),
		);
	});

	test("does not make it throw if it is spoiled", () => {
		fc.assert(
			fc.property(anyJson, fc.nat(), fc.nat(255), ({ text, strings }, at, byte) => {
				const bytes = bytesOf(text);
				bytes[at % bytes.length] = byte;
				const json = readJson(bytes);
				for (const { path, value } of json ? strings : []) changeStrings(json!, [{ path, from: value, to: "new" }]);
			}),
		);
	});
});

/**
 * What is wrong, by a second way to the same end: the literals of the text in order, found by an expression that knows
 * nothing of paths; the changed ones differ, and between them is what was there before.
 */
function differences(
	before: Uint8Array,
	after: Uint8Array,
	strings: readonly FoundString[],
	changes: readonly StringChange[],
): string[] {
	const literals = /"(?:[^"\\]|\\.)*"(\s*:)?/gs;
	const text = textOf(before)!;
	const changedAt = new Map(changes.map(({ path, to }) => [JSON.stringify(path), to]));
	let count = 0;
	const expected = text.replace(literals, (found, colon) => {
		if (colon !== undefined) return found;
		const to = changedAt.get(JSON.stringify(strings[count++]?.path));
		return to === undefined ? found : JSON.stringify(to);
	});
	return textOf(after) === expected && count === strings.length ? [] : [`${text} became ${textOf(after)}`];
}
