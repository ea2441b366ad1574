import { MARK } from "./lines.ts";
import { HINTS, SHOWN_BY, SIGNS_OFF, TEXT_WORDS, wordNote } from "./render.ts";
import type { Claim, Clause, Hint, Note, Noun, Witness } from "./types.ts";

/**
 * Parses exactly what `render.ts` words: a line is our note if wording it again gives the same line. Anything else,
 * such as an extra word or unequal ranges, is undefined.
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
const NOUN = "(?:(?<noun>matching|removed) )?lines?";
const LINES = String.raw`(?:${NOUN} (?<first>\d+)(?:-(?<last>\d+))?|(?<count>\d+) ${NOUN.replace("noun", "counted")})`;
const PATH = String.raw`(?<path>[\w./@+~-]+?|${STRING})`;
const WITNESS = String.raw`${SHOWN_BY}(?:(?<tool>\w+)|(?<command>${STRING}))(?<signs>${SIGNS_OFF})?`;
const VIEW = String.raw`(?:= (?:lines? (?<there>\d+)(?:-\d+)?|${PATH}(?::(?<at>\d+)(?:-\d+)?)?) )?${WITNESS}`;
const TEXT = String.raw`(?:(?<own>${TEXT_WORDS.map(({ own }) => own).join("|")})|(?<other>${TEXT_WORDS.map(({ other }) => other).join("|")})(?<of>[\w./@+~-]+|${STRING}))`;
const CLAUSE = new RegExp(`${LINES} (?:${VIEW}|${TEXT})(?:, beginning (?<anchor>${STRING}))?(?:; |$)`, "y");

function parseClauses(words: string): Clause[] {
	const clauses: Clause[] = [];
	CLAUSE.lastIndex = 0;
	while (CLAUSE.lastIndex < words.length) {
		const said = CLAUSE.exec(words)?.groups;
		const clause = said && clauseOf(said);
		if (!clause) return [];
		clauses.push(clause);
	}
	return clauses;
}

type ClauseWords = Readonly<Record<string, string | undefined>>;

function clauseOf(said: ClauseWords): Clause | undefined {
	const first = Number(said.first ?? 0);
	const count = Number(said.count ?? Number(said.last ?? said.first) - first + 1);
	const kind = said.noun ?? said.counted;
	const noun = (kind === undefined ? "lines" : `${kind} lines`) as Noun;
	const claim = claimOf(said, first);
	return claim && { noun, count, first, of: plain(said.path ?? said.of), claim };
}

function claimOf(said: ClauseWords, first: number): Claim | undefined {
	const anchor = plain(said.anchor);
	const by = witnessOf(said);
	if (!by) {
		const words = TEXT_WORDS.find(({ own, other }) => own === said.own || other === said.other);
		return words && anchor !== undefined ? { ...words.origin, anchor } : undefined;
	}
	const there = Number(said.there ?? 0);
	if (anchor !== undefined) return { kind: "view", by, signed: said.signs !== undefined, anchor, from: there };
	const from = Number(said.there ?? said.at ?? first);
	return from > 0 ? { kind: "numbers", by, from } : undefined;
}

function witnessOf({ tool, command }: ClauseWords): Witness | undefined {
	if (tool !== undefined) return { kind: "tool", label: tool };
	return command === undefined ? undefined : { kind: "command", label: JSON.parse(command) };
}

function plain(word: string | undefined): string | undefined {
	return word?.startsWith('"') ? (JSON.parse(word) as string) : word;
}
