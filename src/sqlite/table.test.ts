import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { type Made, selectAll, withDatabase } from "../../contracts/database.ts";
import { openPages, type Pages } from "./pages.ts";
import { columnsOf, finderIn, readTable, rowsOf, tableOf } from "./table.ts";

const SECRET = "secret ".repeat(3000);

test("every row is found by its number, and no row between them", () => {
	withDatabase((made) => {
		made.sqlite.run("PRAGMA page_size = 512");
		made.sqlite.run("CREATE TABLE t(a, b)");
		for (let i = -300; i < 300; i++)
			made.sqlite.run("INSERT INTO t(rowid, a, b) VALUES (?, ?, ?)", [i * i * i, i, "x".repeat(Math.abs(i) * 3)]);
		withPages(made, (pages) => {
			const table = tableOf(pages, "t");
			const find = finderIn(table);
			const numbered = [...rowsOf(table)];
			expect(numbered).toHaveLength(600);
			for (const { rowid, row } of numbered) expect(find(rowid)).toEqual(row);
			for (const rowid of [-1e15, -2, 2, 9, 1e15, 0.5, 2 ** 60, Number.NaN]) expect(find(rowid)).toBeUndefined();
		});
	});
});

test("rows with numbers too large for JavaScript are still distinguished", () => {
	withDatabase((made) => {
		made.sqlite.run("CREATE TABLE t(a)");
		for (const rowid of [2n ** 60n, 2n ** 60n + 1n]) made.sqlite.run("INSERT INTO t(rowid, a) VALUES (?, 1)", [rowid]);
		expect(readTable(made.path, "t")).toHaveLength(2);
	});
});

test("only the requested columns are read, so the others may be damaged", () => {
	withDatabase((made) => {
		made.sqlite.run("CREATE TABLE t(a, b, c)");
		made.sqlite.run("INSERT INTO t VALUES (1, 2, ?)", [SECRET]);
		const { root } = rootsOf(made.sqlite);
		for (let page = root("t") + 1; page <= countOf(made.sqlite); page++) overwrite(made.path, page);
		withPages(made, (pages) => {
			const table = tableOf(pages, "t");
			expect([...rowsOf(table, ["b", "A"])]).toEqual([{ rowid: 1, row: { b: 2, A: 1 } }]);
			expect(() => [...rowsOf(table, ["c"])]).toThrow("a broken database");
			expect(() => [...rowsOf(table, ["d"])]).toThrow("lacks a column d");
		});
	});
});

test("pages of other tables are not read", () => {
	withDatabase((made) => {
		made.sqlite.run("CREATE TABLE credential(a)");
		made.sqlite.run("INSERT INTO credential VALUES (?), ('short secret')", [SECRET]);
		const before = countOf(made.sqlite);
		made.sqlite.run("CREATE TABLE t(a)");
		made.sqlite.run("INSERT INTO t VALUES ('known')");
		const read = pagesReadFor(made, "t");
		expect(read).toEqual([1, rootsOf(made.sqlite).root("t")]);
		for (let page = 2; page <= before; page++) overwrite(made.path, page);
		expect(readFileSync(made.path, "latin1")).not.toContain("secret");
		expect(readTable(made.path, "t")).toEqual([{ a: "known" }]);
	});
});

test("a column may have any name", () => {
	withDatabase((made) => {
		made.sqlite.run('CREATE TABLE t("__proto__", "constructor", "a b")');
		made.sqlite.run("INSERT INTO t VALUES (1, 2, 3)");
		const [row = {}] = readTable(made.path, "t");
		expect(Object.entries(row)).toEqual([
			["__proto__", 1],
			["constructor", 2],
			["a b", 3],
		]);
	});
});

test("a column that is another name for the rowid has its value", () => {
	withDatabase((made) => {
		made.sqlite.run("CREATE TABLE t(b, a INTEGER PRIMARY KEY)");
		made.sqlite.run("INSERT INTO t VALUES (NULL, 7), ('x', -7)");
		expect(readTable(made.path, "t")).toEqual(selectAll(made.sqlite, "t") as ReturnType<typeof readTable>);
	});
});

function withPages(made: Made, use: (pages: Pages) => void): void {
	const pages = openPages(made.path);
	try {
		use(pages);
	} finally {
		pages.close();
	}
}

