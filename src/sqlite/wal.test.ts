import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { type Made, selectAll, withDatabase } from "../../contracts/database.ts";
import { readTable, type TableRow } from "./table.ts";

const HEADER = 32;
const FRAME = 24 + 4096;

describe("a log counts for", () => {
	test("everything that was committed, even if none of it is in the file yet", () => {
		withLog(({ sqlite, path }) => {
			const pages = statSync(path).size / 4096;
			fill(sqlite, "a", 100);
			expect(statSync(path).size / 4096).toBe(pages);
			expect(readTable(path, "t")).toHaveLength(100);
		});
	});

	test("nothing of an unfinished write", () => {
		withLog(({ sqlite, path }) => {
			fill(sqlite, "a", 100);
			const size = statSync(`${path}-wal`).size;
			sqlite.run("PRAGMA cache_size = 1");
			sqlite.run("BEGIN");
			fill(sqlite, "b", 1000);
			expect(statSync(`${path}-wal`).size).toBeGreaterThan(size + 100 * FRAME);
			expect(textsIn(path)).toEqual(new Set(["a"]));
			sqlite.run("COMMIT");
			expect(textsIn(path)).toEqual(new Set(["a", "b"]));
		});
	});

	test("no row as an unfinished write has changed it", () => {
		withLog(({ sqlite, path }) => {
			fill(sqlite, "a", 1000);
			const size = statSync(`${path}-wal`).size;
			sqlite.run("PRAGMA cache_size = 1");
			sqlite.run("BEGIN");
			sqlite.run("UPDATE t SET a = 'b'");
			expect(statSync(`${path}-wal`).size).toBeGreaterThan(size + 100 * FRAME);
			expect(textsIn(path)).toEqual(new Set(["a"]));
			sqlite.run("COMMIT");
			expect(textsIn(path)).toEqual(new Set(["b"]));
		});
	});

	test("nothing that was rolled back", () => {
		withLog(({ sqlite, path }) => {
			fill(sqlite, "a", 100);
			sqlite.run("PRAGMA cache_size = 1");
			sqlite.run("BEGIN");
			fill(sqlite, "b", 1000);
			sqlite.run("ROLLBACK");
			fill(sqlite, "c", 1);
			expect(textsIn(path)).toEqual(new Set(["a", "c"]));
		});
	});

	test("nothing after the end of a log that was restarted over a longer one", () => {
		withLog(({ sqlite, path }) => {
			fill(sqlite, "a", 1000);
			sqlite.run("PRAGMA wal_checkpoint(RESTART)");
			const size = statSync(`${path}-wal`).size;
			sqlite.run("UPDATE t SET a = 'b' WHERE rowid = 1");
			expect(statSync(`${path}-wal`).size).toBe(size);
			expect(readTable(path, "t")).toEqual(selectAll(sqlite, "t") as TableRow[]);
		});
	});

	test("nothing if the file only has the name of a log", () => {
		withLog(({ sqlite, path, folder }) => {
			fill(sqlite, "a", 10);
			sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
			copyFileSync(path, `${folder}/old.db`);
			writeFileSync(`${folder}/old.db-wal`, Buffer.alloc(HEADER + FRAME, 7));
			expect(readTable(`${folder}/old.db`, "t")).toHaveLength(10);
		});
	});

	test("a shorter database if rows were deleted and their space was given back", () => {
		withLog(({ sqlite, path }) => {
			fill(sqlite, "a", 1000);
			sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
			sqlite.run("DELETE FROM t WHERE rowid > 5");
			sqlite.run("VACUUM");
			expect(readTable(path, "t")).toHaveLength(5);
		});
	});

	test("nothing once it is gone: the file alone counts", () => {
		withLog(({ sqlite, path, folder }) => {
			fill(sqlite, "a", 10);
			sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
			fill(sqlite, "b", 10);
			copyFileSync(path, `${folder}/alone.db`);
			expect(textsIn(`${folder}/alone.db`)).toEqual(new Set(["a"]));
		});
	});
});

