import { expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type Json, JsoncError, parseJsonc } from "./jsonc.ts";
import {
	again,
	commentsIn,
	commentsOf,
	Document,
	deepest,
	listsIn,
	modelGet,
	modelRemove,
	modelSet,
	Path,
	pathsIn,
	Value,
} from "./jsonc-documents.test.ts";
import { addTo, dropEmpty, removeFrom, removeIn, setIn } from "./jsonc-edit.ts";

test("a text with comments, blanks, commas and overridden keys has the value that it has without them", () => {
	check(Document, ({ value, text }) => expect(parseJsonc(text)).toEqual(value));
});

test("setting has the same effect on a text as on its value, and changes nothing else", () => {
	check(fc.tuple(Document, Path, Value), ([{ value, text }, path, wanted]) => {
		const model = modelSet(value, path, wanted);
		if (model === undefined) return expect(() => setIn(text, path, wanted)).toThrow(JsoncError);
		const result = setIn(text, path, wanted);
		expect(parseJsonc(result)).toEqual(model);
		expect(setIn(result, path, wanted)).toBe(result);
		if (result === text) return;
		const { node, depth } = deepest(text, path);
		const isReplaced = depth === path.length;
		expectInside(text, result, isReplaced ? node : { start: node.start + 1, end: node.end - 1 });
		const lost = isReplaced ? commentsOf(text.slice(node.start, node.end)) : [];
		expect(commentsOf(result)).toEqual(commentsOf(text).filter((each) => !lost.includes(each)));
	});
});

test("adding has the same effect on a text as on its value, once, and keeps every comment", () => {
	check(fc.tuple(Document, Path, Value), ([{ value, text }, path, wanted]) => {
		const found = modelGet(value, path);
		const list = found === undefined ? [] : found;
		const longer = Array.isArray(list) ? (list.some(equals(wanted)) ? list : [...list, wanted]) : undefined;
		const model = longer && modelSet(value, path, longer);
		if (model === undefined) return expect(() => addTo(text, path, wanted)).toThrow(JsoncError);
		expectAdded(text, addTo(text, path, wanted), path, model);
	});
	check(fc.tuple(Document, Value), ([{ value, text }, wanted]) => {
		for (const { path, list } of listsIn(value)) {
			const result = addTo(text, path, wanted);
			const model = list.some(equals(wanted)) ? value : modelSet(value, path, [...list, wanted]);
			expectAdded(text, result, path, model);
			expect(addTo(result, path, wanted)).toBe(result);
			const left = removeFrom(result, path, (each) => result !== text && equals(wanted)(each));
			expect(parseJsonc(left)).toEqual(value);
			if (list.length > 0) expect(left).toBe(text);
		}
	});
});

test("what was set or added under a new key can be removed, and a container that was not empty gets its former bytes back", () => {
	check(fc.tuple(Document, Path, Value), ([{ value, text }, path, wanted]) => {
		const { node, depth } = deepest(text, path);
		if (depth === path.length || node.kind !== "object") return;
		const unset = dropEmpty(removeIn(setIn(text, path, wanted), path), path.slice(0, -1), depth);
		const parted = dropEmpty(removeFrom(addTo(text, path, wanted), path, equals(wanted)), path, depth);
		expect([parseJsonc(unset), parseJsonc(parted)]).toEqual([value, value]);
		if (node.entries.length > 0) expect([unset, parted]).toEqual([text, text]);
	});
});

test("removing has the same effect on a text as on its value, and removes only comments at the end of its own lines", () => {
	check(Document, ({ value, text }) => {
		for (const path of pathsIn(value)) {
			const result = removeIn(text, path);
			expect(parseJsonc(result)).toEqual(modelRemove(value, path));
			const around = deepest(text, path.slice(0, -1)).node;
			expectInside(text, result, { start: around.start + 1, end: around.end - 1 });
			const gone = around.kind === "plain" ? [] : around.entries.filter(({ key }) => key === path.at(-1));
			const spans = gone.map(({ start, node }) => ({ start, end: lineEnd(text, node.end) }));
			const kept = commentsIn(text).filter(({ at }) => !spans.some(({ start, end }) => at >= start && at < end));
			expect(commentsOf(result)).toEqual(expect.arrayContaining(kept.map(({ words }) => words)));
		}
	});
	check(fc.tuple(Document, fc.func(fc.boolean())), ([{ value, text }, isOurs]) => {
		for (const { path, list } of listsIn(value)) {
			const left = list.filter((each) => !isOurs(each));
			expect(parseJsonc(removeFrom(text, path, isOurs))).toEqual(modelSet(value, path, left));
		}
	});
});

test.each([
	["lines", (value: Json) => JSON.stringify(value, null, 3)],
	["one line", (value: Json) => JSON.stringify(value)],
])("a text that a program wrote in %s looks as if the program had written the change too", (_, write) => {
	const Word = fc.constantFrom("a", "b", "hooks");
	const Filled = fc.dictionary(Word, fc.oneof(Value, fc.dictionary(Word, Value)), { minKeys: 1 }).map(again);
	check(fc.tuple(Filled, fc.array(Word, { minLength: 1, maxLength: 3 }), Value), ([value, path, wanted]) => {
		const model = modelSet(value, path, wanted);
		if (model !== undefined) expect(setIn(write(value), path, wanted)).toBe(write(model));
		for (const { path, list } of listsIn(value)) {
			if (list.some(equals(wanted))) continue;
			expect(addTo(write(value), path, wanted)).toBe(write(modelSet(value, path, [...list, wanted]) ?? null));
		}
	});
});

function check<T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => unknown): void {
	const property = fc.property(arbitrary, (value) => {
		holds(value);
	});
	fc.assert(property, { numRuns: Number(process.env.IBID_RUNS ?? 200) });
}

function expectAdded(text: string, result: string, path: readonly string[], model: Json | undefined): void {
	expect(parseJsonc(result)).toEqual(model);
	expect(commentsOf(result)).toEqual(commentsOf(text));
	const { node } = deepest(text, path);
	expectInside(text, result, { start: node.start + 1, end: node.end - 1 });
}

function expectInside(text: string, result: string, { start, end }: { start: number; end: number }): void {
	const ends = text.length - end;
	expect([result.slice(0, start), result.slice(result.length - ends)]).toEqual([text.slice(0, start), text.slice(end)]);
}

function lineEnd(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
}

function equals(wanted: Json): (value: unknown) => boolean {
	return (value) => isDeepStrictEqual(value, wanted);
}
