import { MARK } from "./lines.ts";
import { BUT_FOR_DIFF, HINTS, OTHER, OWN, wordNote } from "./render.ts";
import type { Clause, Hint, Note, Origin } from "./types.ts";

/**
 * Understands exactly what `render.ts` words: a line is a note of ours if wording it again gives the same line.
 * Anything else, a word too many or unequal ranges, is undefined.
 */
export function parseNote(line: string): Note | undefined {
	const hint = (Object.keys(HINTS) as Hint[]).find((each) => line.endsWith(HINTS[each])) ?? "none";
	const words = line.slice(MARK.length, line.length - HINTS[hint].length);
	const isDiff = words.endsWith(BUT_FOR_DIFF);
	try {
		const clauses = parseClauses(isDiff ? words.slice(0, -BUT_FOR_DIFF.length) : words);
		const isSound = clauses.length > 0 && clauses.every((clause) => isPossible(clause, isDiff));
		return isSound && wordNote({ clauses, isDiff, hint }) === line ? { clauses, isDiff, hint } : undefined;
	} catch {
		return undefined; // A string that JSON refuses.
	}
}

/** Numbers begin with 1, and only a diff makes other lines of those that it finds. */
function isPossible({ count, claim, before }: Clause, isDiff: boolean): boolean {
	return count > 0 && (isDiff ? before > 0 : before === count) && (claim.kind === "anchor" || claim.from > 0);
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const LINES = String.raw`(?:lines? (\d+)(?:-(\d+))?|(\d+) lines?)`;
const SOURCE = String.raw`(?:(${Object.values(OWN).join("|")})|(${Object.values(OTHER).join("|")})([\w./@+~-]+|${STRING}))`;
const AT = String.raw`(?::(\d+)[-\d]*)?(?: as last shown)?`;
const WAS = String.raw`(?: \((?:(\d+)(?:-(\d+))?|(\d+) lines?) when last shown\))?`;
const CLAUSE = new RegExp(`${LINES} ${SOURCE}${AT}${WAS}(?:, beginning (${STRING}))?(?:; |$)`, "y");

function parseClauses(words: string): Clause[] {
	const clauses: Clause[] = [];
	CLAUSE.lastIndex = 0;
	while (CLAUSE.lastIndex < words.length) {
		const [all, first, last, lines, own, other, name, at, from, to, were, anchor] = CLAUSE.exec(words) ?? [];
		if (all === undefined) return [];
		const what = linesOf(first, last, lines);
		const was = from === undefined && were === undefined ? what : linesOf(from, to, were);
		const by = own === undefined ? originOf(OTHER, other) : originOf(OWN, own);
		const of = name?.startsWith('"') ? (JSON.parse(name) as string) : name;
		const numbers = { kind: "numbers", from: at === undefined ? was.first : Number(at) } as const;
		const claim =
			anchor === undefined ? numbers : ({ kind: "anchor", by, anchor: JSON.parse(anchor) as string } as const);
		clauses.push({ ...what, of, claim, before: was.count });
	}
	return clauses;
}

/** `lines 3-9`, `line 3`, or, without numbers, `7 lines`. */
function linesOf(first = "0", last = first, count?: string): { readonly first: number; readonly count: number } {
	return { first: Number(first), count: count === undefined ? Number(last) - Number(first) + 1 : Number(count) };
}

function originOf(words: Readonly<Record<Origin, string>>, found: string | undefined): Origin {
	return (Object.keys(words) as Origin[]).find((origin) => words[origin] === found) ?? "shown";
}
