/*
 * Reads and edits tables of TOML that have their own header, statement by statement. A scanner knows strings, comments
 * and brackets, so that text inside them that looks like a header does not count. Everything outside the edited table
 * keeps its bytes.
 */

/** A table: the names in its header, and the values of its keys without dots. */
export type TomlTable = { readonly path: readonly string[]; readonly values: ReadonlyMap<string, TomlValue> };

/**
 * The value of a key: one-line strings are decoded, then words and whole numbers; anything else is the text as written.
 */
export type TomlValue = string | boolean | number;

/** The value of a key, with the names in the header above it, and its own names, several if it has dots. */
export type TomlEntry = {
	readonly header: readonly string[];
	readonly keys: readonly string[];
	readonly value: TomlValue;
};

/** The tables of a text, in order; elements of lists of tables are left out. */
export function tablesIn(text: string): TomlTable[] {
	return spansIn(statementsIn(text)).map(({ path, values }) => ({ path, values }));
}

/** All entries of a text, in order: in tables, in elements of lists of tables, and before any header. */
export function entriesIn(text: string): TomlEntry[] {
	let header: readonly string[] = [];
	return statementsIn(text).flatMap((statement) => {
		if (statement.kind === "table" || statement.kind === "element") header = statement.path;
		return statement.kind === "entry" ? [{ header, keys: statement.keys, value: statement.value }] : [];
	});
}

/**
 * Whether an entry sets something in a table, or in one around it, without a header: a header for it might contradict
 * that.
 */
export function isWithinEntry(text: string, path: readonly string[]): boolean {
	return entriesIn(text).some(({ header, keys: [key = ""] }) => {
		return header.length < path.length && [...header, key].every((name, at) => name === path[at]);
	});
}

/** A text without some of its tables, and without the blank line before each of them. */
export function withoutTables(text: string, isOurs: (path: readonly string[]) => boolean): string {
	const statements = statementsIn(text);
	const gone = new Set<number>();
	for (const { path, from, to } of spansIn(statements)) {
		if (!isOurs(path)) continue;
		const first = statements[from - 1]?.kind === "blank" ? from - 1 : from;
		for (let at = first; at < to; at++) gone.add(at);
	}
	return statementsText(statements.filter((_, at) => !gone.has(at)));
}

/** A text in which a table has these values in addition; the table is added at the end if it is missing. */
export function withTable(text: string, path: readonly string[], values: Readonly<Record<string, TomlValue>>): string {
	const end = lineEndOf(text);
	const statements = statementsIn(text);
	const span = spansIn(statements).find((each) => keyText(each.path) === keyText(path));
	const own = Object.entries(values)
		.map(([key, value]) => `${keyText([key])} = ${literal(value)}${end}`)
		.join("");
	if (span) {
		const isKept = (each: TomlStatement): boolean =>
			each.kind !== "entry" || !Object.hasOwn(values, each.keys[0] ?? "");
		const before = ended(statementsText(statements.slice(0, span.from + 1)), end);
		const kept = statements.slice(span.from + 1, span.to).filter(isKept);
		return `${before}${own}${statementsText(kept)}${statementsText(statements.slice(span.to))}`;
	}
	return `${text === "" ? "" : `${ended(text, end)}${end}`}[${keyText(path)}]${end}${own}`;
}

/** A text with the line ends of another, if those are all the same. */
export function withLineEndsOf(other: string, text: string): string {
	const isWindows = lineEndOf(other) === "\r\n" && !/(?<!\r)\n/.test(other);
	return isWindows ? text.replace(/\r?\n/g, "\r\n") : text;
}

/** A table, and the statements it consists of: its header, its last entry, and everything between. */
type TableSpan = TomlTable & { readonly from: number; readonly to: number };

function spansIn(statements: readonly TomlStatement[]): TableSpan[] {
	return statements.flatMap((header, from): TableSpan[] => {
		if (header.kind !== "table") return [];
		const rest = statements.slice(from + 1);
		const next = rest.findIndex(({ kind }) => !INSIDE.has(kind));
		const inside = next < 0 ? rest : rest.slice(0, next);
		const to = from + 2 + inside.findLastIndex(({ kind }) => kind === "entry");
		const values = inside.flatMap((each) =>
			each.kind === "entry" && each.keys.length === 1 ? [[each.keys[0] ?? "", each.value] as const] : [],
		);
		return [{ path: header.path, from, to, values: new Map(values) }];
	});
}

