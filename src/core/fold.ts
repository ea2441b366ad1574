import { applyEdit, doubtEdit, findText } from "./edit.ts";
import { cutLines, type Lines, plainLines, startsOfLines } from "./lines.ts";
import { isSensitive } from "./policy.ts";
import { countLines, expand, type Piece } from "./read.ts";
import { hideLines, lay, type Run, type Stretch } from "./sheet.ts";
import { numberOf, type Shelf, shelve, type Topic } from "./shelf.ts";
import type { Event, OwnEdit, OwnWrite, Part, Place, Range, Result, Subject } from "./types.ts";
import { emptyWindow, keyOf, shelfFor, topicsOf, type Window } from "./window.ts";

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
			return { ...window, erased: erasedBy(window, new Set(event.ids)) };
		case "hide":
			return write(window, (pen) => hide(pen, event.place));
		case "ask":
			return write(window, (pen) => revise(pen, event.place.subject, (topic) => ({ ...topic, asked: true })));
		case "reset":
			return { ...emptyWindow(), turn: window.turn };
	}
}

/** A call of the last turn that never answered may have done its work or not: what it touches is in doubt. */
function nextTurn(window: Window): Window {
	const next = { ...window, turn: window.turn + 1, open: [] };
	const doubtful = window.open.flatMap(({ own }) => own);
	if (doubtful.length === 0) return next;
	return write(next, (pen) => {
		for (const { subject } of doubtful) hide(pen, { subject });
	});
}

function enter(window: Window, result: Result): Window {
	const call = window.open.find(({ id }) => id === result.id);
	const answered = { ...window, open: window.open.filter((other) => other !== call) };
	const { view } = result;
	if (view.kind === "failed") return answered;
	return write(answered, (pen) => {
		for (const own of call?.own ?? []) {
			pen.passages++;
			if (isSensitive(own.subject)) continue;
			own.kind === "edit" ? enterEdit(pen, own, result.id) : enterWrite(pen, own, result.id);
		}
		pen.passages++;
		if (view.kind === "opaque") for (const place of view.hides) hide(pen, place);
		else for (const part of view.parts) enterPart(pen, answered, result, part);
	});
}

function enterPart(pen: Pen, window: Window, result: Result, part: Part): void {
	if (isSensitive(part.subject)) return;
	const pieces = piecesOf(window, result, part);
	if (!pieces) {
		hide(pen, { subject: part.subject });
		return;
	}
	const entire = part.first === 1 && pieces.reduce((sum, piece) => sum + countLines(piece), 0) < part.room;
	const runs: Run[] = [];
	const left: Range[] = [];
	const key = keyOf(part.subject);
	let latest = pen.shelf.topics.get(key)?.latest;
	let number = part.first;
	for (const piece of pieces) {
		const first = number;
		number += countLines(piece);
		if (piece.kind === "noted") {
			runs.push(...piece.runs);
			if (number > first) left.push({ first, last: number - 1 });
			continue;
		}
		const numbered = piece.numbered && part.subject.kind === "file";
		const whole = entire && pieces.length === 1;
		latest = put(pen, key, latest, piece.lines, { by: "result", id: result.id, first, numbered, entire: whole });
		runs.push(latest);
	}
	const { passages: passage, turn } = pen;
	const covered = { first: part.first, last: number - 1, left, passage, turn, id: result.id };
	revise(pen, part.subject, (topic) => {
		const sheet = lay(entire ? [] : topic.sheet, part.first, runs, (run) => numberOf(pen.shelf, run));
		return { ...topic, sheet, loose: [], latest, answer: { ...covered, before: topic.answer }, asked: false };
	});
}

function piecesOf(window: Window, { text, shortened }: Result, part: Part): Piece[] | undefined {
	const lineStarts = startsOfLines(text);
	if (shortened) return expand(window, text, lineStarts, part);
	const lines = cutLines(text, lineStarts, part);
	if (!lines || part.count === 0) return lines && [];
	return [{ kind: "literal", lines, numbered: part.gutter.kind === "number" }];
}

