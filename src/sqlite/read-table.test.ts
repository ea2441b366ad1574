import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { type Made, selectAll, withDatabase } from "../../contracts/database.ts";
import { readTable } from "./table.ts";

const PAGE_SIZES = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536];

describe("a table is read as SQLite reads it", () => {
	test.each(PAGE_SIZES)("on pages of %d bytes", (size) => {
		withDatabase((made) => {
			made.sqlite.run(`PRAGMA page_size = ${size}`);
			made.sqlite.run("CREATE TABLE t(a, b)");
			for (let i = 0; i < 300; i++) insert(made.sqlite, i, "x".repeat((i * size) / 80));
			expectSame(made, 300);
		});
	});

	test.each(["UTF-8", "UTF-16le", "UTF-16be"])("in %s", (encoding) => {
		withDatabase((made) => {
			made.sqlite.run(`PRAGMA encoding = "${encoding}"`);
			made.sqlite.run("CREATE TABLE größe(a, ü)");
			made.sqlite.run("INSERT INTO größe VALUES (?, ?), (?, ?)", ["", "Ünïcödé 🎉 漢字", "plain", "\u0000a\u0000"]);
			expectSame(made, 2, "größe");
		});
	});

	test("without any row", () => {
		withDatabase((made) => {
			made.sqlite.run("CREATE TABLE t(a)");
			expectSame(made, 0);
		});
	});

	test("with trees of several levels", () => {
		withDatabase((made) => {
			made.sqlite.run("PRAGMA page_size = 512");
			made.sqlite.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
			made.sqlite.run(`INSERT INTO t SELECT value * 3, 'row ' || value FROM (${numbersTo(100_000)})`);
			expectSame(made, 100_000);
		});
	});

	test("with values of many megabytes", () => {
		withDatabase((made) => {
			made.sqlite.run("CREATE TABLE t(a, b)");
			insert(made.sqlite, new Uint8Array(5_000_000).fill(7), "ä".repeat(3_000_000));
			expectSame(made, 1);
		});
	});

	test.each(["DELETE FROM t WHERE a % 3 > 0", "DELETE FROM t WHERE a < 900; VACUUM", "DELETE FROM t"])(
		"after %s",
		(statement) => {
			for (const autoVacuum of ["NONE", "FULL", "INCREMENTAL"])
				withDatabase((made) => {
					made.sqlite.run(`PRAGMA auto_vacuum = ${autoVacuum}`);
					made.sqlite.run("CREATE TABLE t(a, b)");
					for (let i = 0; i < 1000; i++) insert(made.sqlite, i, "y".repeat(i * 9));
					for (const part of statement.split("; ")) made.sqlite.run(part);
					insert(made.sqlite, 5000, "z".repeat(5000));
					expectSame(made);
				});
		},
	);

	test("with columns that old rows do not have", () => {
		withDatabase((made) => {
			made.sqlite.run("CREATE TABLE t(a, b)");
			insert(made.sqlite, 1, 2);
			made.sqlite.run("ALTER TABLE t ADD COLUMN c");
			made.sqlite.run("INSERT INTO t VALUES (3, 4, 5)");
			expectSame(made, 2);
			made.sqlite.run("ALTER TABLE t DROP COLUMN b");
			made.sqlite.run("ALTER TABLE t RENAME COLUMN c TO [the ]");
			expectSame(made, 2);
		});
	});

	test("with numbers of every size", () => {
		withDatabase((made) => {
			made.sqlite.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
			const powers = Array.from({ length: 64 }, (_, i) => 2n ** BigInt(i));
			const numbers = powers.flatMap((power) => [power - 1n, -power]);
			for (const number of [...new Set(numbers)]) insert(made.sqlite, number, number);
			for (const number of [0.5, -1e300, Number.MIN_VALUE, 1e15]) insert(made.sqlite, null, number);
			expectSame(made);
		});
	});
});

test("any table is read as SQLite reads it, after any changes", () => {
	const setting = fc.record({
		size: fc.constantFrom(...PAGE_SIZES),
		encoding: fc.constantFrom("UTF-8", "UTF-16le", "UTF-16be"),
		autoVacuum: fc.constantFrom("NONE", "FULL", "INCREMENTAL"),
		journal: fc.constantFrom("WAL", "DELETE", "TRUNCATE", "PERSIST"),
	});
	fc.assert(
		fc.property(setting, fc.array(step(), { maxLength: 12 }), (chosen, steps) => {
			withDatabase((made) => {
				made.sqlite.run(`PRAGMA page_size = ${chosen.size}`);
				made.sqlite.run(`PRAGMA encoding = "${chosen.encoding}"`);
				made.sqlite.run(`PRAGMA auto_vacuum = ${chosen.autoVacuum}`);
				made.sqlite.run(`PRAGMA journal_mode = ${chosen.journal}`);
				made.sqlite.run("CREATE TABLE t(a, b)");
				for (const change of steps) {
					change(made.sqlite);
					expectSame(made);
				}
			});
		}),
		{ numRuns: process.env.IBID_QUICK ? 30 : 100 },
	);
});

