import { type Word, wordAt } from "./words.ts";

/** Joins or ends commands, or sends their input and output elsewhere. */
export type Operator = {
	readonly kind: "operator";
	readonly text: string;
	/** What stands right before a redirection: which stream it is about. */
	readonly stream: string;
};

/** Text given to a command as its input: known where the shell expands nothing in it. */
export type Document = { readonly kind: "document"; readonly text: string; readonly known: boolean };

/** A piece of a command line, and where it stands. */
export type Token = (Word | Operator | Document) & { readonly start: number; readonly end: number };

/**
 * Cuts a command line into words, operators and here-documents; a document stands where its delimiter stood.
 * Undefined where the line cannot be followed.
 */
export function tokensOf(source: string): Token[] | undefined {
	const tokens: Token[] = [];
	const waiting: Waiting[] = [];
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

type Waiting = { readonly index: number; readonly word: Word; readonly strip: boolean };

/** Blanks, and the ends of lines that go on. */
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

/** Puts the documents that begin at a place in the stead of their delimiters; says where the last one ends. */
function readDocuments(source: string, start: number, waiting: Waiting[], tokens: Token[]): number | undefined {
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