test("a log from a machine with the other byte order can be read", () => {
	withThreeCommits((path) => {
		const log = readFileSync(`${path}-wal`);
		writeFileSync(`${path}-wal`, turned(log));
		expect(textsIn(path)).toEqual(new Set(["a", "b", "c"]));
		writeFileSync(`${path}-wal`, Buffer.concat([turned(log).subarray(0, HEADER), log.subarray(HEADER)]));
		expect(textsIn(path)).toEqual(new Set());
	});
});

describe("a log that is cut or damaged counts up to the last commit before the damage", () => {
	test("wherever it is cut, SQLite agrees", () => {
		withThreeCommits((path, length) => {
			for (let end = 0; end <= length; end += 997) expectAgreement(path, () => truncateSync(`${path}-wal`, end));
		});
	});

	test("whichever byte is wrong, SQLite agrees", () => {
		withThreeCommits((path, length) => {
			const log = readFileSync(`${path}-wal`);
			for (let at = 0; at < length; at += at < HEADER + 24 ? 1 : 499) {
				const damaged = Buffer.from(log);
				damaged.writeUInt8(log.readUInt8(at) ^ 1, at);
				expectAgreement(path, () => writeFileSync(`${path}-wal`, damaged));
			}
		});
	});
});

function withLog(use: (made: Made) => void): void {
	withDatabase((made) => {
		made.sqlite.run("PRAGMA journal_mode = WAL");
		made.sqlite.run("PRAGMA wal_autocheckpoint = 0");
		made.sqlite.run("CREATE TABLE t(a, b)");
		made.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
		use(made);
	});
}

/** Each row fills a part of a page. */
function fill(sqlite: Database, a: string, count: number): void {
	for (let i = 0; i < count; i++) sqlite.run("INSERT INTO t VALUES (?, ?)", [a, "x".repeat(900)]);
}

function textsIn(path: string): Set<unknown> {
	return new Set(readTable(path, "t").map(({ a }) => a));
}

/** A copy, which no process has open, of a database with three commits in its log. */
function withThreeCommits(use: (path: string, length: number) => void): void {
	withLog(({ sqlite, path, folder }) => {
		for (const letter of ["a", "b", "c"]) fill(sqlite, letter, 1);
		const copy = `${folder}/copy.db`;
		copyFileSync(path, copy);
		copyFileSync(`${path}-wal`, `${copy}-wal`);
		use(copy, statSync(`${copy}-wal`).size);
	});
}

/** The same log with checksums over big-endian words. */
function turned(log: Buffer): Buffer {
	const result = Buffer.from(log);
	const sums = [0, 0] as [number, number];
	const add = (from: number, to: number): void => {
		for (let at = from; at < to; at += 8) {
			sums[0] = (sums[0] + sums[1] + result.readUInt32BE(at)) % 2 ** 32;
			sums[1] = (sums[1] + sums[0] + result.readUInt32BE(at + 4)) % 2 ** 32;
		}
	};
	const write = (at: number): void => {
		for (const [i, sum] of sums.entries()) result.writeUInt32BE(sum, at + 4 * i);
	};
	result.writeUInt8(0x83, 3);
	add(0, 24);
	write(24);
	for (let at = HEADER; at < log.length; at += FRAME) {
		add(at, at + 8);
		add(at + 24, at + FRAME);
		write(at + 16);
	}
	return result;
}

/** Compares with SQLite on a copy, because SQLite would write the log into the file. */
function expectAgreement(path: string, damage: () => void): void {
	const log = readFileSync(`${path}-wal`);
	damage();
	const rows = readTable(path, "t");
	withDatabase(({ folder }) => {
		const copy = `${folder}/copy.db`;
		copyFileSync(path, copy);
		copyFileSync(`${path}-wal`, `${copy}-wal`);
		const sqlite = new Database(copy);
		expect(rows).toEqual(selectAll(sqlite, "t") as TableRow[]);
		sqlite.close();
	});
	writeFileSync(`${path}-wal`, log);
}
