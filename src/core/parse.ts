import { MARK } from "./lines.ts";
import { HINTS, OTHER, OWN, SHOWN_BY, SIGNS_OFF, wordNote } from "./render.ts";
import type { Claim, Clause, Hint, Note, Noun, TextOrigin, Witness } from "./types.ts";

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
const NOUN = "(?:(?<noun>matching|removed) )?lines?";
const LINES = String.raw`(?:${NOUN} (?<first>\d+)(?:-(?<last>\d+))?|(?<count>\d+) ${NOUN.replace("noun", "counted")})`;
const PATH = String.raw`(?<path>[\w./@+~-]+?|${STRING})`;
const WITNESS = String.raw`${SHOWN_BY}(?:(?<tool>\w+)|(?<command>${STRING}))(?<signs>${SIGNS_OFF})?`;
const VIEW = String.raw`(?:= (?:lines? (?<there>\d+)(?:-\d+)?|${PATH}(?::(?<at>\d+)(?:-\d+)?)?) )?${WITNESS}`;
const TEXT = String.raw`(?:(?<own>${Object.values(OWN).join("|")})|(?<other>${Object.values(OTHER).join("|")})(?<of>[\w./@+~-]+|${STRING}))`;
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
		const origin = said.own === undefined ? originSaid(OTHER, said.other) : originSaid(OWN, said.own);
		return anchor === undefined || origin === undefined ? undefined : { kind: "text", by: origin, anchor };
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

function originSaid(words: Readonly<Record<TextOrigin, string>>, said: string | undefined): TextOrigin | undefined {
	return (Object.keys(words) as TextOrigin[]).find((origin) => words[origin] === said);
}
