/** Joins or ends commands, or sends their input and output elsewhere. */
type Operator = {
	readonly kind: "operator";
	readonly text: string;
	/** The number right before a redirection: the stream it redirects. */
	readonly stream: string;
};

/** Text given to a command as its input; known if the shell expands nothing in it. */
export type HereDocument = { readonly kind: "document"; readonly text: string; readonly known: boolean };

/** A word, operator or document, and its place in the command line. */
export type Token = (Word | Operator | HereDocument) & { readonly start: number; readonly end: number };

/**
 * Cuts a command line into words, operators and here-documents; a document takes the place of its delimiter.
 * Undefined if the line cannot be parsed.
 */
export function shellTokens(source: string): Token[] | undefined {
	const tokens: Token[] = [];
	const waiting: PendingDocument[] = [];
	for (let at = skipBlanks(source, 0); at < source.length; at = skipBlanks(source, at)) {
		if (source[at] === "#") {
			at = lineEnd(source, at);
			continue;
		}
		const operator = operatorAt(source, at);
		if (!operator) {
			const found = wordAt(source, at);
			if (!found || found.end === at) return undefined;
			const before = tokens.at(-1);
			const isDelimiter = before?.kind === "operator" && before.text.startsWith("<<") && before.text !== "<<<";
			if (isDelimiter && !found.word.known) return undefined;
			if (isDelimiter) waiting.push({ index: tokens.length, word: found.word, strip: before.text === "<<-" });
			tokens.push({ ...found.word, start: at, end: found.end });
			at = found.end;
			continue;
		}
		tokens.push(operator);
		at = operator.end;
		if (operator.text !== "\n") continue;
		const end = readDocuments(source, at, waiting.splice(0), tokens);
		if (end === undefined) return undefined;
		at = end;
	}
	return waiting.length === 0 ? tokens : undefined;
}

type PendingDocument = { readonly index: number; readonly word: Word; readonly strip: boolean };

/** Blanks and line continuations. */
const BLANKS = /(?:[ \t]|\\\n)*/y;

function skipBlanks(source: string, at: number): number {
	BLANKS.lastIndex = at;
	return at + (BLANKS.exec(source)?.[0].length ?? 0);
}

function lineEnd(source: string, at: number): number {
	const end = source.indexOf("\n", at);
	return end < 0 ? source.length : end;
}

const OPERATOR = /(\d{0,3})(<<<|<<-|<<|<&|<>|>>|>&|>\||<|>)|&>>|&>|&&|\|\||\|&|;;|[\n;&|()]/y;

function operatorAt(source: string, at: number): Token | undefined {
	OPERATOR.lastIndex = at;
	const found = OPERATOR.exec(source);
	if (!found) return undefined;
	const [all, stream = "", redirection] = found;
	return { kind: "operator", text: redirection ?? all, start: at, end: at + all.length, stream };
}

/** Replaces delimiters by their documents, which begin at `start`; returns where the last one ends. */
function readDocuments(source: string, start: number, waiting: PendingDocument[], tokens: Token[]): number | undefined {
	let at = start;
	for (const { index, word, strip } of waiting) {
		const lines: string[] = [];
		for (;;) {
			if (at >= source.length) return undefined;
			const end = lineEnd(source, at);
			const line = strip ? source.slice(at, end).replace(/^\t+/, "") : source.slice(at, end);
			at = end + 1;
			if (line === word.text) break;
			lines.push(`${line}\n`);
		}
		const text = lines.join("");
		tokens[index] = { ...tokens[index]!, kind: "document", text, known: word.quoted || !/[$`\\]/.test(text) };
	}
	return at;
}

/** A word of a command line. Its text is known unless the shell would expand something in it. */
export type Word = {
	readonly kind: "word";
	readonly text: string;
	readonly known: boolean;
	/** Some of it is quoted or escaped, so that it is not a reserved word. */
	readonly quoted: boolean;
};

/** A word, and where it ends in the command line. */
type WordAndEnd = { readonly word: Word; readonly end: number };

/**
 * The word that begins at `start`. Undefined if it contains what this grammar does not support: substitutions,
 * unclosed quotes, `$'…'` of Bash.
 */
function wordAt(source: string, start: number): WordAndEnd | undefined {
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
	// A bracket alone is a word of `test`.
	return { word: { kind: "word", text, known: known || text === "[" || text === "]", quoted }, end: at };
}

const ENDS_WORD = /[\s;&|<>()]/;

/** Unquoted, these are globs, brace expansions or the home directory. */
const EXPANDS = /[*?[\]{}]/;
const EXPANDS_FIRST = /[~=]/;

/** Characters without a special meaning in a word. */
const PLAIN = /[^\s;&|<>()'"\\$`*?[\]{}~=#!^]+/y;

type WordPiece = { readonly text: string; readonly known: boolean; readonly quoted: boolean; readonly end: number };

function pieceAt(source: string, at: number, isFirst: boolean): WordPiece | undefined {
	PLAIN.lastIndex = at;
	const plain = PLAIN.exec(source)?.[0];
	if (plain !== undefined) return { text: plain, known: true, quoted: false, end: at + plain.length };
	const sign = source[at]!;
	if (sign === "'") return singleQuoted(source, at);
	if (sign === '"') return doubleQuoted(source, at);
	if (sign === "\\") return escapedPiece(source, at);
	if (sign === "$") return variable(source, at);
	if (sign === "`") return undefined;
	// Bash expands `~` in arguments that look like assignments, too.
	const isHome = sign === "~" && /[=:]/.test(source[at - 1] ?? "");
	const known = !EXPANDS.test(sign) && !(isFirst && EXPANDS_FIRST.test(sign)) && !isHome;
	return { text: sign, known, quoted: false, end: at + 1 };
}

function singleQuoted(source: string, at: number): WordPiece | undefined {
	const end = source.indexOf("'", at + 1);
	return end < 0 ? undefined : { text: source.slice(at + 1, end), known: true, quoted: true, end: end + 1 };
}

/** A backslash before a newline joins two lines. */
function escapedPiece(source: string, at: number): WordPiece | undefined {
	const next = source[at + 1];
	if (next === undefined) return undefined;
	return { text: next === "\n" ? "" : next, known: true, quoted: next !== "\n", end: at + 2 };
}

const LITERAL = /[^"\\$`]+/y;

function doubleQuoted(source: string, start: number): WordPiece | undefined {
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

function inQuotes(source: string, at: number): Omit<WordPiece, "quoted"> | undefined {
	const next = source[at + 1];
	if (next === undefined || source[at] === "`") return undefined;
	if (source[at] === "$" && next !== '"' && next !== "'") return variable(source, at);
	if (source[at] === "$") return { text: "$", known: true, end: at + 1 };
	if (next === "\n") return { text: "", known: true, end: at + 2 };
	return { text: /["\\$`]/.test(next) ? next : `\\${next}`, known: true, end: at + 2 };
}

const VARIABLE = /\$(?:\w+|[?#$!@*-])/y;

/** A variable, whose value we do not know; a dollar sign before anything else is literal. */
function variable(source: string, at: number): WordPiece | undefined {
	VARIABLE.lastIndex = at;
	const name = VARIABLE.exec(source)?.[0];
	if (name !== undefined) return { text: name, known: false, quoted: false, end: at + name.length };
	if (/[({['"]/.test(source[at + 1] ?? "")) return undefined;
	return { text: "$", known: true, quoted: false, end: at + 1 };
}
