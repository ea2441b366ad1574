import { readConsistently } from "./consistent-read.ts";
import { broken, DatabaseError, type Pages } from "./pages.ts";
import { type Cell, cellsUnder, contentOf, findCell, recordValues, type SqlValue } from "./tree.ts";

/** A table of a database: where its rows are and the names of their values. */
export type Table = {
	readonly pages: Pages;
	readonly root: number;
	/** The names of the values in a record, in order. */
	readonly stored: readonly string[];
	/** The column that is another name for the rowid. */
	readonly rowid: string | undefined;
};

/** The values of a row by the names of their columns. Computed columns are left out. */
export type TableRow = Readonly<Record<string, SqlValue>>;

/** A row and the number under which a finder finds it. */
type NumberedRow = { readonly rowid: number; readonly row: TableRow };

/** The table with that name. Of other tables only the statements that made them are read. */
export function tableOf(pages: Pages, name: string): Table {
	for (const { row } of rowsOf({ ...SCHEMA, pages })) {
		if (row.type !== "table" || typeof row.name !== "string" || !isSameName(row.name, name)) continue;
		if (typeof row.rootpage !== "number" || typeof row.sql !== "string") throw broken(`its table ${name} is nowhere`);
		const columns = columnsOf(row.sql);
		if (!columns) throw broken(`how its table ${name} was made is not understood`);
		if (row.rootpage === 0) throw new DatabaseError(`a database whose table ${name} has no rows of its own`);
		return { pages, root: row.rootpage, ...columns };
	}
	throw new DatabaseError(`a database without a table ${name}`);
}

/** The rows of a table by increasing rowid, with all columns or only the given ones; other columns are not read. */
export function* rowsOf(table: Table, columns: readonly string[] = table.stored): Generator<NumberedRow> {
	const wanted = wantedColumns(table, columns);
	for (const cell of cellsUnder(table.pages, table.root)) yield { rowid: cell.rowid, row: rowOf(table, cell, wanted) };
}

/** A function that finds a row by its number; it returns undefined if there is none. */
export function finderIn(table: Table): (rowid: number) => TableRow | undefined {
	const wanted = wantedColumns(table, table.stored);
	return (rowid) => {
		const cell = findCell(table.pages, table.root, rowid);
		return cell && rowOf(table, cell, wanted);
	};
}

/** `sqlite_schema` is rooted at page 1 in every database. */
const SCHEMA = { root: 1, stored: ["type", "name", "tbl_name", "rootpage", "sql"], rowid: undefined } as const;

/** SQLite ignores the case of ASCII letters in names. */
function isSameName(one: string, other: string): boolean {
	const small = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
	return small(one) === small(other);
}

type WantedColumns = {
	readonly names: readonly string[];
	/** Where in a record the value of each name is. */
	readonly places: readonly number[];
	/** The name that stands for the rowid. */
	readonly rowid: string | undefined;
};

function wantedColumns({ stored, rowid }: Table, columns: readonly string[]): WantedColumns {
	const places = columns.map((name) => stored.findIndex((other) => isSameName(other, name)));
	const missing = columns.find((_, i) => places[i] === -1);
	if (missing !== undefined) throw new DatabaseError(`a database whose table lacks a column ${missing}`);
	return { names: columns, places, rowid: columns.find((name) => rowid !== undefined && isSameName(name, rowid)) };
}

function rowOf({ pages }: Table, cell: Cell, { names, places, rowid }: WantedColumns): TableRow {
	const record = { length: cell.length, first: (length: number) => contentOf(pages, cell, length) };
	const values = recordValues(record, places, pages.encoding);
	return Object.fromEntries(names.map((name, i) => [name, name === rowid ? cell.rowid : (values[i] ?? null)]));
}

/** All rows of a table at one moment. For large tables use `rowsOf`, which gives one row at a time. */
export function readTable(path: string, name: string): TableRow[] {
	const [rows = []] = readConsistently(path, (pages) => [Array.from(rowsOf(tableOf(pages, name)), ({ row }) => row)]);
	return rows;
}

