import { findText } from "./edit.ts";
import { allIn, valueAt } from "./layered.ts";
import { cutHunk, hashOf, type Split, splitLines } from "./lines.ts";
import { enterOwn } from "./own.ts";
import { addShowing, hide, numberIn, type Pen, put, revise, write } from "./pen.ts";
import { isSensitive } from "./policy.ts";
import { countLines, expand, read } from "./read.ts";
import { hideLines, lay, linesOn, type Run } from "./sheet.ts";
import { type Covered, stretchAt } from "./shelf.ts";
import type { Call, Event, Hunk, Own, Part, Place, Range, Result, Subject, View, Witness } from "./types.ts";
import { emptyWindow, keyOf, overlap, type Window } from "./window.ts";

/** The window after an event. The window before it stays true. */
export function fold(window: Window, event: Event): Window {
	switch (event.kind) {
		case "turn":
			return nextTurn(window);
		case "call":
			return begin(window, event.call);
		case "result":
			return enter(window, event);
		case "erase":
			return { ...window, erased: erasedBy(window, new Set(event.ids)) };
		case "hide":
			return write(window, (pen) => hide(pen, event.place));
		case "ask":
			return write(window, (pen) => ask(pen, event.place));
		case "reset":
			return { ...emptyWindow(), turn: window.turn };
	}
}

/** A call names its subjects, whatever comes of it. */
function begin(window: Window, call: Call): Window {
	const open = [...window.open, { ...call, turn: window.turn }];
	return write({ ...window, open }, (pen) => {
		for (const subject of call.subjects) if (!isSensitive(subject)) revise(pen, subject, (topic) => topic);
	});
}

/** A call that has not answered may have done its work or not: what it writes is in doubt, now and when it answers. */
function nextTurn(window: Window): Window {
	const next = { ...window, turn: window.turn + 1 };
	const doubtful = window.open.filter(({ turn }) => turn === window.turn).flatMap(({ own }) => own);
	if (doubtful.length === 0) return next;
	return write(next, (pen) => {
		for (const { subject } of doubtful) hide(pen, { subject });
	});
}

function enter(window: Window, result: Result): Window {
	const call = window.open.findLast(({ id }) => id === result.id);
	const answered = { ...window, open: window.open.filter((other) => other !== call) };
	const { view } = result;
	return write(answered, (pen) => {
		const outcome = view.kind === "failed" ? "failed" : call?.turn === window.turn ? "done" : "late";
		// All that a call writes is one passage, so that nobody can say "the last" of two hunks that begin alike.
		pen.passages++;
		for (const own of call?.own ?? []) enterOwn(pen, own, result.id, outcome);
		pen.passages++;
		const split = splitLines(result.text);
		const parts = quotableParts(view);
		const unknown = parts.filter((part) => !enterPart(pen, answered, result, split, part, call?.by));
		if (call) enterShowing(pen, call.by, view, filesIn(parts), filesIn(unknown));
		for (const hunk of view.kind === "diff" ? view.hunks : []) enterHunk(pen, result, split, hunk);
		if (view.kind === "shown" || view.kind === "diff") enterRun(pen, answered, result, view, call?.subjects ?? []);
		if (view.kind === "left") enterLeft(pen, result, view.place);
		if (view.kind === "opaque") for (const place of view.hides) hide(pen, place);
		if (view.kind === "failed") enterFailure(pen, call);
	});
}

/** A failed run stands there all the same, as the last one. After a failed edit the model looks at the file to see why. */
function enterFailure(pen: Pen, call: Call | undefined): void {
	for (const subject of call?.subjects ?? []) if (subject.kind !== "file") hide(pen, { subject });
	for (const subject of misfitted(pen, call?.own ?? []))
		revise(pen, subject, (topic) => ({ ...topic, isMisfit: true }));
}

