import { applyHunks } from "./diff.ts";
import { cutLines, gutterText, hashText, type Lines, lineAt, MARK, startsOfLines } from "./lines.ts";
import { parseNote } from "./parse.ts";
import { resolve, topicByLabel } from "./resolve.ts";
import type { Run } from "./sheet.ts";
import type { Topic } from "./shelf.ts";
import type { Clause, DiffNote, Gutter, Note, Part } from "./types.ts";
import { keyOf, topicOf, type Window } from "./window.ts";

/**
 * Rebuilds the text that a shortened text stands for, from what stands in the window and nothing else.
 * Undefined where a note leads nowhere, or the text is not one of ours.
 */
export function read(window: Window, text: string, parts: readonly Part[]): string | undefined {
	const lineStarts = startsOfLines(text);
	const rebuilt: string[] = [];
	let line = 0;
	for (const part of parts) {
		const pieces = expand(window, text, lineStarts, part);
		if (!pieces) return undefined;
		if (part.from > line) rebuilt.push(text.slice(lineStarts[line], lineStarts[part.from]! - 1));
		let number = part.first;
		for (const piece of pieces) {
			for (const body of bodiesOf(piece)) rebuilt.push(gutterText(part.gutter, number++) + body);
		}
		line = part.from + part.count;
	}
	if (line < lineStarts.length - 1) rebuilt.push(text.slice(lineStarts[line]));
	return rebuilt.join("\n");
}

/** Lines of an arrival: literal ones of the text that stands for it, or ones that a note finds in the window. */
export type Piece =
	| { readonly kind: "literal"; readonly lines: Lines; readonly numbered: boolean }
	| { readonly kind: "noted"; readonly runs: readonly Run[] };

/** The arrival's lines behind one part of a shortened text, in order. */
export function expand(window: Window, text: string, lineStarts: Int32Array, part: Part): Piece[] | undefined {
	const pieces: Piece[] = [];
	const own = topicOf(window, keyOf(part.subject));
	const end = part.from + part.count;
	let number = part.first;
	for (let line = part.from; line < end; ) {
		const note = noteAt(text, lineStarts, line, part.gutter);
		if (note?.kind === "diff") {
			if (line !== part.from || note.first !== number) return undefined;
			return expandDiff(window, own, note, text, lineStarts, line + 1, end);
		}
		if (note) {
			const runs = followNote(window, own, part, note, number);
			if (!runs) return undefined;
			pieces.push({ kind: "noted", runs });
			number += countOf(runs);
			line++;
			continue;
		}
		let next = line + 1;
		while (next < end && !isNote(text, lineStarts, next, part.gutter)) next++;
		const lines = cutLines(text, lineStarts, { ...part, from: line, count: next - line, first: number });
		if (!lines) return undefined;
		pieces.push({ kind: "literal", lines, numbered: part.gutter.kind === "number" });
		number += next - line;
		line = next;
	}
	return pieces;
}

/** How many lines runs hold. */
export function countOf(runs: readonly Run[]): number {
	return runs.reduce((sum, run) => sum + run.count, 0);
}

function noteAt(text: string, lineStarts: Int32Array, line: number, gutter: Gutter): Note | DiffNote | undefined {
	if (!isNote(text, lineStarts, line, gutter)) return undefined;
	const end = lineStarts[line + 1]! - 1;
	return parseNote(text.slice(text.indexOf(MARK, lineStarts[line]), end));
}

/** Whether a line begins as a note does; a number that the host forces upon it is skipped. */
function isNote(text: string, lineStarts: Int32Array, line: number, gutter: Gutter): boolean {
	const begin = lineStarts[line]!;
	if (gutter.kind !== "number" || !gutter.forced) return text.startsWith(MARK, begin);
	const behind = text.indexOf(gutter.mark, begin) + gutter.mark.length;
	return text.startsWith(MARK, behind) && /^ *\d+$/.test(text.slice(begin, behind - gutter.mark.length));
}

function followNote(window: Window, own: Topic | undefined, part: Part, note: Note, from: number): Run[] | undefined {
	const runs: Run[] = [];
	let number = from;
	for (const clause of note.clauses) {
		if (clause.first !== (part.subject.kind === "file" ? number : 0)) return undefined;
		const found = followClause(window, own, clause);
		if (!found) return undefined;
		runs.push(...found);
		number += clause.count;
	}
	return runs;
}

function followClause(window: Window, own: Topic | undefined, clause: Clause): readonly Run[] | undefined {
	const by = clause.claim.kind === "numbers" ? "shown" : clause.claim.by;
	const topic = clause.of === undefined ? own : topicByLabel(window, by, clause.of);
	return topic && resolve(window, topic, clause.claim, clause.count);
}

/** A diff's lines: what it keeps stands in the window, context and additions stand in the diff itself. */
function expandDiff(
	window: Window,
	own: Topic | undefined,
	note: DiffNote,
	text: string,
	lineStarts: Int32Array,
	from: number,
	end: number,
): Piece[] | undefined {
	const base = own && resolve(window, own, note.claim, note.before);
	if (!base) return undefined;
	const lines: string[] = [];
	for (let line = from; line < end; line++) lines.push(text.slice(lineStarts[line], lineStarts[line + 1]! - 1));
	if (applyHunks(base.flatMap(linesOf), lines)?.length !== note.count) return undefined;
	const pieces: Piece[] = [];
	let kept = 0;
	for (let index = 0; index < lines.length; ) {
		const header = /^@@ -(\d+)(?:,(\d+))? /.exec(lines[index]!);
		if (header) {
			const start = Number(header[1]) - (header[2] === "0" ? 0 : 1);
			pieces.push({ kind: "noted", runs: sliceRuns(base, kept, start) });
			kept = start;
			index++;
			continue;
		}
		const begin = index;
		for (; /^[ +]/.test(lines[index] ?? ""); index++) if (lines[index]![0] === " ") kept++;
		if (index > begin) pieces.push(signedPiece(text, lineStarts.subarray(from + begin, from + index + 1)));
		for (; lines[index]?.startsWith("-"); index++) kept++;
	}
	pieces.push({ kind: "noted", runs: sliceRuns(base, kept, note.before) });
	return pieces;
}

function signedPiece(text: string, lineStarts: Int32Array): Piece {
	const starts = lineStarts.subarray(0, -1).map((start) => start + 1);
	const hashes = starts.map((start, line) => hashText(text, start, lineStarts[line + 1]! - 1));
	return { kind: "literal", lines: { text, starts, hashes }, numbered: false };
}

function sliceRuns(runs: readonly Run[], from: number, to: number): Run[] {
	const sliced: Run[] = [];
	let at = 0;
	for (const run of runs) {
		const first = Math.max(from, at);
		const count = Math.min(to, at + run.count) - first;
		if (count > 0) sliced.push({ ...run, offset: run.offset + first - at, count });
		at += run.count;
	}
	return sliced;
}

function bodiesOf(piece: Piece): string[] {
	if (piece.kind === "noted") return piece.runs.flatMap(linesOf);
	return Array.from(piece.lines.starts, (_, line) => lineAt(piece.lines, line));
}

function linesOf(run: Run): string[] {
	return Array.from({ length: run.count }, (_, line) => lineAt(run.stretch, run.offset + line));
}
