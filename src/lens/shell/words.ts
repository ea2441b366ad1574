/** A word of a command line. Its text is known unless the shell would expand something in it. */
export type Word = {
	readonly kind: "word";
	readonly text: string;
	readonly known: boolean;
	/** Some of it stands in quotes or behind a backslash, so that it is no reserved word. */
	readonly quoted: boolean;
};

/** Where a piece of a command line ends, and what it is. */
type Found = { readonly word: Word; readonly end: number };

/**
 * The word that begins at a place of a command line. Undefined where it holds what this grammar does not follow:
 * substitutions, quotes that do not end, quotes of Bash's own.
 */
export function wordAt(source: string, start: number): Found | undefined {
	const pieces: string[] = [];
	let known = true;
	let quoted = false;
	let at = start;
	while (at < source.length && !ENDS_WORD.test(source[at]!)) {
		const piece = pieceAt(source, at, at === start);
		if (!piece) return undefined;
		pieces.push(piece.text);
		known &&= piece.known;
		quoted ||= piece.quoted;
		at = piece.end;
	}
	const text = pieces.join("");
	// Alone, brackets are words of `test`.
	return { word: { kind: "word", text, known: known || text === "[" || text === "]", quoted }, end: at };
}

const ENDS_WORD = /[\s;&|<>()]/;

/** Unquoted, these make the shell look for files, list alternatives or go home. */
const EXPANDS = /[*?[\]{}]/;
const EXPANDS_FIRST = /[~=]/;

/** What has no meaning of its own in a word. */
const PLAIN = /[^\s;&|<>()'"\\$`*?[\]{}~=#!^]+/y;

type Piece = { readonly text: string; readonly known: boolean; readonly quoted: boolean; readonly end: number };

function pieceAt(source: string, at: number, isFirst: boolean): Piece | undefined {
	PLAIN.lastIndex = at;
	const plain = PLAIN.exec(source)?.[0];
	if (plain !== undefined) return { text: plain, known: true, quoted: false, end: at + plain.length };
	const sign = source[at]!;
	if (sign === "'") return singleQuoted(source, at);
	if (sign === '"') return doubleQuoted(source, at);
	if (sign === "\\") return escaped(source, at);
	if (sign === "$") return variable(source, at);
	if (sign === "`") return undefined;
	// Bash goes home in arguments that look like assignments, too.
	const isHome = sign === "~" && /[=:]/.test(source[at - 1] ?? "");
	const known = !EXPANDS.test(sign) && !(isFirst && EXPANDS_FIRST.test(sign)) && !isHome;
	return { text: sign, known, quoted: false, end: at + 1 };
}

function singleQuoted(source: string, at: number): Piece | undefined {
	const end = source.indexOf("'", at + 1);
	return end < 0 ? undefined : { text: source.slice(at + 1, end), known: true, quoted: true, end: end + 1 };
}

/** A backslash before the end of a line joins it with the next. */
function escaped(source: string, at: number): Piece | undefined {
	const next = source[at + 1];
	if (next === undefined) return undefined;
	return { text: next === "\n" ? "" : next, known: true, quoted: next !== "\n", end: at + 2 };
}

const LITERAL = /[^"\\$`]+/y;

function doubleQuoted(source: string, start: number): Piece | undefined {
	const pieces: string[] = [];
	let known = true;
	let at = start + 1;
	while (source[at] !== '"') {
		LITERAL.lastIndex = at;
		const literal = LITERAL.exec(source)?.[0];
		const piece =
			literal === undefined ? inQuotes(source, at) : { text: literal, known: true, end: at + literal.length };
		if (!piece) return undefined;
		pieces.push(piece.text);
		known &&= piece.known;
		at = piece.end;
	}
	return { text: pieces.join(""), known, quoted: true, end: at + 1 };
}

function inQuotes(source: string, at: number): Omit<Piece, "quoted"> | undefined {
	const next = source[at + 1];
	if (next === undefined || source[at] === "`") return undefined;
	if (source[at] === "$" && next !== '"' && next !== "'") return variable(source, at);
	if (source[at] === "$") return { text: "$", known: true, end: at + 1 };
	if (next === "\n") return { text: "", known: true, end: at + 2 };
	return { text: /["\\$`]/.test(next) ? next : `\\${next}`, known: true, end: at + 2 };
}

const VARIABLE = /\$(?:\w+|[?#$!@*-])/y;

/** A variable of which nothing is known; a dollar sign that begins none is itself. */
function variable(source: string, at: number): Piece | undefined {
	VARIABLE.lastIndex = at;
	const name = VARIABLE.exec(source)?.[0];
	if (name !== undefined) return { text: name, known: false, quoted: false, end: at + name.length };
	if (/[({['"]/.test(source[at + 1] ?? "")) return undefined;
	return { text: "$", known: true, quoted: false, end: at + 1 };
}
