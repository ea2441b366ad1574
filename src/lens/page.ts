import { MARK } from "../core/lines.ts";
import { parseNote } from "../core/parse.ts";
import type { Note } from "../core/types.ts";
import type { Content, Page } from "./types.ts";

/** The lines of a text. Notes are looked for only where ibid is known to have written some. */
export function openPage(text: string, shortened: boolean): Page {
	const lines = text.split("\n");
	return { lines, notes: shortened ? findNotes(lines) : new Map() };
}

/** How many lines of the original a line stands for. */
export function heightOf({ notes }: Page, line: number): number {
	return notes.get(line)?.clauses.reduce((sum, { count }) => sum + count, 0) ?? 1;
}

/** Some lines of a page as a page of their own. */
export function sliceOf(page: Page, from: number, end: number): Page {
	if (from === 0 && end === page.lines.length) return page;
	const inside = [...page.notes].filter(([line]) => line >= from && line < end);
	return { lines: page.lines.slice(from, end), notes: new Map(inside.map(([line, note]) => [line - from, note])) };
}

/** Everything but the end of the last line: where a host wraps nothing around a text. */
export function unwrapNothing(lines: readonly string[]): Content {
	return { from: 0, end: lines.length - (lines.at(-1) === "" ? 1 : 0), outcome: "done" };
}

/** A note may stand behind a number that the host has printed, or behind the sign of a diff. */
const NOTE = /^(?: *\d+\W|[ +-])?\[ibid\] /m;

/** Whether a line of a text looks like a note of ours. */
export function hasNotes(text: string): boolean {
	return NOTE.test(text);
}

/** The notes in a text that ibid has shortened, without what stands before each on its line. */
export function notesIn(text: string): string[] {
	const { lines, notes } = openPage(text, true);
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
