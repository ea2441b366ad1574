import { type ChangingLayers, changing, settled, valueAt } from "./layered.ts";
import { addPassage, type LineIndex, numberOf } from "./line-index.ts";
import type { HashedLines } from "./lines.ts";
import { hideLines, type Passage, type Run } from "./sheet.ts";
import type { Place, Subject, Witness } from "./types.ts";
import type { Showing, SubjectState } from "./window.ts";
import { indexFor, keyOf, type Window, witnessKey } from "./window.ts";
import { inDoubt } from "./withheld.ts";

/** The next window in the making. */
export type WindowBuilder = {
	readonly index: LineIndex;
	readonly states: ChangingLayers<SubjectState>;
	readonly showings: ChangingLayers<readonly Showing[]>;
	readonly turn: number;
	messages: number;
};

/** The window after some work on it. */
export function build(window: Window, work: (builder: WindowBuilder) => void): Window {
	const { turn, messages } = window;
	const index = indexFor(window);
	const builder: WindowBuilder = {
		index,
		states: changing(window.states),
		showings: changing(window.showings),
		turn,
		messages,
	};
	work(builder);
	const [states, showings] = [settled(builder.states), settled(builder.showings)];
	return { ...window, index, lines: index.count, states, showings, messages: builder.messages };
}

/** Changes what is known of a subject. */
export function update(builder: WindowBuilder, subject: Subject, edit: (state: SubjectState) => SubjectState): void {
	const key = keyOf(subject);
	const state = edit(valueAt(builder.states, key) ?? newState(subject));
	const isKnown = state.labels.includes(subject.label);
	builder.states.recent.set(key, isKnown ? state : { ...state, labels: [...state.labels, subject.label] });
}

function newState(subject: Subject): SubjectState {
	const nothing = {
		sheet: [],
		loose: [],
		isPartial: false,
		latest: undefined,
		shown: 0,
		shortenedFrom: undefined,
		noted: [],
		asked: [],
		hasFailedEdit: false,
		withheld: undefined,
	};
	return { subject, labels: [subject.label], ...nothing };
}

/** Adds a result to those of a witness, and says which files it shows there line by line. */
export function addShowing(
	{ showings, messages }: WindowBuilder,
	by: Witness,
	file: string,
	files: ReadonlySet<string>,
): void {
	const key = witnessKey(by, file);
	showings.recent.set(key, [...(valueAt(showings, key) ?? []), { message: messages, files }]);
}

/** Takes lines of a subject, or all, off its sheet: they may not be quoted any more. */
export function hide(builder: WindowBuilder, { subject, lines }: Place): void {
	update(builder, subject, (state) => {
		const sheet = lines ? hideLines(state.sheet, lines.first, lines.last) : [];
		return { ...state, sheet, loose: [], withheld: inDoubt(state.withheld) };
	});
}

/** The number that the first line of a run had when it came. */
export function numberIn({ index }: WindowBuilder): (run: Run) => number {
	return (run) => numberOf(index, run);
}

type PassageFacts = Pick<Passage, "by" | "id"> &
	Partial<Pick<Passage, "first" | "numbered" | "signed" | "isJson" | "failed" | "witness">>;

/** Adds lines to the index, as the latest passage of a subject. */
export function append(
	builder: WindowBuilder,
	subject: Subject,
	before: Passage | undefined,
	lines: HashedLines,
	facts: PassageFacts,
): Passage {
	const { index, turn, messages: message } = builder;
	const { text, starts, bare, hashes } = lines;
	const { by, id, first = 0, numbered = false, signed = false, isJson = false, failed = false, witness } = facts;
	// Named one by one: this is made for every text, and many spreads in a row are slow.
	const passage: Passage = {
		text,
		starts,
		bare,
		at: index.count,
		count: starts.length,
		key: keyOf(subject),
		label: subject.label,
		by,
		witness,
		first,
		numbered,
		signed,
		isJson,
		failed,
		message,
		id,
		turn,
		before,
	};
	addPassage(index, passage, hashes);
	return passage;
}
