import { type LineIndex, linesOf, linesOfPart } from "./line-index.ts";
import {
	allLines,
	gutterText,
	type HashedLines,
	isWithin,
	MARK,
	type SplitText,
	sliceLines,
	splitLines,
} from "./lines.ts";
import { subjectsByLabel } from "./names.ts";
import { parseNote } from "./parse.ts";
import { resolve } from "./resolve.ts";
import type { Run } from "./sheet.ts";
import type { Clause, Note, Part } from "./types.ts";
import { stateOf, type Window } from "./window.ts";

/**
 * Rebuilds the original of a shortened text from the window and nothing else. Undefined if a note leads nowhere, or if
 * the text is not one of ours.
 */
export function read(window: Window, text: string, parts: readonly Part[]): string | undefined {
	const split = splitLines(text);
	const rebuilt: string[] = [];
	let line = 0;
	for (const part of parts) {
		if (part.from > line) rebuilt.push(sliceLines(split, line, part.from));
		const bodies = expand(window, split, part, true)?.flatMap((piece) => bodiesOf(window, piece));
		if (!bodies) return undefined;
		bodies.forEach((body, index) => {
			rebuilt.push(gutterText(part.gutter, part.first + index) + body);
		});
		line = part.from + part.count;
	}
	if (line < split.starts.length - 1) rebuilt.push(text.slice(split.starts[line]));
	return rebuilt.join("\n");
}

/** Lines of an arrival: literal ones of the delivered text, or ones that a note finds in the window. */
export type Piece =
	| { readonly kind: "literal"; readonly lines: HashedLines; readonly numbered: boolean }
	| { readonly kind: "noted"; readonly runs: readonly Run[] };

/** How many lines of the arrival a piece is. */
export function countLines(piece: Piece): number {
	if (piece.kind === "literal") return piece.lines.starts.length;
	return piece.runs.reduce((sum, run) => sum + run.count, 0);
}

/** The arrival's lines for one part of a text, in order. A text that is not shortened has no notes. */
export function expand(window: Window, split: SplitText, part: Part, shortened: boolean): Piece[] | undefined {
	if (!isWithin(part, split)) return undefined;
	if (!shortened) {
		const piece = literal(window.index, split, part);
		return piece && (part.count > 0 ? [piece] : []);
	}
	const pieces: Piece[] = [];
	const end = part.from + part.count;
	let number = part.first;
	for (let line = part.from, next: number; line < end; line = next) {
		const note = noteAt(split, line, part);
		next = line + 1;
		while (note === undefined && next < end && !isNote(split, next, part)) next++;
		const piece = note
			? followNote(window, part, note, number)
			: literal(window.index, split, { ...part, from: line, count: next - line, first: number });
		if (!piece || note === null) return undefined;
		pieces.push(piece);
		number += countLines(piece);
	}
	return pieces;
}

function literal(index: LineIndex, split: SplitText, part: Part): Piece | undefined {
	const lines = linesOfPart(index, split, part);
	return lines && { kind: "literal", lines, numbered: part.gutter.kind === "number" };
}

/** The note on a line; null if the line begins like a note but is not one. */
function noteAt(split: SplitText, line: number, part: Part): Note | null | undefined {
	if (!isNote(split, line, part)) return undefined;
	const words = sliceLines(split, line, line + 1);
	return parseNote(words.slice(words.indexOf(MARK))) ?? null;
}

/** Whether a line begins like a note, after a number that the host puts before it or the sign of a diff. */
function isNote(split: SplitText, line: number, { gutter }: Part): boolean {
	if (gutter.kind === "sign") return split.text.startsWith(gutter.sign + MARK, split.starts[line]);
	if (gutter.kind !== "number" || !gutter.forced) return split.text.startsWith(MARK, split.starts[line]);
	const words = sliceLines(split, line, line + 1);
	const mark = words.indexOf(gutter.mark);
	return mark > 0 && words.startsWith(MARK, mark + gutter.mark.length) && /^ *\d+$/.test(words.slice(0, mark));
}

function followNote(window: Window, part: Part, note: Note, from: number): Piece | undefined {
	const runs: Run[] = [];
	let number = from;
	for (const clause of note.clauses) {
		const found = followClause(window, part, clause);
		if (!found || clause.first !== (part.subject.kind === "file" ? number : 0)) return undefined;
		runs.push(...found);
		number += clause.count;
	}
	return { kind: "noted", runs };
}

function followClause(window: Window, { subject }: Part, clause: Clause): readonly Run[] | undefined {
	const { of, claim, count } = clause;
	const [state, other] =
		of === undefined ? [stateOf(window, subject)] : subjectsByLabel(window, claim.kind !== "run", of);
	return state && !other ? resolve(window, state, claim, count) : undefined;
}

function bodiesOf(window: Window, piece: Piece): string[] {
	if (piece.kind === "noted") return piece.runs.flatMap((run) => linesOf(window.index, run));
	return allLines(piece.lines);
}
