import { type Changing, changing, settled, valueAt } from "./layered.ts";
import type { Lines } from "./lines.ts";
import { hideLines, type Run, type Stretch } from "./sheet.ts";
import { numberOf, type Shelf, type Showing, shelve, type Topic } from "./shelf.ts";
import type { Place, Subject, Witness } from "./types.ts";
import { keyOf, shelfFor, type Window, witnessKey } from "./window.ts";

/** The next window in the making. */
export type Pen = {
	readonly shelf: Shelf;
	readonly topics: Changing<Topic>;
	readonly showings: Changing<readonly Showing[]>;
	readonly turn: number;
	passages: number;
};

/** The window after some work on it. */
export function write(window: Window, work: (pen: Pen) => void): Window {
	const { turn, passages } = window;
	const shelf = shelfFor(window);
	const pen: Pen = { shelf, topics: changing(window.topics), showings: changing(window.showings), turn, passages };
	work(pen);
	const [topics, showings] = [settled(pen.topics), settled(pen.showings)];
	return { ...window, shelf, lines: shelf.count, topics, showings, passages: pen.passages };
}

/** Changes what is known of a subject. */
export function revise(pen: Pen, subject: Subject, edit: (topic: Topic) => Topic): void {
	const key = keyOf(subject);
	const topic = edit(valueAt(pen.topics, key) ?? newTopic(subject));
	const isKnown = topic.labels.includes(subject.label);
	pen.topics.lately.set(key, isKnown ? topic : { ...topic, labels: [...topic.labels, subject.label] });
}

function newTopic(subject: Subject): Topic {
	const nothing = {
		sheet: [],
		loose: [],
		patches: [],
		isPartial: false,
		changed: 0,
		latest: undefined,
		answer: undefined,
		asked: [],
		isMisfit: false,
	};
	return { subject, labels: [subject.label], ...nothing };
}

/** Adds a result to those of a witness, and says which files it shows there line by line. */
export function addShowing({ showings, passages }: Pen, by: Witness, file: string, files: ReadonlySet<string>): void {
	const key = witnessKey(by, file);
	showings.lately.set(key, [...(valueAt(showings, key) ?? []), { passage: passages, files }]);
}

/** Takes lines of a subject, or all, off its sheet: they may not be quoted any more. */
export function hide(pen: Pen, { subject, lines }: Place): void {
	revise(pen, subject, (topic) => {
		return { ...topic, sheet: lines ? hideLines(topic.sheet, lines.first, lines.last) : [], loose: [] };
	});
}

/** The number that the first line of a run had when it came. */
export function numberIn({ shelf }: Pen): (run: Run) => number {
	return (run) => numberOf(shelf, run);
}

type Standing = Pick<Stretch, "by" | "id" | "first" | "numbered" | "signed" | "failed" | "witness">;

/** Puts lines on the shelf, as a stretch of a subject behind the latest one. */
export function put(
	pen: Pen,
	subject: Subject,
	before: Stretch | undefined,
	lines: Lines,
	standing: Standing,
): Stretch {
	const { shelf, turn, passages: passage } = pen;
	const { text, starts, bare, hashes } = lines;
	const { by, id, first, numbered, signed, failed, witness } = standing;
	// Named one by one: this is made for every text, and many spreads in a row are slow.
	const stretch: Stretch = {
		text,
		starts,
		bare,
		at: shelf.count,
		count: starts.length,
		topic: keyOf(subject),
		label: subject.label,
		by,
		witness,
		first,
		numbered,
		signed,
		failed,
		passage,
		id,
		turn,
		before,
	};
	shelve(shelf, stretch, hashes);
	return stretch;
}
