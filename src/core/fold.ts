import { applyEdit, doubtEdit, findText, untouchedBy } from "./edit.ts";
import { cutLines, type Lines, plainLines, startsOfLines } from "./lines.ts";
import { isSensitive } from "./policy.ts";
import { countOf, expand, type Piece } from "./read.ts";
import { hideLines, lay, type Run, type Stretch } from "./sheet.ts";
import { shelve, type Topic } from "./shelf.ts";
import type { Call, Event, OwnText, Part, Place, Range, Subject } from "./types.ts";
import { emptyWindow, keyOf, newTopic, shelfFor, topicOf, topicsOf, type Window } from "./window.ts";

/** The window after an event. The window before it stays true. */
export function fold(window: Window, event: Event): Window {
	switch (event.kind) {
		case "turn":
			return nextTurn(window);
		case "call":
			return { ...window, open: [...window.open, event.call] };
		case "result":
			return enter(window, event);
		case "erase":
			return erase(window, event.ids);
		case "hide":
			return hide(window, event.place);
		case "ask":
			return ask(window, event.place.subject);
		case "reset":
			return { ...emptyWindow(), turn: window.turn };
	}
}

type Result = Extract<Event, { kind: "result" }>;

/** A call of the last turn that never answered may have done its work or not: what it touches is in doubt. */
function nextTurn(window: Window): Window {
	const settled: Window = { ...window, turn: window.turn + 1, open: [] };
	const doubtful = window.open.flatMap((call) => call.own.map(({ subject }) => subject));
	return doubtful.reduce((next, subject) => hide(next, { subject }), settled);
}

function enter(window: Window, result: Result): Window {
	const call = window.open.find(({ id }) => id === result.id);
	const answered = { ...window, open: window.open.filter((other) => other !== call) };
	const { view } = result;
	if (view.kind === "failed") return answered;
	const done = enterOwn(answered, call);
	if (view.kind === "opaque") return view.hides.reduce(hide, done);
	const passage = done.passages + 1;
	const lineStarts = startsOfLines(result.text);
	return view.parts.reduce((next, part) => enterPart(next, result, lineStarts, part, passage), {
		...done,
		passages: passage,
	});
}

function enterPart(window: Window, result: Result, lineStarts: Int32Array, part: Part, passage: number): Window {
	if (isSensitive(part.subject)) return window;
	const pieces = piecesOf(window, result, lineStarts, part);
	if (!pieces) return hide(window, { subject: part.subject });
	const entire = part.first === 1 && countLines(pieces) < part.room;
	const runs: Run[] = [];
	const left: Range[] = [];
	const sources = new Set<number>();
	let next = window;
	let number = part.first;
	for (const piece of pieces) {
		const first = number;
		if (piece.kind === "literal") {
			const numbered = piece.numbered && part.subject.kind === "file";
			next = put(next, piece.lines, part.subject, {
				by: "result",
				first,
				numbered,
				entire: entire && pieces.length === 1,
				passage,
				id: result.id,
			});
			const stretch = topicOf(next, keyOf(part.subject))?.latest;
			number += piece.lines.starts.length;
			if (stretch) runs.push({ stretch, offset: 0, count: stretch.count });
			continue;
		}
		for (const run of piece.runs) {
			runs.push(run);
			sources.add(run.stretch.passage);
			number += run.count;
		}
		if (number > first) left.push({ first, last: number - 1 });
	}
	const covered = { first: part.first, last: number - 1, left, sources: [...sources] };
	const answer = { ...covered, passage, id: result.id, turn: window.turn };
	return change(next, part.subject, (topic) => ({
		...topic,
		sheet: lay(entire ? [] : topic.sheet, part.first, runs),
		loose: [],
		answers: [...topic.answers, answer],
		asked: false,
	}));
}

function countLines(pieces: readonly Piece[]): number {
	return pieces.reduce(
		(sum, piece) => sum + (piece.kind === "noted" ? countOf(piece.runs) : piece.lines.starts.length),
		0,
	);
}

function piecesOf(window: Window, result: Result, lineStarts: Int32Array, part: Part): Piece[] | undefined {
	if (result.shortened) return expand(window, result.text, lineStarts, part);
	const lines = cutLines(result.text, lineStarts, part);
	if (part.count === 0) return [];
	return lines && [{ kind: "literal", lines, numbered: part.gutter.kind === "number" }];
}

