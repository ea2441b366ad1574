import type { Json, JsoncContainer, JsoncEntry } from "./jsonc.ts";

/** What to add to a container: a property of an object, or an element of an array, which has no key. */
export type JsoncItem = { readonly key: string | undefined; readonly value: Json };

/** Replaces the value of an entry. */
export function replaceValue(text: string, entry: JsoncEntry, value: Json): string {
	const { start, node } = entry;
	const isRow = node.kind !== "plain" && node.entries.length > 0 && !text.slice(node.start, node.end).includes("\n");
	const indent = indentAt(text, start);
	const manner = beginsLine(text, start) && !isRow ? linesAt(text, start, indent, indent) : ROW;
	return spliced(text, [{ from: node.start, to: node.end, text: wordValue(value, manner, isTight(text, entry)) }]);
}

/** Adds an item after all others of an entry's container, in their style. */
export function insertLast(text: string, entry: JsoncEntry, container: JsoncContainer, item: JsoncItem): string {
	const last = container.entries.at(-1);
	return last ? insertBehind(text, container, last, item) : insertFirst(text, entry, container, item);
}

function insertBehind(text: string, container: JsoncContainer, last: JsoncEntry, item: JsoncItem): string {
	const { at, lead, manner } = spotBehind(text, container, last);
	const words = lead + wordItem(item, manner, isTight(text, last));
	const [comma, ending] = last.comma === undefined ? [",", ""] : ["", ","];
	return spliced(text, [
		{ from: last.node.end, to: last.node.end, text: comma },
		{ from: at, to: at, text: words + ending },
	]);
}

/** Where an item is added, what is written before it, and how it is laid out. */
type Spot = { readonly at: number; readonly lead: string; readonly manner: Manner };

const BLOCK_COMMENTS = /(?:[ \t]*\/\*[\s\S]*?\*\/)*/y;

/** Blanks, or a last comment, up to the end of the line. */
const REST_OF_LINE = /[ \t]*(?:\/\/[^\n]*?)?(?=\r?\n)/y;

/** After the comments on the last entry's line, because they are about that entry. */
function spotBehind(text: string, container: JsoncContainer, last: JsoncEntry): Spot {
	const before = container.entries.at(-2);
	const gap = text.slice((before?.comma ?? container.start) + 1, last.start);
	const end = last.comma === undefined ? last.node.end : last.comma + 1;
	const at = end + (matchAt(BLOCK_COMMENTS, text, end) ?? "").length;
	const rest = matchAt(REST_OF_LINE, text, at) ?? "";
	const isSpread = gap.includes("\n");
	if (isSpread || rest.includes("//")) {
		const indent = isSpread ? indentAt(text, last.start) : undefined;
		const lines = linesAt(text, last.start, indentAt(text, container.start), indent);
		return { at: at + rest.length, lead: lines.eol + lines.indent, manner: isSpread ? lines : ROW };
	}
	if (before && /^[ \t]*$/.test(gap)) return { at, lead: gap, manner: ROW };
	return { at, lead: isTight(text, last) ? "" : " ", manner: ROW };
}

/** The container is empty and has no style to copy, so we choose the blanks before the closing bracket. */
function insertFirst(text: string, entry: JsoncEntry, container: JsoncContainer, item: JsoncItem): string {
	const to = container.end - 1;
	const from = afterComments(text, container.start + 1, to);
	const isBehindBreak = text[from - 1] === "\n";
	const put = (lead: string, manner: Manner, ending: string) =>
		spliced(text, [{ from, to, text: lead + wordItem(item, manner, isTight(text, entry)) + ending }]);
	if (!isBehindBreak && !beginsLine(text, entry.start)) return put(from > container.start + 1 ? " " : "", ROW, "");

	const outer = indentAt(text, container.start);
	const lines = linesAt(text, entry.start, outer, undefined);
	return put((isBehindBreak ? "" : lines.eol) + lines.indent, lines, lines.eol + outer);
}

/** How a value is laid out: on one line, or on several, where all but the first begin with an indent. */
type Manner = typeof ROW | Lines;
type Lines = { readonly kind: "lines"; readonly eol: string; readonly indent: string; readonly unit: string };

const ROW = { kind: "row" } as const;

/**
 * Lines like those around a place, inside something that is itself indented; if nothing nearby shows a style, the file
 * does.
 */
function linesAt(text: string, at: number, outer: string, indent: string | undefined): Lines {
	const isDeeper = indent !== undefined && indent !== outer && indent.startsWith(outer);
	const unit = isDeeper ? indent.slice(outer.length) : (/\n([ \t]+)["{[]/.exec(text)?.[1] ?? "\t");
	return { kind: "lines", eol: breakAt(text, at), indent: indent ?? outer + unit, unit };
}

/** Whether there is no blank after a colon: of this property, or of the first one in the text. */
function isTight(text: string, sample: JsoncEntry): boolean {
	if (sample.start < sample.node.start) return text[sample.node.start - 1] === ":";
	return /"\s*:(\s?)/.exec(text)?.[1] === "";
}

function wordItem({ key, value }: JsoncItem, manner: Manner, isTight: boolean): string {
	const words = wordValue(value, manner, isTight);
	return key === undefined ? words : `${JSON.stringify(key)}:${isTight ? "" : " "}${words}`;
}

function wordValue(value: Json, manner: Manner, isTight: boolean): string {
	if (manner.kind === "row" && isTight) return JSON.stringify(value);
	const words = JSON.stringify(value, null, "\t");
	if (manner.kind === "row") return words.replace(/(,?)\n\t*/g, (_, comma: string) => (comma === "" ? "" : ", "));
	const { eol, indent, unit } = manner;
	return words.replace(/\n(\t*)/g, (_, tabs: string) => eol + indent + unit.repeat(tabs.length));
}

/** A range of characters, and its replacement. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string };

/**
 * A text with some of its parts replaced; they must not overlap, and at one place they are applied in the given order.
 */
export function spliced(text: string, splices: readonly Splice[]): string {
	return splices
		.toSorted((a, b) => a.from - b.from)
		.reduceRight((whole, { from, to, text }) => whole.slice(0, from) + text + whole.slice(to), text);
}

/** Whether there are only blanks before a place on its line. */
export function beginsLine(text: string, at: number): boolean {
	return /^\ufeff?[ \t]*$/.test(text.slice(lineStart(text, at), at));
}

/** The blanks at the beginning of the line of a place. */
function indentAt(text: string, at: number): string {
	return matchAt(/[ \t]*/y, text, lineStart(text, at)) ?? "";
}

/** Where the line break before the line of a place begins. */
export function breakBefore(text: string, at: number): number {
	const start = lineStart(text, at);
	return start - (text[start - 2] === "\r" ? 2 : 1);
}

/** The line break before the line of a place; on the first line, the first one of the text. */
function breakAt(text: string, at: number): string {
	const start = lineStart(text, at) || text.indexOf("\n") + 1;
	return text[start - 2] === "\r" ? "\r\n" : "\n";
}

/**
 * Where the last comment between two places ends, with its line break if it needs one; without comments, the first
 * place.
 */
export function afterComments(text: string, from: number, to: number): number {
	const last = [...text.slice(from, to).matchAll(/\/\/[^\n]*\n|\/\*[\s\S]*?\*\//g)].at(-1);
	return last ? from + last.index + last[0].length : from;
}

/** What a sticky pattern matches at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
}

function lineStart(text: string, at: number): number {
	return text.slice(0, at).lastIndexOf("\n") + 1;
}
