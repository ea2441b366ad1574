import { readConsistently } from "./consistent-read.ts";
import { columnsOf } from "./create-table.ts";
import { broken, DatabaseError, type Pages } from "./pages.ts";
import { recordValues, type SqlValue } from "./record.ts";
import { type Cell, cellsUnder, contentOf, findCell } from "./tree.ts";

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
