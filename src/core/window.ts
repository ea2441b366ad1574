import { type Covered, copyShelf, emptyShelf, type Shelf, type Topic, topicAt } from "./shelf.ts";
import type { Call, Range, Subject } from "./types.ts";

/** What one model has in front of it now. A value: folding an event gives a new one, the old one stays true. */
export type Window = {
	readonly shelf: Shelf;
	/** What of the shelf is this window's: everything up to this version, this many lines. */
	readonly version: number;
	readonly lines: number;
	readonly passages: number;
	readonly turn: number;
	/** Calls of this turn whose result has not come yet. */
	readonly open: readonly Call[];
	/** Passages that the host has taken away. */
	readonly erased: ReadonlySet<number>;
};

/** The window of a model that has seen nothing. */
export function emptyWindow(): Window {
	return { shelf: emptyShelf(), version: 0, lines: 0, passages: 0, turn: 0, open: [], erased: new Set() };
}

/** One key per subject. */
export function keyOf(subject: Subject): string {
	return `${subject.kind} ${subject.name}`;
}

/** What the window knows of a subject. */
export function topicOf(window: Window, key: string): Topic | undefined {
	return topicAt(window.shelf.topics.get(key), window.version);
}

/** Every subject the window knows. */
export function* topicsOf(window: Window): Generator<Topic> {
	for (const newest of window.shelf.topics.values()) {
		const topic = topicAt(newest, window.version);
		if (topic) yield topic;
	}
}

/** Whether a passage may be quoted in this turn: it stands, and it is no sibling of what is arriving. */
export function stands(window: Window, passage: { readonly passage: number; readonly turn: number }): boolean {
	return passage.turn !== window.turn && !window.erased.has(passage.passage);
}

/** The latest answer before this turn that showed any line of a range of a subject. */
export function latestAnswer(window: Window, topic: Topic, range: Range): Covered | undefined {
	let { answer } = topic;
	while (answer && (answer.first > range.last || answer.last < range.first || !stands(window, answer))) {
		answer = answer.before;
	}
	return answer;
}

/** The passage of the latest run of a command that is still there. A sibling counts: it is later than all others. */
export function lastRun(window: Window, topic: Topic): number | undefined {
	let { answer } = topic;
	while (answer && window.erased.has(answer.passage)) answer = answer.before;
	return answer?.passage;
}

/** A shelf that this window may add to: its own, or a copy where another window has grown on it since. */
export function shelfFor(window: Window): Shelf {
	const { shelf, version, lines } = window;
	return shelf.version === version ? shelf : copyShelf(shelf, version, lines);
}