/** The texts that the model wrote in a call that went well. */
function enterOwn(window: Window, call: Call | undefined): Window {
	let next = window;
	for (const own of call?.own ?? []) {
		if (isSensitive(own.subject)) continue;
		next = { ...next, passages: next.passages + 1 };
		next = own.kind === "write" ? enterWrite(next, own, call!.id) : enterEdit(next, own, call!.id);
	}
	return next;
}

function enterWrite(window: Window, own: Extract<OwnText, { kind: "write" }>, id: string): Window {
	const lines = plainLines(own.text);
	const standing = { by: "write", first: 1, numbered: false, entire: true, passage: window.passages, id } as const;
	return change(put(window, lines, own.subject, standing), own.subject, (topic) => ({
		...topic,
		sheet: lay([], 1, wholeOf(topic.latest)),
		loose: [],
	}));
}

function enterEdit(window: Window, own: Extract<OwnText, { kind: "edit" }>, id: string): Window {
	const isClosed = own.old.endsWith("\n") && own.text.endsWith("\n");
	const old = isClosed ? own.old.slice(0, -1) : own.old;
	const lines = plainLines(isClosed ? own.text.slice(0, -1) : own.text);
	const matches = findText(topicOf(window, keyOf(own.subject))?.sheet ?? [], old);
	const isCertain = matches.length === 1 || (own.all && matches.length > 0);
	const first = isCertain ? matches[0]!.line : 0;
	const standing = { by: "edit", first, numbered: false, entire: false, passage: window.passages, id } as const;
	return change(put(window, lines, own.subject, standing), own.subject, (topic) => {
		const loose = untouchedBy(topic.loose, old);
		if (isCertain) return { ...topic, sheet: applyEdit(topic.sheet, matches, topic.latest!), loose };
		const added = wholeOf(topic.latest).map((run) => ({ ...run, line: 0 }));
		return { ...topic, sheet: doubtEdit(topic.sheet, matches, lines.starts.length), loose: [...loose, ...added] };
	});
}

function erase(window: Window, ids: readonly string[]): Window {
	const gone = new Set(ids);
	const erased = new Set(window.erased);
	for (const topic of topicsOf(window)) {
		for (const answer of topic.answers) if (gone.has(answer.id)) erased.add(answer.passage);
		for (let stretch = topic.latest; stretch; stretch = stretch.before) {
			if (gone.has(stretch.id)) erased.add(stretch.passage);
		}
	}
	return { ...window, erased };
}

function hide(window: Window, { subject, lines }: Place): Window {
	if (!topicOf(window, keyOf(subject))) return window;
	return change(window, subject, (topic) => ({
		...topic,
		sheet: lines ? hideLines(topic.sheet, lines.first, lines.last) : [],
		loose: [],
	}));
}

function ask(window: Window, subject: Subject): Window {
	return change(window, subject, (topic) => ({ ...topic, asked: true }));
}

type Standing = Pick<Stretch, "by" | "first" | "numbered" | "entire" | "passage" | "id">;

/** Puts lines on the shelf as the latest stretch of a subject. */
function put(window: Window, lines: Lines, subject: Subject, standing: Standing): Window {
	const shelf = shelfFor(window);
	const topic = keyOf(subject);
	const stretch: Stretch = {
		...standing,
		text: lines.text,
		starts: lines.starts,
		at: shelf.count,
		count: lines.starts.length,
		topic,
		turn: window.turn,
		before: topicOf(window, topic)?.latest,
	};
	shelve(shelf, stretch, lines.hashes);
	return change({ ...window, shelf, lines: shelf.count }, subject, (before) => ({ ...before, latest: stretch }));
}

/** Writes a new version of what is known of a subject. */
function change(window: Window, subject: Subject, edit: (topic: Topic) => Topic): Window {
	const shelf = shelfFor(window);
	const key = keyOf(subject);
	const older = topicOf(window, key);
	const topic = edit(older ?? newTopic(subject));
	const labels = topic.labels.includes(subject.label) ? topic.labels : [...topic.labels, subject.label];
	const version = window.version + 1;
	shelf.topics.set(key, { ...topic, labels, version, older });
	shelf.version = version;
	return { ...window, shelf, version, lines: shelf.count };
}

function wholeOf(stretch: Stretch | undefined): Run[] {
	return stretch ? [{ stretch, offset: 0, count: stretch.count }] : [];
}
