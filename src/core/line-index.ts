import {
	bodiesBetween,
	cutLines,
	type HashedLines,
	lastAtMost,
	type SplitText,
	textBetween,
	widened,
} from "./lines.ts";
import type { Passage, Run } from "./sheet.ts";
import type { Part } from "./types.ts";

/**
 * All literal lines of a window's passages in the order of their coming, each with a position, and an index of them.
 * It only ever grows, so every older window on it stays true; a window that does not have its last lines takes a
 * copy before it grows.
 */
export type LineIndex = {
	/** How many lines, and of each its hash and the older line in the same bucket (position + 1; 0 ends the chain). */
	count: number;
	hashes: Int32Array;
	older: Int32Array;
	/** Latest line of each bucket (position + 1). Its length is a power of two. */
	heads: Int32Array;
	readonly passages: Passage[];
	/** The part that was cut last, and its lines. */
	cut: { readonly part: Part; readonly lines: HashedLines } | undefined;
};

/** An index with nothing on it. */
export function emptyLineIndex(): LineIndex {
	const [hashes, older, heads] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];
	return { count: 0, hashes, older, heads, passages: [], cut: undefined };
}

/** The same index cut back to its first `count` lines. */
export function copyLineIndex(index: LineIndex, count: number): LineIndex {
	const older = index.older.slice();
	const heads = index.heads.map((head) => {
		let at = head;
		while (at > count) at = older[at - 1]!;
		return at;
	});
	const passages = index.passages.filter(({ at }) => at < count);
	return { count, hashes: index.hashes.slice(), older, heads, passages, cut: undefined };
}

/** Adds a passage, and its telling lines to the hash table. */
export function addPassage(index: LineIndex, passage: Passage, hashes: Int32Array): void {
	const { at, count, text, starts } = passage;
	makeRoom(index, at + count);
	index.hashes.set(hashes, at);
	for (let line = 0; line < count; line++) {
		if (isTelling(text, starts[line]!)) link(index, at + line);
		else index.older[at + line] = UNLINKED;
	}
	index.count = at + count;
	index.passages.push(passage);
}

/**
 * The lines of a part, without gutters. A result is decided on and then enters the window, and most of what a first view
 * costs is to hash its lines: the second time they are known.
 */
export function linesOfPart(index: LineIndex, split: SplitText, part: Part): HashedLines | undefined {
	if (index.cut?.part === part && index.cut.lines.text === split.text) return index.cut.lines;
	const lines = cutLines(split, part);
	index.cut = lines && { part, lines };
	return lines;
}

/** The passage that holds a position. */
export function passageAt({ passages }: LineIndex, position: number): Passage {
	return passages[lastAtMost(passages.length, (index) => passages[index]!.at, position)]!;
}

/** The lines of a run. */
export function linesOf(index: LineIndex, { at, count }: Run): string[] {
	const passage = passageAt(index, at);
	return bodiesBetween(passage, at - passage.at, at - passage.at + count);
}

/** The lines of a run as one text. */
export function textOf(index: LineIndex, { at, count }: Run): string {
	const passage = passageAt(index, at);
	return textBetween(passage, at - passage.at, at - passage.at + count);
}

/** The number that the first line of a run had in its subject when it came. */
export function numberOf(index: LineIndex, { at }: Run): number {
	const passage = passageAt(index, at);
	return passage.first + at - passage.at;
}

const UNLINKED = -1;
const LINES_PER_BUCKET = 2;

/** Blank and tiny lines are everywhere: they extend a quote but never begin the search for one. */
function isTelling(text: string, begin: number): boolean {
	let seen = 0;
	for (let at = begin; at < text.length && seen < 4; at++) {
		const code = text.charCodeAt(at);
		if (code === 10) return false;
		if (code > 32) seen++;
	}
	return seen === 4;
}

function makeRoom(index: LineIndex, count: number): void {
	if (count > index.hashes.length) {
		const room = Math.max(count, Math.ceil(index.hashes.length * 1.25));
		index.hashes = widened(index.hashes, room);
		index.older = widened(index.older, room);
	}
	if (count <= index.heads.length * LINES_PER_BUCKET) return;
	let buckets = index.heads.length;
	while (count > buckets * LINES_PER_BUCKET) buckets *= 2;
	index.heads = new Int32Array(buckets);
	for (let position = 0; position < index.count; position++) {
		if (index.older[position] !== UNLINKED) link(index, position);
	}
}

function link(index: LineIndex, position: number): void {
	const bucket = index.hashes[position]! & (index.heads.length - 1);
	index.older[position] = index.heads[bucket]!;
	index.heads[bucket] = position + 1;
}
