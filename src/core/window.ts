import { type Layered, noneAt, valueAt } from "./layered.ts";
import { copyLineIndex, emptyLineIndex, type LineIndex } from "./line-index.ts";
import type { Passage, Run, Sheet } from "./sheet.ts";
import type { Call, Range, Subject, Witness } from "./types.ts";

/** What one model has in front of it now. A value: folding an event gives a new one, the old one stays true. */
export type Window = {
	readonly index: LineIndex;
	/** How many lines of the index are this window's: the first ones. */
	readonly lines: number;
	readonly messages: number;
	/** The latest result. */
	readonly latest: PastResult | undefined;
	readonly turn: number;
	/** What is known of each subject. */
	readonly states: Layered<SubjectState>;
	/** The results of each witness, oldest first. */
	readonly showings: Layered<readonly Showing[]>;
	/** Calls whose result has not come yet, also those of earlier turns. */
	readonly open: readonly OpenCall[];
	/** Messages that the host has taken away. */
	readonly erased: ReadonlySet<number>;
};

/** What a window knows of one subject. */
export type SubjectState = {
	readonly subject: Subject;
	readonly labels: readonly string[];
	/** Where each of its lines was last shown; missing lines are hidden. */
	readonly sheet: Sheet;
	/** Lines of own edits whose place is not known, and of a diff, signs off. */
	readonly loose: readonly Run[];
	readonly latest: Passage | undefined;
	/** Not all of its runs are in the window as its own lines, so we cannot say which of them an earlier one is. */
	readonly isPartial: boolean;
	/** The latest message that was about it, 0 if none was; of a command, its last run. */
	readonly shown: number;
	/** The hash of the text that the last run of a command was shortened from, if it was a diff, and the turn. */
	readonly shortenedFrom: { readonly hash: number; readonly turn: number } | undefined;
	/** What notes have said about its line numbers, oldest first. */
	readonly noted: readonly NotedLines[];
	/** Lines that the user wants to see whole. */
	readonly asked: readonly Range[];
	/** An edit of it has failed, and no view of it and no other edit has come since. */
	readonly hasFailedEdit: boolean;
	/** Lines that an outline has withheld and that have not been shown since; undefined if there are none. */
	readonly withheld: Withheld | undefined;
};

/** Lines of a file that an outline has withheld and that the model has not seen since. They are on no sheet. */
export type Withheld = {
	/** Where they are now, from top to bottom. */
	readonly lines: readonly Range[];
	/** Those that an edit of the model has changed although it had not seen them. */
	readonly edited: readonly Range[];
	/** All of the file, without carriage returns, if it is known. */
	readonly text: string | undefined;
	/** No change of the file is known that may have moved them. */
	readonly isSure: boolean;
	/** The model knows where they are: a mark has said so, or what it was told since. */
	readonly isTold: boolean;
};

/** A result in which a witness may have shown files: which of them line by line. */
export type Showing = { readonly message: number; readonly files: ReadonlySet<string> };

/** Lines of a file from number `first` on that a note replaces, and the witness of the note's text. */
export type NotedLines = {
	readonly message: number;
	readonly by: Witness | undefined;
	readonly first: number;
	readonly runs: readonly Run[];
};

/** A result that has come; what its call wrote is the message before. */
export type PastResult = { readonly id: string; readonly message: number; readonly before: PastResult | undefined };

export type OpenCall = Call & { readonly turn: number };

/** The window of a model that has seen nothing. */
export function emptyWindow(): Window {
	return {
		index: emptyLineIndex(),
		lines: 0,
		messages: 0,
		latest: undefined,
		turn: 0,
		states: noneAt(),
		showings: noneAt(),
		open: [],
		erased: new Set(),
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
	for (const layer of [showings.recent, showings.others])
		for (const key of layer.keys()) if (key.startsWith(COMMAND)) yield key.slice(COMMAND.length);
}

/** What the window knows of a subject. */
export function stateOf(window: Window, subject: Subject): SubjectState | undefined {
	return valueAt(window.states, keyOf(subject));
}

/** Whether a passage may be quoted in this turn: it is in the window, and it is not a sibling of the arrival. */
export function stands(window: Window, passage: { readonly message: number; readonly turn: number }): boolean {
	return passage.turn !== window.turn && !window.erased.has(passage.message);
}

/** The latest message that is out of reach. Each result is two messages: what the call wrote, and what came. */
export function outOfReach({ messages }: Window, reach: number): number {
	return messages - 2 * reach;
}

/** Whether two ranges have a line in common. */
export function overlap(a: Range, b: Range): boolean {
	return a.first <= b.last && b.first <= a.last;
}

/** How many lines two ranges have in common. */
export function sharedLines(a: Range, b: Range): number {
	return Math.max(0, Math.min(a.last, b.last) - Math.max(a.first, b.first) + 1);
}

/** An index that this window may add to: its own, or a copy if another window has grown on it since. */
export function indexFor({ index, lines }: Window): LineIndex {
	return index.count === lines ? index : copyLineIndex(index, lines);
}