/** The files that a failed call was wrong about, by what is known of them; all that it was to change where that tells nothing. */
function misfitted({ shelf, topics }: Pen, own: readonly Own[]): Subject[] {
	const isMissing = (each: Own): boolean => {
		const sheet = valueAt(topics, keyOf(each.subject))?.sheet ?? [];
		return each.kind === "edit" && findText(shelf, sheet, each.old).length === 0;
	};
	const missing = own.filter(isMissing);
	const all = missing.length > 0 ? missing : own;
	return all.map(({ subject }) => subject).filter((subject) => !isSensitive(subject));
}

/**
 * Which files a result shows line by line; one of which some lines are not known is shown in another way. Each run of a
 * command is a showing; of a tool that reads files those are that are about the file.
 */
function enterShowing(pen: Pen, by: Witness, view: View, all: readonly string[], unknown: readonly string[]): void {
	if (view.kind === "left" || view.kind === "failed") return;
	const shown = new Set(all.filter((file) => !unknown.includes(file)));
	const about = view.kind === "opaque" ? filesIn(view.hides) : all;
	for (const file of by.kind === "command" ? [""] : new Set(about)) addShowing(pen, by, file, shown);
}

/** The files among subjects, by their keys. */
function filesIn(places: readonly Place[]): string[] {
	return places.flatMap(({ subject }) => (subject.kind === "file" ? keyOf(subject) : []));
}

/** What a text shows. Of lines behind signs only those of files: what else is in a diff, its hunks say. */
function quotableParts(view: View): readonly Part[] {
	if (view.kind === "shown") return view.parts.filter((part) => !isSigned(part) || part.subject.kind === "file");
	return view.kind === "diff" ? [...view.parts, ...view.signed.filter(({ subject }) => subject.kind === "file")] : [];
}

function isSigned({ gutter }: Part): boolean {
	return gutter.kind === "sign";
}

/** Lays the lines of a part on the sheet of its subject; false where they are not known. */
function enterPart(
	pen: Pen,
	window: Window,
	{ id, shortened }: Result,
	split: Split,
	part: Part,
	by: Witness | undefined,
): boolean {
	if (isSensitive(part.subject)) return false;
	const pieces = expand(window, split, part, shortened);
	const topic = valueAt(pen.topics, keyOf(part.subject));
	if (!pieces) {
		hide(pen, { subject: part.subject });
		return false;
	}
	const witness = part.subject.kind === "file" ? by : undefined;
	const count = pieces.reduce((sum, piece) => sum + countLines(piece), 0);
	const last = part.first + count - 1;
	const isEnd = count < part.room;
	const signed = isSigned(part);
	const runs: Run[] = [];
	const left: Range[] = [];
	const noted: Covered["noted"][number][] = [];
	let latest = topic?.latest;
	let first = part.first;
	for (const piece of pieces) {
		const next = first + countLines(piece);
		if (piece.kind === "noted") {
			runs.push(...piece.runs);
			if (next > first) left.push({ first, last: next - 1 });
			noted.push({ by: witness, first, runs: piece.runs });
			for (const run of piece.runs) enterElsewhere(pen, part, id, run);
		} else {
			const numbered = piece.numbered && part.subject.kind === "file";
			latest = put(pen, part.subject, latest, piece.lines, {
				by: "result",
				id,
				first,
				numbered,
				signed,
				failed: false,
				witness,
			});
			runs.push(latest);
		}
		first = next;
	}
	const standing = { passage: pen.passages, turn: pen.turn, id, original: undefined, before: topic?.answer };
	const answer = { first: part.first, last, left, noted, signed, ...standing };
	revise(pen, part.subject, (known) => {
		const sheet = isEnd ? hideLines(known.sheet, last + 1, Number.POSITIVE_INFINITY) : known.sheet;
		const asked = known.asked.filter(
			(range) => !overlap(range, { first: part.first, last: Math.max(part.first, last) }),
		);
		const laid = lay(sheet, part.first, runs, numberIn(pen));
		return { ...known, sheet: laid, loose: [], latest, answer, asked, isMisfit: false };
	});
	return true;
}

