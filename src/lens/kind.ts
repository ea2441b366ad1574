import type { Answer, Call, Part } from "../core/types.ts";
import { keyOf } from "../core/window.ts";
import { heightOf, openPage } from "./page.ts";
import type { Page } from "./types.ts";

/** What an answer brought: a file, a part of one, what a command printed, what the model itself had written, or else. */
export type Kind = "file" | "range" | "output" | "own" | "other";

/** Of which kind an answer is, by what most of it shows and, if it was shortened, by whose lines were left out. */
export function kindOf({ asks = [], subjects }: Call, { form, text, view }: Answer): Kind {
	const page = openPage(text, form !== "whole");
	if (isMostlyOwn(page)) return "own";
	const part = largestOf(view.kind === "shown" || view.kind === "diff" ? view.parts : []);
	const subject = part?.subject ?? subjects[0];
	if (!subject || subject.kind === "call") return "other";
	if (subject.kind === "command") return "output";
	const isAskedByLine = asks.some((place) => place.lines && keyOf(place.subject) === keyOf(subject));
	return isAskedByLine && !(part && isEntire(part, page)) ? "range" : "file";
}

function isMostlyOwn({ notes }: Page): boolean {
	const clauses = [...notes.values()].flatMap((note) => note.clauses);
	const own = clauses.filter(({ claim }) => claim.kind === "text" && OWN.has(claim.by));
	const linesOf = (some: typeof clauses): number => some.reduce((sum, { count }) => sum + count, 0);
	return linesOf(own) > linesOf(clauses) / 2;
}

const OWN: ReadonlySet<string> = new Set(["written", "edited", "patched"]);

function largestOf(parts: readonly Part[]): Part | undefined {
	return [...parts].sort((a, b) => b.count - a.count)[0];
}

/** Whether there would have been room for more, from the first line on. */
function isEntire({ from, count, first, room }: Part, page: Page): boolean {
	let lines = 0;
	for (let line = from; line < from + count; line++) lines += heightOf(page, line);
	return first === 1 && lines < room;
}
