import { isDeepStrictEqual } from "node:util";
import {
	type Json,
	type JsoncContainer,
	type JsoncEntry,
	JsoncError,
	type JsoncNode,
	nodeValue,
	scanJsonc,
} from "./jsonc.ts";
import {
	afterComments,
	beginsLine,
	breakBefore,
	insertLast,
	matchAt,
	replaceValue,
	type Splice,
	spliced,
} from "./jsonc-insert.ts";

/*
 * Changes to JSON with comments that leave every other byte as it is. A path names properties from the outermost object
 * inward, and elements of arrays by their index. A blank text counts as {}. All functions throw a JsoncError if the text
 * is not JSON, or if the path leads through something that is neither an object nor an array.
 */

/** Sets a property, and makes missing objects; a text that already has the value stays as it is. */
export function setIn(text: string, path: readonly string[], value: Json): string {
	const whole = filled(text);
	const { entry, missing } = follow(whole, path);
	const [key, ...inner] = missing;
	if (key === undefined) return says(entry.node, value) ? text : replaceValue(whole, entry, value);
	const object = containerOf(whole, entry, "object");
	const nested = inner.reduceRight<Json>((within, step) => ({ [step]: within }), value);
	return insertLast(whole, entry, object, { key, value: nested });
}

/** Appends to an array, which is made if it is missing, unless an equal element is there. */
export function addTo(text: string, path: readonly string[], value: Json): string {
	const whole = filled(text);
	const { entry, missing } = follow(whole, path);
	if (missing.length > 0) return setIn(text, path, [value]);
	const array = containerOf(whole, entry, "array");
	if (array.entries.some(({ node }) => says(node, value))) return text;
	return insertLast(whole, entry, array, { key: undefined, value });
}

/** Removes our elements of an array; the array stays, even if it is then empty. */
export function removeFrom(text: string, path: readonly string[], isOurs: (value: unknown) => boolean): string {
	const { entry, missing } = follow(filled(text), path);
	if (missing.length > 0) return text;
	const array = containerOf(text, entry, "array");
	const ours = array.entries.findLast(({ node }) => isOurs(nodeValue(node)));
	return ours ? removeFrom(removeEntry(text, array, ours), path, isOurs) : text;
}

/** Removes a property; the object stays, even if it is then empty. */
export function removeIn(text: string, path: readonly string[]): string {
	const { entry, around, missing } = follow(filled(text), path);
	if (missing.length > 0 || !around) return text;
	const left = removeEntry(text, around, entry);
	// A key that occurs twice would now have its first value; the next element of an array is a different one.
	return around.kind === "object" ? removeIn(left, path) : left;
}

/**
 * Removes the container at a path if it is empty and has no comment, then the one around it, and so on; the containers
 * at the first `kept` steps of the path stay.
 */
export function dropEmpty(text: string, path: readonly string[], kept = 0): string {
	if (path.length <= kept) return text;
	const { entry, missing } = follow(filled(text), path);
	const outer = path.slice(0, -1);
	if (missing.length > 0) return dropEmpty(text, outer, kept);
	const isEmpty = entry.node.kind !== "plain" && /^.\s*.$/.test(text.slice(entry.node.start, entry.node.end));
	return isEmpty ? dropEmpty(removeIn(text, path), outer, kept) : text;
}

const BLANK = /^(\ufeff?)([ \t\r\n]*)$/;

function filled(text: string): string {
	return text.replace(
		BLANK,
		(_, mark: string, blanks: string) => `${mark}{}${blanks.includes("\n") ? blanks : `${blanks}\n`}`,
	);
}

/** How far a path leads: to an entry, in which container, and which steps are missing. */
type PathTarget = {
	readonly entry: JsoncEntry;
	readonly around: JsoncContainer | undefined;
	readonly missing: readonly string[];
};

