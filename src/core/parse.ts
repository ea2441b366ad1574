import { MARK } from "./lines.ts";
import type { Claim, Clause, DiffNote, Hint, Note, Origin } from "./types.ts";

/**
 * Understands exactly what `render.ts` words, and nothing else. Undefined where a line is no note of ours:
 * wrong order, unequal ranges, a word too many.
 */
export function parseNote(line: string): Note | DiffNote | undefined {
	if (!line.startsWith(MARK)) return undefined;
	const diff = parseDiff({ line, at: MARK.length });
	if (diff) return diff;
	const cursor = { line, at: MARK.length };
	const clauses: Clause[] = [];
	do {
		const clause = parseClause(cursor);
		if (!clause) return undefined;
		clauses.push(clause);
	} while (take(cursor, /; /y));
	const hint = parseHint(cursor);
	return hint && { kind: "quote", clauses, hint };
}

type Cursor = { readonly line: string; at: number };
type Lines = { readonly first: number; readonly count: number };

function parseDiff(cursor: Cursor): DiffNote | undefined {
	const lines = parseNumbered(cursor);
	if (!lines || !take(cursor, / = /y)) return undefined;
	const base = parseWhat(cursor);
	if (!base || !take(cursor, / as last shown/y)) return undefined;
	const anchor = base.first === 0 ? parseAnchor(cursor) : undefined;
	if (base.first === 0 && anchor === undefined) return undefined;
	if (!take(cursor, /, changed by this diff/y)) return undefined;
	const claim: Claim =
		anchor === undefined ? { kind: "numbers", from: base.first } : { kind: "anchor", by: "shown", anchor };
	const hint = parseHint(cursor);
	return hint && { kind: "diff", ...lines, before: base.count, claim, hint };
}

function parseClause(cursor: Cursor): Clause | undefined {
	const what = parseWhat(cursor);
	if (!what || !take(cursor, / /y)) return undefined;
	const source = take(cursor, /= /y) ? parseOther(cursor) : parseOwn(cursor);
	if (!source) return undefined;
	const { of, by, shown } = source;
	if (shown) return shown.count === what.count ? clauseOf(what, of, { kind: "numbers", from: shown.first }) : undefined;
	const anchor = parseAnchor(cursor);
	if (anchor !== undefined) return clauseOf(what, of, { kind: "anchor", by, anchor });
	if (by !== "shown" || of !== undefined || what.first === 0) return undefined;
	return clauseOf(what, of, { kind: "numbers", from: what.first });
}

function clauseOf({ first, count }: Lines, of: string | undefined, claim: Claim): Clause {
	return { count, first, of, claim };
}

/** What a clause quotes; `shown` where it gives the numbers of the lines there. */
type Source = { readonly of: string | undefined; readonly by: Origin; readonly shown?: Lines };

function parseOwn(cursor: Cursor): Source | undefined {
	if (take(cursor, /unchanged/y)) {
		const shown = take(cursor, / \((\d+)(?:-(\d+))? when last shown\)/y);
		if (!shown) return { of: undefined, by: "shown" };
		const lines = between(shown[1], shown[2]);
		return lines && { of: undefined, by: "shown", shown: lines };
	}
	const words = take(cursor, /as you wrote them|as in your edit|as in the last run|as in an earlier run/y)?.[0];
	const by = words === undefined ? undefined : OWN[words];
	return by && { of: undefined, by };
}

function parseOther(cursor: Cursor): Source | undefined {
	const run = take(cursor, /(earlier )?output of /y);
	if (run) {
		const of = parseString(cursor);
		return of === undefined ? undefined : { of, by: run[1] ? "earlier run" : "last run" };
	}
	const own = take(cursor, /your (write|edit) of /y);
	const of = parsePath(cursor);
	if (of === undefined) return undefined;
	if (own) return { of, by: own[1] === "write" ? "written" : "edited" };
	const numbers = take(cursor, /:(\d+)(?:-(\d+))?/y);
	if (!take(cursor, / as last shown/y)) return undefined;
	if (!numbers) return { of, by: "shown" };
	const shown = between(numbers[1], numbers[2]);
	return shown && { of, by: "shown", shown };
}

const OWN: Readonly<Record<string, Origin>> = {
	"as you wrote them": "written",
	"as in your edit": "edited",
	"as in the last run": "last run",
	"as in an earlier run": "earlier run",
};

/** `lines 3-9`, `line 3`, or, without numbers, `7 lines`, `1 line`. */
function parseWhat(cursor: Cursor): Lines | undefined {
	const numbered = parseNumbered(cursor);
	if (numbered) return numbered;
	const counted = take(cursor, /(\d+) line(s?)/y);
	const count = Number(counted?.[1]);
	return counted && (count === 1) === (counted[2] === "") ? { first: 0, count } : undefined;
}

function parseNumbered(cursor: Cursor): Lines | undefined {
	const found = take(cursor, /line (\d+)|lines (\d+)-(\d+)/y);
	return found ? between(found[1] ?? found[2], found[3]) : undefined;
}

function between(first: string | undefined, last: string | undefined): Lines | undefined {
	const count = last === undefined ? 1 : Number(last) - Number(first) + 1;
	return Number(first) > 0 && count > (last === undefined ? 0 : 1) ? { first: Number(first), count } : undefined;
}

function parseAnchor(cursor: Cursor): string | undefined {
	return take(cursor, /, from /y) ? parseString(cursor) : undefined;
}

function parsePath(cursor: Cursor): string | undefined {
	return take(cursor, /[\w./@+~-]+/y)?.[0] ?? parseString(cursor);
}

function parseString(cursor: Cursor): string | undefined {
	const quoted = take(cursor, /"(?:[^"\\]|\\.)*"/y)?.[0];
	if (quoted === undefined) return undefined;
	try {
		return JSON.parse(quoted) as string;
	} catch {
		return undefined;
	}
}

function parseHint(cursor: Cursor): Hint | undefined {
	const rest = cursor.line.slice(cursor.at);
	if (rest === "") return "none";
	if (rest === ". Left out, already above.") return "above";
	return rest === ". Left out, already above. Ask again for the full text." ? "ask" : undefined;
}

/** Moves the cursor behind what the pattern finds right there. */
function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
	pattern.lastIndex = cursor.at;
	const found = pattern.exec(cursor.line);
	if (!found) return undefined;
	cursor.at = pattern.lastIndex;
	return found;
}
