import type { Answer, Call, Part } from "../core/types.ts";
import { keyOf } from "../core/window.ts";
import { heightOf, readText } from "./result-text.ts";
import type { ResultText } from "./types.ts";

/** What a tool result mostly is: a file, a part of one, command output, text of the model itself, or something else. */
export type ResultKind = "file" | "range" | "output" | "own" | "other";

/** The kind of a result, by its largest part and, if it was shortened, by the source of the lines left out. */
export function resultKind({ asks = [], subjects }: Call, { form, text, view }: Answer): ResultKind {
	const result = readText(text, form !== "whole");
	if (isMostlyOwn(result)) return "own";
	const part = largestOf(view.kind === "shown" || view.kind === "diff" ? view.parts : []);
	const subject = part?.subject ?? subjects[0];
	if (!subject || subject.kind === "call") return "other";
	if (subject.kind === "command") return "output";
	const isAskedByLine = asks.some((place) => place.lines && keyOf(place.subject) === keyOf(subject));
	return isAskedByLine && !(part && isEntire(part, result)) ? "range" : "file";
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

/** Whether a part begins with the first line and could have shown more lines: then it is the entire file. */
function isEntire({ from, count, first, room }: Part, result: ResultText): boolean {
	let lines = 0;
	for (let line = from; line < from + count; line++) lines += heightOf(result, line);
	return first === 1 && lines < room;
}
