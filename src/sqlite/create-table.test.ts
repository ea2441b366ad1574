import { expect, test } from "bun:test";
import { withDatabase } from "../../contracts/database.ts";
import { columnsOf } from "./create-table.ts";

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
