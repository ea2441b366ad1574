import type { Lines } from "./lines.ts";
import { hideLines, type Run, type Stretch } from "./sheet.ts";
import { numberOf, type Shelf, shelve, type Topic } from "./shelf.ts";
import { settled, type Topics, topicAt } from "./topics.ts";
import type { Place, Subject } from "./types.ts";
import { keyOf, shelfFor, type Window } from "./window.ts";

/** The next window in the making. */
export type Pen = Topics & {
	readonly shelf: Shelf;
	readonly lately: Map<string, Topic>;
	readonly turn: number;
	passages: number;
};

/** The window after some work on it. */
export function write(window: Window, work: (pen: Pen) => void): Window {
	const { turn, passages, topics } = window;
	const shelf = shelfFor(window);
	const pen: Pen = { shelf, lately: new Map(topics.lately), others: topics.others, turn, passages };
	work(pen);
	return { ...window, shelf, lines: shelf.count, topics: settled(pen), passages: pen.passages };
}

/** Changes what is known of a subject. */
export function revise(pen: Pen, subject: Subject, edit: (topic: Topic) => Topic): void {
	const key = keyOf(subject);
	const topic = edit(topicAt(pen, key) ?? newTopic(subject));
	const isKnown = topic.labels.includes(subject.label);
	pen.lately.set(key, isKnown ? topic : { ...topic, labels: [...topic.labels, subject.label] });
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
	};
	return { subject, labels: [subject.label], ...nothing };
}

/** Takes lines of a subject, or all, off its sheet: nobody may quote them any more. */
export function hide(pen: Pen, { subject, lines }: Place): void {
	revise(pen, subject, (topic) => {
		return { ...topic, sheet: lines ? hideLines(topic.sheet, lines.first, lines.last) : [], loose: [] };
	});
}

/** The number that the first line of a run had when it came. */
export function numberIn({ shelf }: Pen): (run: Run) => number {
	return (run) => numberOf(shelf, run);
}

type Standing = Pick<Stretch, "by" | "id" | "first" | "numbered" | "signed">;

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
	const { by, id, first, numbered, signed } = standing;
	// Named one by one: this is made for every text, and many spreads in a row are slow.
	const stretch: Stretch = {
		text,
		starts,
		bare,
		at: shelf.count,
		count: starts.length,
		topic: keyOf(subject),
		by,
		first,
		numbered,
		signed,
		passage,
		id,
		turn,
		before,
	};
	shelve(shelf, stretch, hashes);
	return stretch;
}
