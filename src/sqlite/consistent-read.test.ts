import type { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { copyFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { type Made, withDatabase } from "../../contracts/database.ts";
import { readConsistently } from "./consistent-read.ts";
import { rowsOf, tableOf } from "./table.ts";

describe("what is read during a write", () => {
	test("is read again from the beginning", () => {
		withTable("DELETE", (made) => {
			const writes = [() => insert(made.sqlite, 2), () => insert(made.sqlite, 3)];
			expect(readWhile(made, writes)).toEqual([[1, 2, 3]]);
		});
	});

	test("is refused if writes do not end", () => {
		withTable("DELETE", (made) => {
			const writes = Array.from({ length: 100 }, () => () => insert(made.sqlite, 2));
			expect(() => readWhile(made, writes)).toThrow("being written to");
			expect(writes.length).toBeGreaterThan(90);
		});
	});

	test("stays as it was if the log only grows", () => {
		withTable("WAL", (made) => {
			expect(readWhile(made, [() => insert(made.sqlite, 2)])).toEqual([[1]]);
		});
	});

	test.each(["PASSIVE", "RESTART", "TRUNCATE"])("is read again if the log was copied into the file (%s)", (how) => {
		withTable("WAL", (made) => {
			const write = (): void => {
				insert(made.sqlite, 2);
				made.sqlite.run(`PRAGMA wal_checkpoint(${how})`);
			};
			expect(readWhile(made, [write])).toEqual([[1, 2]]);
		});
	});

	test("is read again if the log was restarted", () => {
		withTable("WAL", (made) => {
			made.sqlite.run("PRAGMA wal_checkpoint(RESTART)");
			age(made.path);
			expect(readWhile(made, [() => insert(made.sqlite, 2)])).toEqual([[1, 2]]);
		});
	});

	test("is read again if another file replaced the database", () => {
		withTable("DELETE", (made) => {
			const replace = (): void => {
				copyFileSync(made.path, `${made.path}.new`);
				rmSync(made.path);
				copyFileSync(`${made.path}.new`, made.path);
				age(made.path);
			};
			const count = { reads: 0 };
			expect(readWhile(made, [replace], count)).toEqual([[1]]);
			expect(count.reads).toBe(2);
		});
	});

	test("is read again if the file has the same time as before", () => {
		withTable("DELETE", (made) => {
			const write = (): void => {
				insert(made.sqlite, 2);
				age(made.path);
			};
			expect(readWhile(made, [write])).toEqual([[1, 2]]);
		});
	});

	test("is read again if nothing was found", () => {
		withTable("DELETE", ({ path, sqlite }) => {
			let reads = 0;
			const read = (): number[] => {
				if (reads++ === 0) insert(sqlite, 2);
				return [];
			};
			expect([...readConsistently(path, read)]).toEqual([]);
			expect(reads).toBe(2);
		});
	});

	test("does not count as broken because of the write", () => {
		withTable("DELETE", ({ path, sqlite }) => {
			let reads = 0;
			const read = (): number[] => {
				if (reads++ > 0) return [7];
				insert(sqlite, 2);
				throw new Error("torn");
			};
			expect([...readConsistently(path, read)]).toEqual([7]);
		});
	});
});

test("an error that no write explains is passed on", () => {
	withTable("DELETE", ({ path }) => {
		const read = (): number[] => {
			throw new Error("ours");
		};
		expect(() => [...readConsistently(path, read)]).toThrow("ours");
	});
});

test("what was given before a write is not lost, and the retries start again", () => {
	withTable("DELETE", ({ path, sqlite }) => {
		const given: number[] = [];
		const read = function* (): Generator<number> {
			for (let i = given.length; i < 20; i++) {
				yield i;
				given.push(i);
				if (i % 2) insert(sqlite, i);
			}
		};
		expect([...readConsistently(path, read)]).toEqual(Array.from({ length: 20 }, (_, i) => i));
	});
});

describe("a journal beside the database", () => {
	const magic = Buffer.from("d9d505f920a163d7", "hex");

	test("means that a write is not finished", () => {
		withTable("DELETE", (made) => {
			writeFileSync(`${made.path}-journal`, Buffer.concat([magic, Buffer.alloc(600)]));
			expect(() => readWhile(made, [])).toThrow("being written to");
		});
	});

	test.each([
		["an empty one", Buffer.alloc(0)],
		["one that was wiped", Buffer.alloc(600)],
	])("means nothing if it is %s", (_, journal) => {
		withTable("DELETE", (made) => {
			writeFileSync(`${made.path}-journal`, journal);
			expect(readWhile(made, [])).toEqual([[1]]);
		});
	});
});

test("a missing database is an error of the file system", () => {
	withTable("DELETE", ({ path }) => {
		expect(() => [...readConsistently(`${path}.not`, () => [1])]).toThrow("ENOENT");
	});
});

function withTable(journal: string, use: (made: Made) => void): void {
	withDatabase((made) => {
		made.sqlite.run(`PRAGMA journal_mode = ${journal}`);
		made.sqlite.run("CREATE TABLE t(a)");
		made.sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
		insert(made.sqlite, 1);
		age(made.path);
		use(made);
	});
}

/** File systems cannot distinguish two writes within one tick of their clock. */
function age(path: string): void {
	utimesSync(path, 1, 1);
}

/** Reads the table; each time, the next write happens after the rows are read and before they are returned. */
function readWhile({ path }: Made, writes: (() => void)[], count: { reads: number } = { reads: 0 }): unknown[] {
	const read = readConsistently(path, (pages) => {
		count.reads++;
		const values = Array.from(rowsOf(tableOf(pages, "t")), ({ row }) => row.a);
		writes.shift()?.();
		return [values];
	});
	return [...read];
}

function insert(sqlite: Database, a: number): void {
	sqlite.run("INSERT INTO t VALUES (?)", [a]);
}
