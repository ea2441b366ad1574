import { MARK } from "../core/lines.ts";
import { parseNote } from "../core/parse.ts";
import type { Answer, Call, Note, Part } from "../core/types.ts";
import { keyOf } from "../core/window.ts";
import type { Outcome, ResultBody, ResultText } from "./types.ts";

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

/** For hosts that wrap nothing around a result: all lines but the empty string after the last newline. */
export function unwrapNothing(lines: readonly string[]): ResultBody {
	return { from: 0, end: lines.length - (lines.at(-1) === "" ? 1 : 0), outcome: "done" };
}

/** All lines of a result, with this outcome. */
export function wholeText(lines: readonly string[], outcome: Outcome): ResultBody {
	return { ...unwrapNothing(lines), outcome };
}

/** A result without a line of the tool's own. */
export function noLines(lines: readonly string[]): ResultBody {
	const { end, outcome } = unwrapNothing(lines);
	return { from: end, end, outcome };
}

/** Where an output above a wrapper ends: its last newline leaves an empty string there. */
export function endAbove(lines: readonly string[], from: number, end: number): number {
	return end > from && lines[end - 1] === "" ? end - 1 : end;
}

/** The first line of the block that closes right above `end`, if there is one. */
export function blockAbove(
	lines: readonly string[],
	end: number,
	opens: (line: string) => boolean,
	closes: (line: string) => boolean,
): number | undefined {
	if (!closes(lines[end - 1] ?? "")) return undefined;
	for (let line = end - 1; line >= 0; line--) if (opens(lines[line] ?? "")) return line;
	return undefined;
}

/** The line of a result that has just one. */
export function onlyLine(lines: readonly string[]): string | undefined {
	return unwrapNothing(lines).end === 1 ? lines[0] : undefined;
}

/** The worst of several outcomes. */
export function worst(...outcomes: readonly Outcome[]): Outcome {
	if (outcomes.includes("cut")) return "cut";
	return outcomes.includes("failed") ? "failed" : "done";
}

/** What a tool result mostly is: a file, a part of one, command output, text of the model itself, or something else. */
export type ResultKind = "file" | "range" | "output" | "own" | "other";

/** The kind of a result, by its largest part and, if it was shortened, by the source of the lines left out. */
export function resultKind({ asks = [], subjects }: Call, { form, text, view }: Answer): ResultKind {
	const result = readText(text, form !== "whole");
	if (isMostlyOwn(result)) return "own";
	const parts = view.kind === "shown" || view.kind === "diff" ? view.parts : [];
	const part = largestOf(parts);
	const subject = part?.subject ?? subjects[0];
	if (!subject || subject.kind === "call") return "other";
	if (subject.kind === "command") return "output";
	const isAskedByLine = asks.some((place) => place.lines && keyOf(place.subject) === keyOf(subject));
	return isAskedByLine && !(part && isEntire(withLead(part, parts), result)) ? "range" : "file";
}

function isMostlyOwn({ notes }: ResultText): boolean {
	const clauses = [...notes.values()].flatMap((note) => note.clauses);
	const own = clauses.filter(({ claim }) => claim.kind === "own");
	const linesOf = (some: typeof clauses): number => some.reduce((sum, { count }) => sum + count, 0);
	return linesOf(own) > linesOf(clauses) / 2;
}

function largestOf(parts: readonly Part[]): Part | undefined {
	return [...parts].sort((a, b) => b.count - a.count)[0];
}

/** A part with the line above it that is a part of its own because of a word of the tool before it. */
function withLead(part: Part, parts: readonly Part[]): Part {
	const lead = parts.find(({ from, count, gutter }) => {
		return gutter.kind === "number" && gutter.lead !== undefined && from + count === part.from;
	});
	return lead ? { ...part, from: lead.from, count: part.count + lead.count, first: lead.first } : part;
}

/** Whether a part begins with the first line and could have shown more lines: then it is the entire file. */
function isEntire({ from, count, first, room }: Part, result: ResultText): boolean {
	let lines = 0;
	for (let line = from; line < from + count; line++) lines += heightOf(result, line);
	return first === 1 && lines < room;
}
