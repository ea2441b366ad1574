import { MARK } from "../core/lines.ts";
import { parseNote } from "../core/parse.ts";
import type { Note } from "../core/types.ts";
import type { ResultText } from "./types.ts";

/** Reads a tool result. Notes are looked for only if ibid is known to have shortened it. */
export function readText(text: string, shortened: boolean): ResultText {
	const lines = text.split("\n");
	return { lines, notes: shortened ? findNotes(lines) : new Map() };
}

/** How many lines of the original a line stands for. */
export function heightOf({ notes }: ResultText, line: number): number {
	return notes.get(line)?.clauses.reduce((sum, { count }) => sum + count, 0) ?? 1;
}

/** Some lines of a result as a text of their own. */
export function sliceOf(result: ResultText, from: number, end: number): ResultText {
	if (from === 0 && end === result.lines.length) return result;
	const inside = [...result.notes].filter(([line]) => line >= from && line < end);
	return { lines: result.lines.slice(from, end), notes: new Map(inside.map(([line, note]) => [line - from, note])) };
}

/** A note may follow a line number that the host printed, or the sign of a diff. */
const NOTE = /^(?: *\d+\W|[ +-])?\[ibid\] /m;

/** Whether a line of a text looks like a note of ours. */
export function hasNotes(text: string): boolean {
	return NOTE.test(text);
}

/** The notes in a result that ibid has shortened, without gutters. */
export function writtenNotesIn(text: string): string[] {
	const { lines, notes } = readText(text, true);
	return [...notes.keys()].map((line) => lines[line]!.slice(lines[line]!.indexOf(MARK)));
}

function findNotes(lines: readonly string[]): Map<number, Note> {
	const notes = new Map<number, Note>();
	lines.forEach((line, index) => {
		const note = NOTE.test(line) ? parseNote(line.slice(line.indexOf(MARK))) : undefined;
		if (note) notes.set(index, note);
	});
	return notes;
}