function follow(text: string, path: readonly string[]): PathTarget {
	const root = scanJsonc(text);
	let entry: JsoncEntry = { key: "", start: root.start, node: root, comma: undefined };
	let around: JsoncContainer | undefined;
	for (const [depth, step] of path.entries()) {
		if (entry.node.kind === "plain") throw wrong(text, entry, "object");
		const next = entry.node.entries.findLast(({ key }) => key === step);
		if (!next) return { entry, around, missing: path.slice(depth) };
		around = entry.node;
		entry = next;
	}
	return { entry, around, missing: [] };
}

function containerOf(text: string, entry: JsoncEntry, kind: JsoncContainer["kind"]): JsoncContainer {
	if (entry.node.kind !== kind) throw wrong(text, entry, kind);
	return entry.node;
}

function wrong(text: string, { key, start, node }: JsoncEntry, kind: JsoncContainer["kind"]): JsoncError {
	return new JsoncError(text, node.start, `${start < node.start ? JSON.stringify(key) : "this value"} is no ${kind}`);
}

/** JSON does not write -0 or numbers such as NaN; we compare what would be written. */
function says(node: JsoncNode, value: Json): boolean {
	return isDeepStrictEqual(nodeValue(node), JSON.parse(JSON.stringify(value)));
}

/**
 * Removes an entry from its container: with its comma, and with its line and the comments at its end if nothing else is
 * on that line.
 */
function removeEntry(text: string, container: JsoncContainer, entry: JsoncEntry): string {
	const before = container.entries[container.entries.indexOf(entry) - 1];
	const left = spliced(text, [...ownCuts(text, container, before, entry), ...commaBefore(text, before, entry)]);
	const inside = { from: container.start + 1, to: container.end - 1 - (text.length - left.length), text: "" };
	return left.slice(inside.from, inside.to).trim() === "" ? spliced(left, [inside]) : left;
}

/** Comments and blanks up to the end of the line, if nothing else is there. */
const REST_OF_LINE = /(?:[ \t]*\/\*(?:[^*\n]|\*(?!\/))*\*\/)*[ \t]*(?:\/\/[^\n]*?)?(?=\r?\n)/y;

function ownCuts(text: string, container: JsoncContainer, before: JsoncEntry | undefined, entry: JsoncEntry): Splice[] {
	const { start, comma } = entry;
	const { end } = entry.node;
	const toComma = text.slice(end, comma ?? end);
	const lineFrom = comma === undefined || toComma.includes("\n") ? end : comma + 1;
	const rest = matchAt(REST_OF_LINE, text, lineFrom);
	const lineEnd = lineFrom + (rest ?? "").length;
	if (beginsLine(text, start) && rest !== undefined) {
		const line = cut(breakBefore(text, start), lineEnd);
		return comma === undefined || comma < lineEnd ? [line] : [line, cut(comma, afterBlanks(text, comma + 1))];
	}

	const isLast = entry === container.entries.at(-1);
	const isBackward = isLast || rest !== undefined;
	const from = isBackward ? afterComments(text, (before?.comma ?? container.start) + 1, start) : start;
	if (comma === undefined) return [cut(from, end)];
	if (!/^[ \t]*$/.test(toComma)) return [cut(from, end), cut(comma, comma + 1)];
	return [cut(from, isBackward ? comma + 1 : afterBlanks(text, comma + 1))];
}

/** After removing a last entry without a comma, the entry before it has a comma too many. */
function commaBefore(text: string, before: JsoncEntry | undefined, { start, comma }: JsoncEntry): Splice[] {
	if (comma !== undefined || before?.comma === undefined) return [];
	const isAlone = text.slice(before.node.end, start).trim() === ",";
	return [cut(isAlone ? before.node.end : before.comma, before.comma + 1)];
}

function afterBlanks(text: string, at: number): number {
	return at + (matchAt(/[ \t]*/y, text, at) ?? "").length;
}

function cut(from: number, to: number): Splice {
	return { from, to, text: "" };
}