function enterWrite(pen: Pen, own: OwnWrite, id: string): void {
	const standing = { by: "write", id, first: 1, numbered: false, entire: true } as const;
	revise(pen, own.subject, (topic) => {
		const latest = put(pen, keyOf(own.subject), topic.latest, plainLines(own.text), standing);
		return { ...topic, latest, sheet: lay([], 1, [latest], () => 1), loose: [] };
	});
}

function enterEdit(pen: Pen, own: OwnEdit, id: string): void {
	const isClosed = own.old.endsWith("\n") && own.text.endsWith("\n");
	const old = isClosed ? own.old.slice(0, -1) : own.old;
	const lines = plainLines(isClosed ? own.text.slice(0, -1) : own.text);
	const { shelf } = pen;
	const key = keyOf(own.subject);
	const matches = findText(shelf, shelf.topics.get(key)?.sheet ?? [], old);
	const isCertain = matches.length === 1 || (own.all && matches.length > 0 && matches.length <= MOST_MATCHES);
	const first = isCertain ? matches[0]!.line : 0;
	const standing = { by: "edit", id, first, numbered: false, entire: false } as const;
	revise(pen, own.subject, (topic) => {
		const latest = put(pen, key, topic.latest, lines, standing);
		const loose = topic.loose.filter(
			(other) =>
				findText(
					shelf,
					lay([], 1, [other], () => 1),
					old,
				).length === 0,
		);
		if (isCertain) return { ...topic, latest, sheet: applyEdit(shelf, topic.sheet, matches, latest), loose };
		return { ...topic, latest, sheet: doubtEdit(topic.sheet, matches, latest.count), loose: [...loose, latest] };
	});
}

/** More places than this are not followed one by one. */
const MOST_MATCHES = 100;

function erasedBy(window: Window, ids: ReadonlySet<string>): ReadonlySet<number> {
	const erased = new Set(window.erased);
	for (const topic of topicsOf(window)) {
		for (let each = topic.answer; each; each = each.before) if (ids.has(each.id)) erased.add(each.passage);
		for (let each = topic.latest; each; each = each.before) if (ids.has(each.id)) erased.add(each.passage);
	}
	return erased;
}

/** Writes on a window's shelf; everything written in one event is one version. */
type Pen = { readonly shelf: Shelf; readonly version: number; readonly turn: number; passages: number };

function write(window: Window, work: (pen: Pen) => void): Window {
	const shelf = shelfFor(window);
	const version = window.version + 1;
	const pen: Pen = { shelf, version, turn: window.turn, passages: window.passages };
	work(pen);
	shelf.version = version;
	return { ...window, shelf, version, lines: shelf.count, passages: pen.passages };
}

function hide(pen: Pen, { subject, lines }: Place): void {
	if (!pen.shelf.topics.has(keyOf(subject))) return;
	revise(pen, subject, (topic) => {
		return { ...topic, sheet: lines ? hideLines(topic.sheet, lines.first, lines.last) : [], loose: [] };
	});
}

type Standing = Pick<Stretch, "by" | "id" | "first" | "numbered" | "entire">;

/** Puts lines on the shelf, as a stretch of a subject behind the latest one. */
function put(pen: Pen, topic: string, before: Stretch | undefined, lines: Lines, standing: Standing): Stretch {
	const { shelf, turn, passages: passage } = pen;
	const { text, starts, hashes } = lines;
	const place = { at: shelf.count, count: starts.length, topic, turn, passage, before };
	const stretch: Stretch = { ...standing, ...place, text, starts };
	shelve(shelf, stretch, hashes);
	return stretch;
}

function revise({ shelf, version }: Pen, subject: Subject, edit: (topic: Known) => Known): void {
	const key = keyOf(subject);
	const newest = shelf.topics.get(key);
	const nothing: Known = {
		subject,
		labels: [],
		sheet: [],
		loose: [],
		latest: undefined,
		answer: undefined,
		asked: false,
	};
	const topic = edit(newest ?? nothing);
	const labels = topic.labels.includes(subject.label) ? topic.labels : [...topic.labels, subject.label];
	const older = newest?.version === version ? newest.older : newest;
	shelf.topics.set(key, { ...topic, labels, version, older });
}

type Known = Omit<Topic, "version" | "older">;
