/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A value that contains no others, and its place in the text. */
export type JsoncPlain = {
	readonly kind: "plain";
	readonly start: number;
	readonly end: number;
	readonly value: null | boolean | number | string;
};

/** A value that may contain others, from bracket to bracket. */
export type JsoncContainer = {
	readonly kind: "object" | "array";
	readonly start: number;
	readonly end: number;
	readonly entries: readonly JsoncEntry[];
};

/** A value of a text, and its place there. */
export type JsoncNode = JsoncPlain | JsoncContainer;

/** A property of an object, or an element of an array, whose key is its index. */
export type JsoncEntry = {
	readonly key: string;
	/** Where its key begins; for an element, where its value begins. */
	readonly start: number;
	readonly node: JsoncNode;
	/** Where the comma after it is, if there is one. */
	readonly comma: number | undefined;
};

/** Why a text cannot be read or changed, in one sentence that begins with the line and the column. */
export class JsoncError extends Error {
	override readonly name = "JsoncError";

	constructor(text: string, at: number, what: string) {
		const lines = text.slice(text.startsWith(MARK) ? MARK.length : 0, at).split("\n");
		super(`line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}: ${what}`);
	}
}

/** The value of JSON that may have comments, trailing commas and a byte order mark. Throws a JsoncError. */
export function parseJsonc(text: string): unknown {
	return nodeValue(scanJsonc(text));
}

/** The same value as a tree with the place of everything. Throws a JsoncError. */
export function scanJsonc(text: string): JsoncNode {
	const cursor = { text, at: text.startsWith(MARK) ? MARK.length : 0 };
	skip(cursor);
	const node = nodeAt(cursor, 0);
	skip(cursor);
	if (cursor.at < text.length) fail(cursor, "nothing may follow here");
	return node;
}

/** The value of a node; if a key occurs twice, the last one counts, as in JSON. */
export function nodeValue(node: JsoncNode): unknown {
	if (node.kind === "plain") return node.value;
	if (node.kind === "array") return node.entries.map((entry) => nodeValue(entry.node));
	return Object.fromEntries(node.entries.map((entry) => [entry.key, nodeValue(entry.node)]));
}

const MARK = "\ufeff";

/** No settings file is nested deeper, and deeper texts would overflow the stack. */
const DEEPEST = 500;

type Cursor = { readonly text: string; at: number };

function nodeAt(cursor: Cursor, depth: number): JsoncNode {
	if (depth > DEEPEST) fail(cursor, "brackets are nested too deep");
	if (take(cursor, "{")) return containerFrom(cursor, "object", depth);
	if (take(cursor, "[")) return containerFrom(cursor, "array", depth);
	return plainAt(cursor, "a value");
}

function containerFrom(cursor: Cursor, kind: JsoncContainer["kind"], depth: number): JsoncContainer {
	const start = cursor.at - 1;
	const close = kind === "object" ? "}" : "]";
	const entries: JsoncEntry[] = [];
	for (skip(cursor); !take(cursor, close); skip(cursor)) {
		const last = entries.at(-1);
		if (last && last.comma === undefined) fail(cursor, `a comma or ${close} should stand here`);
		entries.push(entryAt(cursor, kind === "array" ? String(entries.length) : undefined, depth));
	}
	return { kind, start, end: cursor.at, entries };
}

function entryAt(cursor: Cursor, index: string | undefined, depth: number): JsoncEntry {
	const start = cursor.at;
	const key = index ?? keyAt(cursor);
	const node = nodeAt(cursor, depth + 1);
	skip(cursor);
	return { key, start, node, comma: take(cursor, ",") ? cursor.at - 1 : undefined };
}

function keyAt(cursor: Cursor): string {
	const { start, value } = plainAt(cursor, "a key in quotes");
	if (typeof value !== "string") fail({ ...cursor, at: start }, "a key in quotes should stand here");
	skip(cursor);
	if (!take(cursor, ":")) fail(cursor, "a colon should stand here");
	skip(cursor);
	return value;
}

/** Words and strings are cut out loosely; JSON.parse decides whether they are valid. */
const WORD = /"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"/,:[\]{}]+/sy;

function plainAt(cursor: Cursor, wanted: string): JsoncPlain {
	const start = cursor.at;
	WORD.lastIndex = start;
	const word = WORD.exec(cursor.text)?.[0] ?? "";
	try {
		const value: JsoncPlain["value"] = JSON.parse(word);
		cursor.at += word.length;
		return { kind: "plain", start, end: cursor.at, value };
	} catch {
		return fail(cursor, `${wanted} should stand here`);
	}
}

const BETWEEN = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

function skip(cursor: Cursor): void {
	BETWEEN.lastIndex = cursor.at;
	cursor.at += BETWEEN.exec(cursor.text)?.[0].length ?? 0;
}

function take(cursor: Cursor, sign: string): boolean {
	if (cursor.text[cursor.at] !== sign) return false;
	cursor.at++;
	return true;
}

function fail(cursor: Cursor, what: string): never {
	throw new JsoncError(cursor.text, cursor.at, what);
}

/** A value as a JSON file that people can read. */
export function jsonText(value: object): string {
	return `${JSON.stringify(value, undefined, "\t")}\n`;
}
