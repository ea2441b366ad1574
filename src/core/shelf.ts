import type { Sheet, Span, Stretch } from "./sheet.ts";
import type { Range, Subject } from "./types.ts";

/**
 * All literal lines of a window's passages in the order of their coming, each with a position, and an index of them.
 * A shelf only ever grows, so every older window on it stays true; a window that is no longer the newest
 * takes a copy before it grows (see `shelfFor`).
 */
export type Shelf = {
	/** How many lines, and of each its hash and the older line in the same bucket (position + 1; 0 ends the chain). */
	count: number;
	hashes: Int32Array;
	older: Int32Array;
	/** Latest line of each bucket (position + 1). Its length is a power of two. */
	heads: Int32Array;
	readonly stretches: Stretch[];
	readonly topics: Map<string, Topic>;
	/** Counts the changes; a window sees what was there at its own version. */
	version: number;
};

/** What a window knows of one subject. */
export type Topic = {
	readonly subject: Subject;
	readonly labels: readonly string[];
	/** Where each of its lines was last shown; what is not there is hidden. */
	readonly sheet: Sheet;
	/** Lines of own edits whose place is not known. */
	readonly loose: readonly Span[];
	readonly latest: Stretch | undefined;
	/** The answers that showed it, oldest first: the lines covered, and which of them were left out. */
	readonly answers: readonly Covered[];
	readonly asked: boolean;
	readonly version: number;
	readonly older: Topic | undefined;
};

/** Lines that an answer covered: `left` are those that its notes stood for, `sources` the passages they stand in. */
export type Covered = Range & {
	readonly passage: number;
	readonly id: string;
	readonly turn: number;
	readonly left: readonly Range[];
	readonly sources: readonly number[];
};

/** A shelf with nothing on it. */
export function emptyShelf(): Shelf {
	return {
		count: 0,
		hashes: new Int32Array(256),
		older: new Int32Array(256),
		heads: new Int32Array(256),
		stretches: [],
		topics: new Map(),
		version: 0,
	};
}

/** The same shelf cut back to what stood at `version`, when it had `count` lines. */
export function copyShelf(shelf: Shelf, version: number, count: number): Shelf {
	const older = shelf.older.slice();
	const topics = new Map<string, Topic>();
	for (const [key, newest] of shelf.topics) {
		const topic = topicAt(newest, version);
		if (topic) topics.set(key, topic);
	}
	return {
		count,
		hashes: shelf.hashes.slice(),
		older,
		heads: shelf.heads.map((head) => {
			let at = head;
			while (at > count) at = older[at - 1]!;
			return at;
		}),
		stretches: shelf.stretches.filter((stretch) => stretch.at + stretch.count <= count),
		topics,
		version,
	};
}

/** What was known of a subject at `version`. */
export function topicAt(newest: Topic | undefined, version: number): Topic | undefined {
	let topic = newest;
	while (topic && topic.version > version) topic = topic.older;
	return topic;
}

/** Puts a stretch on the shelf and its lines into the index. */
export function shelve(shelf: Shelf, stretch: Stretch, hashes: Int32Array): void {
	if (stretch.count === 0) return;
	makeRoom(shelf, stretch.at + stretch.count);
	shelf.hashes.set(hashes, stretch.at);
	for (let line = 0; line < stretch.count; line++) {
		if (isTelling(stretch.text, stretch.starts[line]!)) link(shelf, stretch.at + line);
		else shelf.older[stretch.at + line] = UNLINKED;
	}
	shelf.count = stretch.at + stretch.count;
	shelf.stretches.push(stretch);
}

/** The stretch that holds a position. */
export function stretchAt(shelf: Shelf, position: number): Stretch {
	let low = 0;
	let high = shelf.stretches.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (shelf.stretches[middle]!.at <= position) low = middle;
		else high = middle - 1;
	}
	return shelf.stretches[low]!;
}

/** Blank and tiny lines ("}") stand everywhere: they extend a quote but never begin the search for one. */
const TELLING_CHARACTERS = 4;
const UNLINKED = -1;
const LINES_PER_BUCKET = 2;

function isTelling(text: string, begin: number): boolean {
	let seen = 0;
	for (let at = begin; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 10) return false;
		if (code > 32 && ++seen === TELLING_CHARACTERS) return true;
	}
	return false;
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

function widened(numbers: Int32Array, room: number): Int32Array {
	const wider = new Int32Array(room);
	wider.set(numbers);
	return wider;
}

function link(shelf: Shelf, position: number): void {
	const bucket = shelf.hashes[position]! & (shelf.heads.length - 1);
	shelf.older[position] = shelf.heads[bucket]!;
	shelf.heads[bucket] = position + 1;
}