/** Lines of a file that are left out of another text are left out all the same. */
function enterElsewhere(pen: Pen, part: Part, id: string, run: Run): void {
	const key = stretchAt(pen.shelf, run.at).topic;
	const topic = key === keyOf(part.subject) ? undefined : valueAt(pen.topics, key);
	const lines = topic?.subject.kind === "file" ? linesOn(topic.sheet, run) : undefined;
	if (topic && lines) enterAnswer(pen, topic.subject, id, lines, [lines], isSigned(part));
}

/** What the host has left out by itself may be asked for again, as if we had. */
function enterLeft(pen: Pen, { id }: Result, { subject, lines = ALL }: Place): void {
	if (!isSensitive(subject)) enterAnswer(pen, subject, id, lines, [lines], false);
}

function enterAnswer(
	pen: Pen,
	subject: Subject,
	id: string,
	covered: Range,
	left: readonly Range[],
	signed: boolean,
): void {
	const { passages: passage, turn } = pen;
	revise(pen, subject, (topic) => {
		const standing = { passage, turn, id, original: undefined, before: topic.answer };
		return { ...topic, answer: { ...covered, left, noted: [], signed, ...standing } };
	});
}

const ALL: Range = { first: 1, last: Number.POSITIVE_INFINITY };

/** All lines of a hunk once more, without their signs. */
function enterHunk(pen: Pen, { id }: Result, split: Split, { subject, ...hunk }: Hunk): void {
	const lines = isSensitive(subject) ? undefined : cutHunk(split, hunk);
	if (!lines) return;
	enterLast(pen, subject, id, undefined);
	revise(pen, subject, (topic) => {
		const standing = {
			by: "result",
			id,
			first: 0,
			numbered: false,
			signed: true,
			failed: false,
			witness: undefined,
		} as const;
		const latest = put(pen, subject, topic.latest, lines, standing);
		return { ...topic, latest, loose: [...topic.loose, latest] };
	});
}

/** Commands have run, whatever of them is shown as theirs. A diff that was shortened is remembered as it was. */
function enterRun(pen: Pen, window: Window, result: Result, view: Shown, subjects: readonly Subject[]): void {
	const { id, text, shortened } = result;
	const signed = view.kind === "shown" ? view.parts.filter(isSigned) : [];
	const original = shortened && signed.length > 0 ? read(window, text, view.parts) : undefined;
	const runs = [...subjects, ...signed.map(({ subject }) => subject)].filter(({ kind }) => kind !== "file");
	for (const subject of runs) enterLast(pen, subject, id, original === undefined ? undefined : hashOf(original));
}

/** If no lines of a run have come as such, it is the last one all the same, and those before it are not. */
function enterLast(pen: Pen, subject: Subject, id: string, original: number | undefined): void {
	const { passages: passage, turn } = pen;
	const known = valueAt(pen.topics, keyOf(subject))?.answer;
	const isEntered = known?.passage === passage;
	if (isEntered && original === undefined) return;
	revise(pen, subject, (topic) => {
		if (isEntered) return { ...topic, answer: { ...known, original } };
		const answer = { first: 1, last: 0, left: [], noted: [], signed: true, passage, turn, id, original, before: known };
		return { ...topic, sheet: [], loose: [], isPartial: true, answer };
	});
}

function erasedBy(window: Window, ids: ReadonlySet<string>): ReadonlySet<number> {
	const erased = new Set(window.erased);
	for (const [, { answer, latest }] of allIn(window.topics)) {
		for (let each = answer; each; each = each.before) if (ids.has(each.id)) erased.add(each.passage);
		for (let each = latest; each; each = each.before) if (ids.has(each.id)) erased.add(each.passage);
	}
	return erased;
}

function ask(pen: Pen, { subject, lines = ALL }: Place): void {
	revise(pen, subject, (topic) => ({ ...topic, asked: [...topic.asked, lines] }));
}

type Shown = Extract<View, { kind: "shown" | "diff" }>;