/** What the statement that made a table says about it. */
type TableColumns = {
	/** The names of the columns that records hold, in their order. */
	readonly stored: readonly string[];
	/** The column that is another name for the rowid; records have null in its place. */
	readonly rowid: string | undefined;
};

/** The columns of a table; undefined if the statement cannot be parsed. */
export function columnsOf(sql: string): TableColumns | undefined {
	const definitions = definitionsIn(sqlTokens(sql));
	if (!definitions) return undefined;
	const firstConstraint = definitions.findIndex(([first = ""]) => CONSTRAINT.test(first));
	const columns = definitions.slice(0, firstConstraint < 0 ? undefined : firstConstraint);
	const keys = definitions.slice(columns.length).flatMap(primaryKeyOf);
	return {
		stored: columns.filter((column) => !isComputed(column)).map(columnName),
		rowid: columns.filter((column) => isRowid(column, keys)).map(columnName)[0],
	};
}

type SqlTokens = readonly string[];

const CONSTRAINT = /^(constraint|primary|unique|check|foreign)$/i;

const SQL_TOKEN =
	/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"]|"")*"|'(?:[^']|'')*'|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/g;

function sqlTokens(sql: string): SqlTokens {
	return (sql.match(SQL_TOKEN) ?? []).filter((token) => !/^(--|\/\*)/.test(token));
}

/** The text between the outer brackets, split at commas; text in inner brackets is left out, but not the brackets. */
function definitionsIn(tokens: SqlTokens): SqlTokens[] | undefined {
	const start = tokens.indexOf("(");
	if (start < 0) return undefined;
	const definitions: string[][] = [[]];
	let depth = 1;
	for (const token of tokens.slice(start + 1)) {
		if (token === ")" && --depth === 0) return definitions;
		if (token === "," && depth === 1) definitions.push([]);
		else definitions.at(-1)?.push(token);
		if (token === "(") depth++;
	}
	return undefined;
}

function columnName([first = ""]: SqlTokens): string {
	const quote = first[0] ?? "";
	if (quote === "[") return first.slice(1, -1);
	return /["'`]/.test(quote) ? first.slice(1, -1).replaceAll(quote + quote, quote) : first;
}

/** Whether a column is computed from others whenever it is read. */
function isComputed(column: SqlTokens): boolean {
	const text = outer(column.slice(1));
	return /\bas \(/i.test(text) && !/\bas \( \) stored\b/i.test(text);
}

/** A column of type integer that alone is the primary key. "DESC" after the column undoes that. */
function isRowid(column: SqlTokens, keys: readonly string[]): boolean {
	if (!/^integer$/i.test(columnName(column.slice(1)))) return false;
	const text = outer(column.slice(1));
	if (/\bprimary key desc\b/i.test(text)) return false;
	const isAlone = /^\S+( (constraint|primary|not|null|unique|check|default|collate|references|generated|as)\b|$)/i;
	if (!isAlone.test(text)) return false;
	return /\bprimary key\b/i.test(text) || keys.includes(columnName(column).toLowerCase());
}

/** The column that a constraint makes the primary key, if it is a single one. */
function primaryKeyOf(constraint: SqlTokens): string[] {
	const at = constraint.findIndex((token, i) => /^primary$/i.test(token) && /^key$/i.test(constraint[i + 1] ?? ""));
	const [bracket, ...rest] = at < 0 ? [] : constraint.slice(at + 2);
	const names = rest.slice(0, rest.indexOf(")")).filter((token) => token !== "(");
	return bracket === "(" && !names.includes(",") ? [columnName(names).toLowerCase()] : [];
}

/** The tokens outside brackets and quotes, as one text. */
function outer(tokens: SqlTokens): string {
	let depth = 0;
	const words: string[] = [];
	for (const token of tokens) {
		if (token === ")") depth--;
		if (depth === 0) words.push(/^["'`[]/.test(token) ? "_" : token);
		if (token === "(") depth++;
	}
	return words.join(" ");
}
