import type { Node } from "web-tree-sitter";
import type { SplitText } from "../core/lines.ts";
import type { LineSpan } from "./types.ts";

/**
 * The lines that belong to a body only: not those of its braces, nor one that it shares with what stands around it.
 * Undefined if there are none, or if a brace is missing, because then it is not known where the body ends.
 */
export function linesOfBody(node: Node, lines: SplitText, comments: CommentEnds): LineSpan | undefined {
	const body = blockIn(node);
	const [opening, closing] = bracesOf(body);
	if (opening?.isMissing || closing?.isMissing) return undefined;
	const end = closing?.startIndex ?? behindComment(body.endIndex, lines, comments);
	return wholeLines(opening?.endIndex ?? body.startIndex, end, lines);
}

/** Where the comments of a text end, by where they begin. */
export type CommentEnds = ReadonlyMap<number, number>;

/** A comment behind the last statement, on the same line, belongs to it. */
function behindComment(end: number, { text, starts }: SplitText, comments: CommentEnds): number {
	const row = rowAt(end, { text, starts });
	const next = end + text.slice(end, starts[row + 1]! - 1).search(/\S/);
	const behind = next < end ? undefined : comments.get(next);
	return behind !== undefined && behind < starts[row + 1]! ? behind : end;
}

/** Some grammars put a node of its own around a block. */
function blockIn(body: Node): Node {
	const child = body.firstChild;
	const isAround = child?.startIndex === body.startIndex && child.endIndex === body.endIndex;
	return child && isAround && child.firstChild?.type === "{" ? child : body;
}

/** What a body begins and ends with, such as braces; the body of a getter may have a word before its brace. */
function bracesOf(body: Node): [opening: Node | undefined, closing: Node | undefined] {
	const closing = braceOf(lastChildOf(body));
	const opening = braceOf(body.firstChild);
	return [opening ?? (closing && body.children.find(({ type }) => type === "{")) ?? undefined, closing];
}

/** The last child that is no comment: some grammars count a comment behind a brace to the block. */
function lastChildOf(body: Node): Node | null {
	let last = body.lastChild;
	while (last?.isExtra) last = last.previousSibling;
	return last;
}

function braceOf(node: Node | null): Node | undefined {
	return node && !node.isNamed && /^\W+$/.test(node.type) ? node : undefined;
}

/** The lines that lie between two places of a text as a whole, whatever blanks are around them. */
function wholeLines(from: number, to: number, lines: SplitText): LineSpan | undefined {
	const [begin, end] = [rowAt(from, lines), rowAt(to, lines)];
	const isBehindBlanks = isBlank(lines, lines.starts[begin]!, from);
	const isBeforeBlanks = to > lines.starts[end]! && isBlank(lines, to, lines.starts[end + 1]! - 1);
	const span = { first: begin + (isBehindBlanks ? 1 : 2), last: end + (isBeforeBlanks ? 1 : 0) };
	return span.last >= span.first ? span : undefined;
}

/** The row of a place in a text, counted from 0. */
export function rowAt(index: number, { starts }: SplitText): number {
	let [low, high] = [0, starts.length - 2];
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (starts[middle]! <= index) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** Whether there are only blanks between two places of a text. */
export function isBlank({ text }: SplitText, from: number, to: number): boolean {
	return text.slice(from, to).trim() === "";
}
