import { bodiesBetween, lastAtMost, textBetween, widened } from "./lines.ts";
import type { Run, Sheet, Stretch } from "./sheet.ts";
import type { Range, Subject, Witness } from "./types.ts";

/**
 * All literal lines of a window's passages in the order of their coming, each with a position, and an index of them.
 * A shelf only ever grows, so every older window on it stays true; a window that does not have its last lines takes a
 * copy before it grows.
 */
export type Shelf = {
	/** How many lines, and of each its hash and the older line in the same bucket (position + 1; 0 ends the chain). */
	count: number;
	hashes: Int32Array;
	older: Int32Array;
	/** Latest line of each bucket (position + 1). Its length is a power of two. */
	heads: Int32Array;
	readonly stretches: Stretch[];
};

/** What a window knows of one subject. */
export type Topic = {
	readonly subject: Subject;
	readonly labels: readonly string[];
	/** Where each of its lines was last shown; what is not there is hidden. */
	readonly sheet: Sheet;
	/** Lines of own edits whose place is not known, and of a diff, signs off. */
	readonly loose: readonly Run[];
	/** Lines of own patches, signs and all, which are no lines of the subject. */
	readonly patches: readonly Run[];
	readonly latest: Stretch | undefined;
	/** Not all runs of it stand there as its own lines, so nobody can tell which of them an earlier one is. */
	readonly isPartial: boolean;
	/** The passage in which the model last changed it; 0 where it has not. */
	readonly changed: number;
	/** The latest answer that showed it. */
	readonly answer: Covered | undefined;
	/** Lines that the user wants to see whole. */
	readonly asked: readonly Range[];
	/** An edit of it has failed, and no view of it and no other edit has come since. */
	readonly isMisfit: boolean;
};

/** A result in which a witness may have shown files: which of them line by line. */
export type Showing = { readonly passage: number; readonly files: ReadonlySet<string> };

/** Lines that an answer covered; `left` are those that its notes stood for. */
export type Covered = Range & {
	readonly passage: number;
	readonly id: string;
	readonly turn: number;
	readonly left: readonly Range[];
	/** Lines of a file that its notes stood for, from number `first` on, and whose output the notes are in. */
	readonly noted: readonly {
		readonly by: Witness | undefined;
		readonly first: number;
		readonly runs: readonly Run[];
	}[];
	/** Its lines stood behind the signs of a diff. */
	readonly signed: boolean;
	/** Stands for the text that it was shortened from, where it was and is a command's. */
	readonly original: number | undefined;
	/** The answer that showed the subject before this one. */
	readonly before: Covered | undefined;
};

/** A shelf with nothing on it. */
export function emptyShelf(): Shelf {
	const [hashes, older, heads] = [new Int32Array(64), new Int32Array(64), new Int32Array(64)];
	return { count: 0, hashes, older, heads, stretches: [] };
}

/** The same shelf cut back to its first `count` lines. */
export function copyShelf(shelf: Shelf, count: number): Shelf {
	const older = shelf.older.slice();
	const heads = shelf.heads.map((head) => {
		let at = head;
		while (at > count) at = older[at - 1]!;
		return at;
	});
	const stretches = shelf.stretches.filter(({ at }) => at < count);
	return { count, hashes: shelf.hashes.slice(), older, heads, stretches };
}

/** Puts a stretch on the shelf and its lines into the index. */
export function shelve(shelf: Shelf, stretch: Stretch, hashes: Int32Array): void {
	const { at, count, text, starts } = stretch;
	makeRoom(shelf, at + count);
	shelf.hashes.set(hashes, at);
	for (let line = 0; line < count; line++) {
		if (isTelling(text, starts[line]!)) link(shelf, at + line);
		else shelf.older[at + line] = UNLINKED;
	}
	shelf.count = at + count;
	shelf.stretches.push(stretch);
}

/** The stretch that holds a position. */
export function stretchAt({ stretches }: Shelf, position: number): Stretch {
	return stretches[lastAtMost(stretches.length, (index) => stretches[index]!.at, position)]!;
}

/** The lines of a run. */
export function linesOf(shelf: Shelf, { at, count }: Run): string[] {
	const stretch = stretchAt(shelf, at);
	return bodiesBetween(stretch, at - stretch.at, at - stretch.at + count);
}

/** The lines of a run as one text. */
export function textOf(shelf: Shelf, { at, count }: Run): string {
	const stretch = stretchAt(shelf, at);
	return textBetween(stretch, at - stretch.at, at - stretch.at + count);
}

/** The number that the first line of a run had in its subject when it came. */
export function numberOf(shelf: Shelf, { at }: Run): number {
	const stretch = stretchAt(shelf, at);
	return stretch.first + at - stretch.at;
}

const UNLINKED = -1;
const LINES_PER_BUCKET = 2;

/** Blank and tiny lines stand everywhere: they extend a quote but never begin the search for one. */
function isTelling(text: string, begin: number): boolean {
	let seen = 0;
	for (let at = begin; at < text.length && seen < 4; at++) {
		const code = text.charCodeAt(at);
		if (code === 10) return false;
		if (code > 32) seen++;
	}
	return seen === 4;
}

function makeRoom(shelf: Shelf, count: number): void {
	if (count > shelf.hashes.length) {
		const room = Math.max(count, Math.ceil(shelf.hashes.length * 1.25));
		shelf.hashes = widened(shelf.hashes, room);
		shelf.older = widened(shelf.older, room);
	}
	if (count <= shelf.heads.length * LINES_PER_BUCKET) return;
	let buckets = shelf.heads.length;
	while (count > buckets * LINES_PER_BUCKET) buckets *= 2;
	shelf.heads = new Int32Array(buckets);
	for (let position = 0; position < shelf.count; position++) {
		if (shelf.older[position] !== UNLINKED) link(shelf, position);
	}
}

function link(shelf: Shelf, position: number): void {
	const bucket = shelf.hashes[position]! & (shelf.heads.length - 1);
	shelf.older[position] = shelf.heads[bucket]!;
	shelf.heads[bucket] = position + 1;
}
