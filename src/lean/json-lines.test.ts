import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { valueByValue } from "../../proof/json-values.ts";
import { splitJson, withJsonLines, withoutJsonLines } from "./json-lines.ts";

const job = {
	id: 7,
	name: "build, test [all] {fast}",
	ok: true,
	note: null,
	steps: [1, 2, { done: false }],
	"": '"\\',
};
const long = JSON.stringify({ jobs: Array.from({ length: 20 }, (_, id) => ({ ...job, id })) });

describe("JSON on one line", () => {
	test("gets a line for each value, and is given back exactly", () => {
		const split = splitJson(`${long}\n`);
		expect(split?.split("\n").slice(0, 8)).toEqual([
			"{",
			'"jobs":[',
			"{",
			'"id":0,',
			'"name":"build, test [all] {fast}",',
			'"ok":true,',
			'"note":null,',
			'"steps":[',
		]);
		expect(withoutJsonLines(split ?? "")).toBe(`${long}\n`);
		expect(valueByValue(`${long}\n`)).toBe(split ?? "");
	});

	test.each(["\u2028", "\u2029", "\u0085"])(
		"gets its lines also where a string has %j, which ends lines elsewhere",
		(sign) => {
			const text = JSON.stringify([sign, ...Array.from({ length: 80 }, (_, at) => at)]);
			expect(splitJson(text)?.split("\n").length).toBe(82);
			expect(valueByValue(text)).toBe(splitJson(text) ?? "");
		},
	);

	test.each([
		["it is short", '{"a":1,"b":2}'],
		["it is no JSON", `${long.slice(0, -1)},}`],
		["it is not at the beginning of its line", `result: ${long}`],
		["it has lines of its own", JSON.stringify(JSON.parse(long), undefined, 2)],
		["a lone bracket above it would swallow it", `{\n${long}`],
	])("stays as it is if %s", (_, text) => {
		expect(splitJson(text)).toBeUndefined();
	});

	test("stays as it is where lines have numbers: in files, in searches, and in parts of a result", () => {
		const part = { from: 0, count: 1, first: 1, gutter: { kind: "none" }, room: 0 } as const;
		const subject = { kind: "command", name: "curl x", label: "curl x" } as const;
		const file = { kind: "file", name: "/w/a.json", label: "a.json" } as const;
		const number = { kind: "number", width: 0, mark: ":", forced: false } as const;
		const seen = (...parts: (typeof part & { subject: typeof subject | typeof file })[]) =>
			withJsonLines({ text: long, view: { kind: "shown", parts } })?.view;
		expect(seen({ ...part, subject })).toMatchObject({ parts: [{ from: 0, count: 222, isJson: true }] });
		expect(seen({ ...part, subject: file })).toBeUndefined();
		expect(seen({ ...part, subject }, { ...part, subject })).toBeUndefined();
		const numbered = { kind: "shown", parts: [{ ...part, subject, gutter: number }] } as const;
		expect(withJsonLines({ text: long, view: numbered })).toBeUndefined();
	});

	test("is split and joined alike by ibid and by the proof, whatever is in it", () => {
		let splits = 0;
		const white = fc.constantFrom("", " ", "\t", "\r");
		// Elsewhere some of these end lines, too.
		const letter = fc.constantFrom("\u2028", "\u2029", "\u0085", "\f", "\r", "\0", '"', "\\", ",", "[", "{", "x");
		const value = fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.string({ unit: letter }));
		fc.assert(
			fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), white, (values, blank) => {
				const text = `${JSON.stringify(values).replaceAll(":", `${blank}:${blank}`)}${blank}\nx\u2028${long}\n{`;
				const split = splitJson(text);
				if (split === undefined) return;
				splits++;
				expect([withoutJsonLines(split), valueByValue(text)]).toEqual([text, split]);
			}),
			{ numRuns: 1000 },
		);
		expect(splits).toBeGreaterThan(50);
	});
});