function pagesReadFor(made: Made, name: string): number[] {
	const read = new Set<number>();
	withPages(made, (pages) => {
		const watched: Pages = {
			...pages,
			page: (number) => pages.page(read.add(number) && number),
			load: (number, into) => pages.load(read.add(number) && number, into),
		};
		for (const { row } of rowsOf(tableOf(watched, name))) expect(row).toBeDefined();
	});
	return [...read];
}

function rootsOf(sqlite: Database): { root: (table: string) => number } {
	const find = sqlite.query<{ rootpage: number }, [string]>("SELECT rootpage FROM sqlite_schema WHERE name = ?");
	return { root: (table) => find.get(table)?.rootpage ?? 0 };
}

function countOf(sqlite: Database): number {
	return sqlite.query<{ page_count: number }, []>("PRAGMA page_count").get()?.page_count ?? 0;
}

/** Overwrites a page without SQLite's knowledge. */
function overwrite(path: string, page: number): void {
	const file = openSync(path, "r+");
	writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
	closeSync(file);
}

test.each([
	"CREATE TABLE t(a INTEGER PRIMARY KEY, b)",
	'CREATE TABLE t(a "INTEGER" PRIMARY KEY, b)',
	"CREATE TABLE t(a INTEGER PRIMARY KEY DESC, b)",
	"CREATE TABLE t(a INTEGER UNIQUE PRIMARY KEY DESC, b)",
	"CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b)",
	"CREATE TABLE t(a INTEGER, b, PRIMARY KEY(a DESC))",
	"CREATE TABLE t(a INTEGER, b, PRIMARY KEY(a, b))",
	"CREATE TABLE t(a INTEGER, b, PRIMARY KEY((a)))",
	'CREATE TABLE t(a INTEGER, b, UNIQUE(b) PRIMARY KEY ("a"))',
	"CREATE TABLE t(a INTEGER, b, CONSTRAINT k PRIMARY KEY ([A]) ON CONFLICT REPLACE)",
	"CREATE TABLE t('a' INTEGER, b, PRIMARY KEY('a' COLLATE nocase))",
	"CREATE TABLE t(a INT PRIMARY KEY, b)",
	"CREATE TABLE t(a BIG INTEGER PRIMARY KEY, b)",
	"CREATE TABLE t(a INTEGER OF_MINE PRIMARY KEY, b)",
	"CREATE TABLE t(a INTEGER(4) PRIMARY KEY, b)",
	"CREATE TABLE t(a integer not null constraint x primary key asc, b)",
	"CREATE TABLE t(a INTEGER CHECK (a > 0) PRIMARY KEY, b)",
	"CREATE TABLE t(a INTEGER DEFAULT 'primary key', b TEXT DEFAULT 'x,y(', c)",
	`CREATE TABLE t("primary" INTEGER, [check] TEXT, 'unique', \`for''eign\` x, "a""b" -- , no
		, z /* , y ( */ DEFAULT (1 + (2)), CHECK (z IN (1, 2)))`,
	"CREATE TABLE t(a, b AS (a + 1), c GENERATED ALWAYS AS (a) STORED NOT NULL, d)",
	"CREATE TABLE t(as_of INTEGER, b REFERENCES x(y), PRIMARY KEY(as_of))",
	'CREATE TABLE "t (x"(a, "b,c" varchar(1,2), ä$1 TEXT)',
	"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT) STRICT",
	'CREATE TABLE t AS SELECT 1 AS a, 2 AS "b c"',
])("SQLite agrees on the columns of %s", (statement) => {
	withDatabase(({ sqlite }) => {
		sqlite.run(statement);
		const find = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name LIKE 't%'";
		const made = sqlite.query<{ name: string; sql: string }, []>(find).get();
		const columns = sqlite
			.query<{ name: string; pk: number; hidden: number }, [string]>("SELECT * FROM pragma_table_xinfo(?)")
			.all(made?.name ?? "");
		const rowid = columns.find(({ name }) => {
			const plan = `EXPLAIN QUERY PLAN SELECT * FROM "${made?.name}" WHERE "${name.replaceAll('"', '""')}" = 1`;
			return sqlite.query<{ detail: string }, []>(plan).get()?.detail.includes("INTEGER PRIMARY KEY");
		});
		const computed = 2;
		expect(columnsOf(made?.sql ?? "")).toEqual({
			stored: columns.filter(({ hidden }) => hidden !== computed).map(({ name }) => name),
			rowid: rowid?.name,
		});
	});
});

test.each(["", "CREATE TABLE t", "CREATE TABLE t(a, b"])("%p cannot be parsed", (statement) => {
	expect(columnsOf(statement)).toBeUndefined();
});