/** What may be between the header of a table and its last entry. */
const INSIDE: ReadonlySet<TomlStatement["kind"]> = new Set(["entry", "blank", "comment"]);

/** Everything up to a line end outside strings and brackets, that line end included. */
type TomlStatement = { readonly text: string } & (
	| { readonly kind: "blank" | "comment" | "strange" }
	/** The header of a table, or of one more element of a list of tables. */
	| { readonly kind: "table" | "element"; readonly path: readonly string[] }
	| { readonly kind: "entry"; readonly keys: readonly string[]; readonly value: TomlValue }
);

/**
 * Everything that may contain line ends, or that looks like it. A string that does not end extends to the end of the
 * text.
 */
const TOKEN =
	/"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*(?:"{3,5}|$)|'''(?:[^']|'{1,2}(?!'))*(?:'{3,5}|$)|"(?:[^"\\\n]|\\[^\n])*"?|'[^'\n]*'?|#[^\n]*|[[\]{}\n]/g;

function statementsIn(text: string): TomlStatement[] {
	const statements: TomlStatement[] = [];
	let from = 0;
	let depth = 0;
	let comment: number | undefined;
	const close = (to: number): void => {
		if (to > from) statements.push(statementFrom(text.slice(from, to), text.slice(from, comment ?? to).trim()));
		from = to;
		comment = undefined;
	};
	for (const { 0: token, index } of text.matchAll(TOKEN)) {
		if (token === "[" || token === "{") depth++;
		if (token === "]" || token === "}") depth = Math.max(0, depth - 1);
		if (depth > 0) continue;
		if (token.startsWith("#")) comment = index;
		if (token === "\n") close(index + 1);
	}
	close(text.length);
	return statements;
}

const NAME = /"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+/g;
const NAMES = `(?:${NAME.source})(?:[ \\t]*\\.[ \\t]*(?:${NAME.source}))*`;
const HEADER = new RegExp(`^(\\[{1,2})[ \\t]*(${NAMES})[ \\t]*\\]{1,2}$`);
const ENTRY = new RegExp(`^(${NAMES})[ \\t]*=[ \\t]*([\\s\\S]*)$`);

/** The statement in a text; `said` is the statement without blanks and comment around it. */
function statementFrom(text: string, said: string): TomlStatement {
	if (said === "") return { text, kind: text.trim() === "" ? "blank" : "comment" };
	const [, bracket, header] = HEADER.exec(said) ?? [];
	if (header !== undefined) return { text, kind: bracket === "[" ? "table" : "element", path: namesIn(header) };
	const [, names, value] = ENTRY.exec(said) ?? [];
	if (names === undefined || value === undefined) return { text, kind: "strange" };
	return { text, kind: "entry", keys: namesIn(names), value: valueFrom(value) };
}

function namesIn(text: string): string[] {
	return [...text.matchAll(NAME)].map(([name]) => unquoted(name));
}

function valueFrom(text: string): TomlValue {
	if (/^(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*')$/.test(text)) return unquoted(text);
	if (text === "true" || text === "false") return text === "true";
	return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}

function unquoted(text: string): string {
	if (text.startsWith("'")) return text.slice(1, -1);
	if (!text.startsWith('"')) return text;
	return text.slice(1, -1).replace(ESCAPE, (whole, hex: string | undefined, letter: string | undefined) => {
		if (letter !== undefined) return LETTERS[letter] ?? whole;
		const code = Number.parseInt(hex?.slice(1) ?? "", 16);
		return code <= LAST_CODE ? String.fromCodePoint(code) : whole;
	});
}

const ESCAPE = /\\(?:(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|(.))/g;
const LETTERS: Readonly<Record<string, string>> = {
	b: "\b",
	t: "\t",
	n: "\n",
	f: "\f",
	r: "\r",
	e: "\x1b",
	'"': '"',
	"\\": "\\",
};
const LAST_CODE = 0x10ffff;

function keyText(path: readonly string[]): string {
	return path.map((name) => (/^[\w-]+$/.test(name) ? name : literal(name))).join(".");
}

/** A value in TOML's syntax, which equals JSON's except for one character that must be escaped. */
function literal(value: TomlValue): string {
	return JSON.stringify(value).replaceAll("\x7f", "\\u007f");
}

function statementsText(statements: readonly TomlStatement[]): string {
	return statements.map(({ text }) => text).join("");
}

function ended(text: string, end: string): string {
	return text.endsWith("\n") ? text : `${text}${end}`;
}

function lineEndOf(text: string): string {
	return /\r\n/.test(text) ? "\r\n" : "\n";
}
