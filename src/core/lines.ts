import type { Gutter, Part } from "./types.ts";

/** What every note begins with. */
export const MARK = "[ibid] ";

/** A text and where each of its lines begins; one more entry says where the next one would. */
export type SplitText = { readonly text: string; readonly starts: Int32Array };

/** Lines of a text without gutters: where each begins, and a hash of its content. */
export type HashedLines = SplitText & {
	readonly hashes: Int32Array;
	/** Nothing stood before them. */
	readonly bare: boolean;
};

/** Removes the gutter from a part; undefined if a line does not have the gutter that the lens claims. */
export function cutLines(split: SplitText, part: GutteredLines): HashedLines | undefined {
	if (!isWithin(part, split)) return undefined;
	const { text } = split;
	const starts = new Int32Array(part.count);
	const hashes = new Int32Array(part.count);
	for (let line = 0; line < part.count; line++) {
		const [begin, next] = [split.starts[part.from + line]!, split.starts[part.from + line + 1]!];
		const body = behindGutter(text, begin, part.gutter, part.first + line);
		if (body < 0) return undefined;
		starts[line] = body;
		hashes[line] = hashText(text, body, next - 1);
	}
	return { text, starts, hashes, bare: part.gutter.kind === "none" };
}

/** The lines of a hunk without their signs; undefined if a line has none. */
export function cutHunk(split: SplitText, hunk: Pick<Part, "from" | "count">): HashedLines | undefined {
	if (!isWithin(hunk, split)) return undefined;
	const { text } = split;
	const starts = split.starts.slice(hunk.from, hunk.from + hunk.count).map((start) => start + 1);
	if (starts.some((start) => !SIGNS.includes(text.charAt(start - 1)))) return undefined;
	const hashes = starts.map((start, line) => hashText(text, start, split.starts[hunk.from + line + 1]! - 1));
	return { text, starts, hashes, bare: false };
}

const SIGNS = [" ", "+", "-"];

/** Whether a text has the lines that a part claims; a lens may err. */
export function isWithin({ from, count }: Pick<Part, "from" | "count">, { starts }: SplitText): boolean {
	return Number.isSafeInteger(count) && count >= 0 && from >= 0 && from + count < starts.length;
}

type GutteredLines = Pick<Part, "from" | "count" | "first" | "gutter">;

/** The lines of a text that has no gutter. */
export function plainLines(text: string): HashedLines {
	const split = splitLines(text);
	return cutLines(split, { from: 0, count: split.starts.length - 1, first: 1, gutter: { kind: "none" } })!;
}

/** Finds the lines of a text. */
export function splitLines(text: string): SplitText {
	let starts = new Int32Array(64);
	let count = 1;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
		if (count + 1 === starts.length) starts = widened(starts, count * 2);
		starts[count++] = at + 1;
	}
	starts[count] = text.length + 1;
	return { text, starts: starts.slice(0, count + 1) };
}

/** The text from one line up to, but without, another. */
export function sliceLines({ text, starts }: SplitText, from: number, to: number): string {
	return text.slice(starts[from], starts[to]! - 1);
}

/** The same numbers with room for more. */
export function widened(numbers: Int32Array, room: number): Int32Array<ArrayBuffer> {
	const wider = new Int32Array(room);
	wider.set(numbers);
	return wider;
}

/** One line, without its gutter. */
export function lineAt(lines: SplitText, line: number): string {
	const begin = lines.starts[line] ?? lines.text.length;
	const end = lines.text.indexOf("\n", begin);
	return lines.text.slice(begin, end < 0 ? undefined : end);
}

/** All lines, without their gutters. */
export function allLines(lines: HashedLines): string[] {
	return bodiesBetween(lines, 0, lines.starts.length);
}

/** The lines from one up to, but without, another, without their gutters. */
export function bodiesBetween(lines: Bodies, from: number, to: number): string[] {
	if (lines.bare) return from < to ? textBetween(lines, from, to).split("\n") : [];
	const bodies: string[] = [];
	for (let line = from; line < to; line++) bodies.push(lineAt(lines, line));
	return bodies;
}

/** The same as one text. Without gutters it is a slice. */
export function textBetween(lines: Bodies, from: number, to: number): string {
	if (!lines.bare) return bodiesBetween(lines, from, to).join("\n");
	const end = lines.text.indexOf("\n", lines.starts[to - 1]);
	return lines.text.slice(lines.starts[from], end < 0 ? undefined : end);
}

type Bodies = Omit<HashedLines, "hashes">;

/** The gutter of line `number`. */
export function gutterText(gutter: Gutter, number: number): string {
	if (gutter.kind === "none") return "";
	if (gutter.kind === "sign") return gutter.sign;
	return (gutter.lead ?? "") + String(number).padStart(gutter.width) + gutter.mark;
}

/**
 * Where a line begins after its gutter; -1 if it has another gutter. Makes no string, because this runs for every line.
 */
function behindGutter(text: string, from: number, gutter: Gutter, number: number): number {
	if (gutter.kind === "none") return from;
	if (gutter.kind === "sign") return text.startsWith(gutter.sign, from) ? from + gutter.sign.length : -1;
	const { lead = "" } = gutter;
	if (lead !== "" && !text.startsWith(lead, from)) return -1;
	const begin = from + lead.length;
	let digits = 1;
	for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) digits++;
	const end = begin + Math.max(digits, gutter.width);
	let rest = number;
	for (let at = end - 1; at >= begin; at--) {
		const isDigit = end - at <= digits;
		if (text.charCodeAt(at) !== (isDigit ? 48 + (rest % 10) : 32)) return -1;
		rest = Math.floor(rest / 10);
	}
	return text.startsWith(gutter.mark, end) ? end + gutter.mark.length : -1;
}

/** A hash of a text. */
export function hashOf(text: string): number {
	return hashText(text, 0, text.length);
}

/** Equal texts have equal hashes. The reverse is not relied upon: the self-check compares texts. */
function hashText(text: string, from: number, to: number): number {
	let hash = 0x811c9dc5 | 0;
	for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
	return hash ^ (hash >>> 15);
}

/** The last of `count` rising values that is at most `value`; -1 if all are above it. */
export function lastAtMost(count: number, valueAt: (index: number) => number, value: number): number {
	let low = -1;
	let high = count - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (valueAt(middle) <= value) low = middle;
		else high = middle - 1;
	}
	return low;
}
