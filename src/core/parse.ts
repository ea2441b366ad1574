import { MARK } from "./lines.ts";
import { HINTS, OTHER, OWN, wordNote } from "./render.ts";
import type { Claim, Clause, Hint, Note, Origin } from "./types.ts";

/**
 * Understands exactly what `render.ts` words: a line is a note of ours if wording it again gives the same line.
 * Anything else, a word too many or unequal ranges, is undefined.
 */
export function parseNote(line: string): Note | undefined {
	const hint = (Object.keys(HINTS) as Hint[]).find((each) => line.endsWith(HINTS[each])) ?? "none";
	try {
		const clauses = parseClauses(line.slice(MARK.length, line.length - HINTS[hint].length));
		const isSound = clauses.length > 0 && clauses.every(({ count }) => count > 0);
		return isSound && wordNote({ clauses, hint }) === line ? { clauses, hint } : undefined;
	} catch {
		return undefined; // A string that JSON refuses.
	}
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const LINES = String.raw`(?:lines? (\d+)(?:-(\d+))?|(\d+) lines?)`;
const OWN_SOURCE = `(${Object.values(OWN).join("|")})`;
const OTHER_SOURCE = String.raw`(${Object.values(OTHER).join("|")})([\w./@+~-]+|${STRING})(?::(\d+)(?:-\d+)?)?(?: as last shown)?`;
const WAS = String.raw`(?: \((\d+)(?:-\d+)? when last shown\))?`;
const CLAUSE = new RegExp(`${LINES} (?:${OWN_SOURCE}|${OTHER_SOURCE})${WAS}(?:, beginning (${STRING}))?(?:; |$)`, "y");

function parseClauses(words: string): Clause[] {
	const clauses: Clause[] = [];
	CLAUSE.lastIndex = 0;
	while (CLAUSE.lastIndex < words.length) {
		const [all, top, bottom, lines, own, other, name, at, was, anchor] = CLAUSE.exec(words) ?? [];
		if (all === undefined) return [];
		const first = Number(top ?? 0);
		const count = Number(lines ?? rangeLength(top, bottom));
		const by = own === undefined ? originSaid(OTHER, other) : originSaid(OWN, own);
		const of = name?.startsWith('"') ? (JSON.parse(name) as string) : name;
		const from = Number(at ?? was ?? 0);
		const numbers: Claim = { kind: "numbers", from: from || first };
		const claim: Claim = anchor === undefined ? numbers : { kind: "anchor", by, anchor: JSON.parse(anchor), from };
		if (numbers.from === 0 && anchor === undefined) return [];
		clauses.push({ count, first, of, claim });
	}
	return clauses;
}

function rangeLength(first: string | undefined, last: string | undefined): number {
	return Number(last ?? first) - Number(first) + 1;
}

function originSaid(words: Readonly<Record<Origin, string>>, said: string | undefined): Origin {
	return (Object.keys(words) as Origin[]).find((origin) => words[origin] === said) ?? "shown";
}
