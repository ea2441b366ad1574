import { MARK } from "./lines.ts";
import { HINTS, OTHER, OWN, wordNote } from "./render.ts";
import type { Clause, DiffNote, Hint, Note, Origin } from "./types.ts";

/**
 * Understands exactly what `render.ts` words: a line is a note of ours if wording it again gives the same line.
 * Anything else, a word too many or unequal ranges, is undefined.
 */
export function parseNote(line: string): Note | DiffNote | undefined {
	const hint = (Object.keys(HINTS) as Hint[]).find((each) => line.endsWith(HINTS[each])) ?? "none";
	const words = line.slice(MARK.length, line.length - HINTS[hint].length);
	try {
		const note = parseDiff(words, hint) ?? parseClauses(words, hint);
		return note && isSound(note) && wordNote(note) === line ? note : undefined;
	} catch {
		return undefined; // A string that JSON refuses.
	}
}

function isSound(note: Note | DiffNote): boolean {
	const clauses = note.kind === "diff" ? [note] : note.clauses;
	return (
		clauses.length > 0 && clauses.every(({ count, claim }) => count > 0 && (claim.kind === "anchor" || claim.from > 0))
	);
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const ANCHOR = `(?:, from (${STRING}))?`;
const LINES = String.raw`(?:lines? (\d+)(?:-(\d+))?|(\d+) lines?)`;
const DIFF = new RegExp(`^${LINES} = ${LINES} as last shown${ANCHOR}, changed by this diff$`);
const SOURCE = String.raw`(?:(${Object.values(OWN).join("|")})|(${Object.values(OTHER).join("|")})([\w./@+~-]+|${STRING}))`;
const NUMBERS = String.raw`(?::(\d+)[-\d]*)?(?: as last shown)?(?: \((\d+)[-\d]* when last shown\))?`;
const CLAUSE = new RegExp(`${LINES} ${SOURCE}${NUMBERS}${ANCHOR}(?:; |$)`, "y");

function parseDiff(words: string, hint: Hint): DiffNote | undefined {
	const [all, first, last, count, from, to, before, anchor] = DIFF.exec(words) ?? [];
	if (all === undefined) return undefined;
	const base = linesOf(from, to, before);
	const claim =
		anchor === undefined
			? ({ kind: "numbers", from: base.first } as const)
			: ({ kind: "anchor", by: "shown", anchor: JSON.parse(anchor) } as const);
	return { kind: "diff", ...linesOf(first, last, count), before: base.count, claim, hint };
}

function parseClauses(words: string, hint: Hint): Note | undefined {
	const clauses: Clause[] = [];
	CLAUSE.lastIndex = 0;
	while (CLAUSE.lastIndex < words.length) {
		const [all, first, last, count, own, other, name, at, was, anchor] = CLAUSE.exec(words) ?? [];
		if (all === undefined) return undefined;
		const lines = linesOf(first, last, count);
		const by = own === undefined ? originOf(OTHER, other) : originOf(OWN, own);
		const of = name?.startsWith('"') ? (JSON.parse(name) as string) : name;
		const claim =
			anchor === undefined
				? ({ kind: "numbers", from: Number(at ?? was ?? lines.first) } as const)
				: ({ kind: "anchor", by, anchor: JSON.parse(anchor) } as const);
		clauses.push({ ...lines, of, claim });
	}
	return { kind: "quote", clauses, hint };
}

/** `lines 3-9`, `line 3`, or, without numbers, `7 lines`. */
function linesOf(first = "0", last = first, count?: string): { readonly first: number; readonly count: number } {
	return { first: Number(first), count: count === undefined ? Number(last) - Number(first) + 1 : Number(count) };
}

function originOf(words: Readonly<Record<Origin, string>>, found: string | undefined): Origin {
	return (Object.keys(words) as Origin[]).find((origin) => words[origin] === found) ?? "shown";
}