test("reading changes no file and makes none", () => {
	withDatabase((made) => {
		made.sqlite.run("PRAGMA journal_mode = WAL");
		made.sqlite.run("CREATE TABLE t(a, b)");
		insert(made.sqlite, 1, 2);
		const before = contentsOf(made.folder);
		expect([...before.keys()]).toEqual(["some.db", "some.db-shm", "some.db-wal"]);
		expect(readTable(made.path, "t")).toEqual([{ a: 1, b: 2 }]);
		expect(contentsOf(made.folder)).toEqual(before);
	});
});

describe("is refused with one sentence:", () => {
	test.each([
		["a table that is not there", "CREATE TABLE u(a)", "a database without a table t"],
		["a table without rowids", "CREATE TABLE t(a PRIMARY KEY) WITHOUT ROWID", "a table without rowids"],
		["a view", "CREATE VIEW t AS SELECT 1", "a database without a table t"],
		["a virtual table", "CREATE VIRTUAL TABLE t USING fts5(a)", "has no rows of its own"],
	])("%s", (_, statement, why) => {
		withDatabase(({ sqlite, path }) => {
			sqlite.run(statement);
			expect(() => readTable(path, "t")).toThrow(why);
		});
	});
});

test("a table is found whatever the case of its name", () => {
	withDatabase((made) => {
		made.sqlite.run('CREATE TABLE "Some T"(a, b)');
		made.sqlite.run('INSERT INTO "some t" VALUES (1, 2)');
		expect(readTable(made.path, "sOME t")).toEqual([{ a: 1, b: 2 }]);
	});
});

/** One change to the table, of any kind. */
function step(): fc.Arbitrary<(sqlite: Database) => void> {
	const value = fc.oneof(
		fc.constant(null),
		fc.integer(),
		fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
		fc.double({ noNaN: true }),
		fc.string({ unit: "grapheme" }),
		fc.tuple(fc.string({ unit: "grapheme", minLength: 1 }), fc.nat(3000)).map(([text, times]) => text.repeat(times)),
		fc.uint8Array({ maxLength: 2000 }),
	);
	const statement = fc.constantFrom(
		"DELETE FROM t WHERE rowid % 2 = 0",
		"UPDATE t SET a = b WHERE rowid % 3 = 0",
		"ALTER TABLE t ADD COLUMN c",
		"PRAGMA wal_checkpoint(PASSIVE)",
		"PRAGMA wal_checkpoint(RESTART)",
		"PRAGMA wal_checkpoint(TRUNCATE)",
		"PRAGMA incremental_vacuum",
		"VACUUM",
	);
	return fc.oneof(
		{
			weight: 3,
			arbitrary: fc.tuple(value, value, fc.nat(8)).map(([a, b, times]) => (sqlite: Database) => {
				for (let i = 0; i <= times; i++) insert(sqlite, a, b);
			}),
		},
		{ weight: 2, arbitrary: statement.map((text) => (sqlite: Database) => attempt(() => sqlite.run(text))) },
		{
			weight: 1,
			arbitrary: fc.tuple(fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }), value).map(
				([rowid, a]) =>
					(sqlite: Database) =>
						attempt(() => sqlite.run("INSERT INTO t(rowid, a) VALUES (?, ?)", [rowid, a])),
			),
		},
	);
}

/** Some changes cannot be made twice. */
function attempt(change: () => void): void {
	try {
		change();
	} catch (error) {
		expect(String(error)).toMatch(/duplicate column|UNIQUE constraint/);
	}
}

type Bound = null | number | bigint | string | Uint8Array;

function insert(sqlite: Database, a: Bound, b: Bound): void {
	sqlite.run("INSERT INTO t(a, b) VALUES (?, ?)", [a, b]);
}

function expectSame({ sqlite, path }: Made, count?: number, table = "t"): void {
	const rows = readTable(path, table);
	if (count !== undefined) expect(rows).toHaveLength(count);
	expect(rows).toEqual(selectAll(sqlite, table) as typeof rows);
}

function numbersTo(count: number): string {
	return `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count}) SELECT * FROM n`;
}

function contentsOf(folder: string): Map<string, string> {
	const names = readdirSync(folder).sort();
	return new Map(names.map((name) => [name, readFileSync(join(folder, name), "base64")]));
}
