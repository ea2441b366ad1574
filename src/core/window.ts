import { type Layered, noneAt, valueAt } from "./layered.ts";
import { copyShelf, emptyShelf, type Shelf, type Showing, type Topic } from "./shelf.ts";
import type { Call, Range, Subject, Witness } from "./types.ts";

/** What one model has in front of it now. A value: folding an event gives a new one, the old one stays true. */
export type Window = {
	readonly shelf: Shelf;
	/** How many lines of the shelf are this window's: the first ones. */
	readonly lines: number;
	readonly passages: number;
	readonly turn: number;
	/** What is known of each subject. */
	readonly topics: Layered<Topic>;
	/** The results of each witness, oldest first. */
	readonly showings: Layered<readonly Showing[]>;
	/** Calls whose result has not come yet, also those of earlier turns. */
	readonly open: readonly OpenCall[];
	/** Passages that the host has taken away. */
	readonly erased: ReadonlySet<number>;
	/** More may stand above than what is known here, so that an earlier run of a command cannot be told from others. */
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
		topics: noneAt(),
		showings: noneAt(),
		open: [],
		erased: new Set(),
		isCut: false,
	};
}

/** One key per subject. */
export function keyOf(subject: Subject): string {
	return `${subject.kind} ${subject.name}`;
}

/** One key per command; a tool is a witness for each file by itself. */
export function witnessKey({ kind, label }: Witness, file: string): string {
	return kind === "command" ? COMMAND + label : `tool ${label}\n${file}`;
}

const COMMAND = "command ";

/** The commands that are witnesses of a window. */
export function* commandsIn({ showings }: Window): Generator<string> {
	for (const layer of [showings.lately, showings.others])
		for (const key of layer.keys()) if (key.startsWith(COMMAND)) yield key.slice(COMMAND.length);
}

/** What the window knows of a subject. */
export function topicOf(window: Window, subject: Subject): Topic | undefined {
	return valueAt(window.topics, keyOf(subject));
}

/** Whether a passage may be quoted in this turn: it stands, and it is no sibling of what is arriving. */
export function stands(window: Window, passage: { readonly passage: number; readonly turn: number }): boolean {
	return passage.turn !== window.turn && !window.erased.has(passage.passage);
}

/** The latest passage that is out of reach. Each result is two passages: what the call wrote, and what came. */
export function outOfReach({ passages }: Window, reach: number): number {
	return passages - 2 * reach;
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
