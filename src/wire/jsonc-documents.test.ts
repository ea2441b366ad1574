import fc from "fast-check";
import { type Json, type JsoncNode, scanJsonc } from "./jsonc.ts";

const Key = fc.constantFrom("a", "b", "hooks", "__proto__", "0", "//", 'q"');
const Leaf = fc.oneof(
	fc.constantFrom("// no", "/* no */", ',"]}', "\\", "\ufeff", 1e21, null, true),
	fc.string(),
	fc.integer(),
);

/** Values with few different keys, so that paths often lead somewhere. */
export const Value: fc.Arbitrary<Json> = fc
	.letrec<{ value: Json }>((tie) => ({
		value: fc.oneof(
			{ depthSize: "small", withCrossShrink: true },
			Leaf,
			fc.array(tie("value"), { maxLength: 3 }),
			fc.dictionary(Key, tie("value"), { maxKeys: 3 }),
		),
	}))
	.value.map(again);
export const Path: fc.Arbitrary<string[]> = fc.array(Key, { minLength: 1, maxLength: 3 });

const NOISE = ["", "", "", "", " ", "\t", "\n", "\r\n\n", "/*#*/", " /* # */ ", "/* #\n*/", "// #\n", " // #,]}\r\n"];
const Layout = fc.record({
	kind: fc.constantFrom("lines", "row", "tight"),
	eol: fc.constantFrom("\n", "\r\n"),
	unit: fc.constantFrom("\t", "  ", "            ", ""),
	noise: fc.oneof(fc.constant([""]), fc.array(fc.constantFrom(...NOISE), { minLength: 1, maxLength: 40 })),
	hasComma: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
	isTwice: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
	mark: fc.constantFrom("", "\ufeff"),
});
type Layout = typeof Layout extends fc.Arbitrary<infer T> ? T : never;

/** An object, and a text with that value, with comments, blanks, commas and overridden keys added to it. */
export const Document: fc.Arbitrary<{ value: Json; text: string }> = fc
	.tuple(fc.dictionary(Key, Value, { maxKeys: 4 }).map(again), Layout)
	.map(([value, layout]) => ({ value, text: written(value, layout) }));

function written(value: Json, { kind, eol, unit, mark, ...draws }: Layout): string {
	const [noise, hasComma, isTwice] = [around(draws.noise), around(draws.hasComma), around(draws.isTwice)];
	let count = 0;
	const strewn = () => noise().replace("#", () => String(count++));
	const gap = (depth: number) => strewn() + (kind === "lines" ? eol + unit.repeat(depth) : "") + strewn();
	const between = (depth: number) => gap(depth) + (kind === "row" ? " " : "");
	const listed = (items: readonly string[], depth: number) => {
		if (items.length === 0) return strewn();
		const last = strewn() + (hasComma() ? "," : "") + gap(depth);
		return gap(depth + 1) + items.join(`${strewn()},${between(depth + 1)}`) + last;
	};
	const property = (key: string, words: string) =>
		`${JSON.stringify(key)}${strewn()}:${kind === "tight" ? "" : " "}${strewn()}${words}`;
	const word = (value: Json, depth: number): string => {
		if (isList(value))
			return `[${listed(
				value.map((each) => word(each, depth + 1)),
				depth,
			)}]`;
		if (typeof value !== "object" || value === null) return JSON.stringify(value);
		const properties = Object.entries(value).flatMap(([key, each]) => [
			...(isTwice() ? [property(key, '{"0": 0}')] : []),
			property(key, word(each, depth + 1)),
		]);
		return `{${listed(properties, depth)}}`;
	};
	return mark + strewn() + word(value, 0) + strewn();
}

function around<T>(items: readonly T[]): () => T {
	let next = 0;
	return () => items[next++ % items.length]!;
}

/** A value after a round trip through JSON. */
export function again(value: Json): Json {
	return JSON.parse(JSON.stringify(value));
}

/** The value at a path. */
export function modelGet(value: Json | undefined, [key, ...inner]: readonly string[]): Json | undefined {
	if (key === undefined) return value;
	if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
	return modelGet(new Map(Object.entries(value)).get(key), inner);
}

/** A value with another value at a path; undefined if that is impossible. */
export function modelSet(value: Json | undefined, path: readonly string[], wanted: Json): Json | undefined {
	const [key, ...inner] = path;
	if (key === undefined) return wanted;
	if (value !== undefined && (typeof value !== "object" || value === null)) return undefined;
	const set = modelSet(modelGet(value, [key]), inner, wanted);
	if (set === undefined) return undefined;
	if (!isList(value)) return Object.fromEntries([...Object.entries(value ?? {}), [key, set]]);
	return Object.hasOwn(value, key) && key !== "length" ? value.with(Number(key), set) : undefined;
}

/** A value without the value at a path. */
export function modelRemove(value: Json, path: readonly string[]): Json {
	const outer = path.slice(0, -1);
	const holder = modelGet(value, outer);
	if (typeof holder !== "object" || holder === null) return value;
	const left = Object.entries(holder).filter(([key]) => key !== path.at(-1));
	const kept = isList(holder) ? left.map(([, each]) => each) : Object.fromEntries(left);
	return modelSet(value, outer, kept) ?? value;
}

function isList(value: Json | undefined): value is readonly Json[] {
	return Array.isArray(value);
}

/** All comments of a text, each with its own number and its offset; found without the scanner. */
export function commentsIn(text: string): { words: string; at: number }[] {
	return [...text.matchAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g)]
		.filter(([words]) => !words.startsWith('"'))
		.map(({ 0: words, index }) => ({ words: words.trimEnd(), at: index }));
}

/** The words of all comments of a text. */
export function commentsOf(text: string): string[] {
	return commentsIn(text).map(({ words }) => words);
}

/** The node at a path, or the last one on the way, and how many steps that is. */
export function deepest(text: string, path: readonly string[]): { node: JsoncNode; depth: number } {
	let node = scanJsonc(text);
	for (const [depth, step] of path.entries()) {
		const next = node.kind === "plain" ? undefined : node.entries.findLast(({ key }) => key === step);
		if (!next) return { node, depth };
		node = next.node;
	}
	return { node, depth: path.length };
}

/** The paths of everything in a value. */
export function pathsIn(value: Json, path: readonly string[] = []): (readonly string[])[] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, each]) => [[...path, key], ...pathsIn(each, [...path, key])]);
}

/** All arrays in a value, and their paths. */
export function listsIn(value: Json): { path: readonly string[]; list: readonly Json[] }[] {
	return pathsIn(value).flatMap((path) => {
		const list = modelGet(value, path);
		return isList(list) ? [{ path, list }] : [];
	});
}
