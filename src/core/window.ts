import { copyShelf, emptyShelf, type Shelf, type Topic } from "./shelf.ts";
import { noTopics, type Topics, topicAt } from "./topics.ts";
import type { Call, Range, Subject } from "./types.ts";

/** What one model has in front of it now. A value: folding an event gives a new one, the old one stays true. */
export type Window = {
	readonly shelf: Shelf;
	/** How many lines of the shelf are this window's: the first ones. */
	readonly lines: number;
	readonly passages: number;
	readonly turn: number;
	/** What is known of each subject. */
	readonly topics: Topics;
	/** Calls whose result has not come yet, also those of earlier turns. */
	readonly open: readonly OpenCall[];
	/** Passages that the host has taken away. */
	readonly erased: ReadonlySet<number>;
	/** More may stand above than what is known here, so that nobody can tell which run of a command an earlier one is. */
	readonly isCut: boolean;
};

export type OpenCall = Call & { readonly turn: number };

/** The window of a model that has seen nothing. */
export function emptyWindow(): Window {
	return {
		shelf: emptyShelf(),
		lines: 0,
		passages: 0,
		turn: 0,
		topics: noTopics(),
		open: [],
		erased: new Set(),
		isCut: false,
	};
}

/** One key per subject. */
export function keyOf(subject: Subject): string {
	return `${subject.kind} ${subject.name}`;
}

/** What the window knows of a subject. */
export function topicOf(window: Window, subject: Subject): Topic | undefined {
	return topicAt(window.topics, keyOf(subject));
}

/** Whether a passage may be quoted in this turn: it stands, and it is no sibling of what is arriving. */
export function stands(window: Window, passage: { readonly passage: number; readonly turn: number }): boolean {
	return passage.turn !== window.turn && !window.erased.has(passage.passage);
}

/** Whether two ranges have a line in common. */
export function overlap(a: Range, b: Range): boolean {
	return a.first <= b.last && b.first <= a.last;
}

/** How many lines two ranges have in common. */
export function sharedLines(a: Range, b: Range): number {
	return Math.max(0, Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1);
}

/** A shelf that this window may add to: its own, or a copy where another window has grown on it since. */
export function shelfFor({ shelf, lines }: Window): Shelf {
	return shelf.count === lines ? shelf : copyShelf(shelf, lines);
}
