import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { withDatabase } from "../../contracts/database.ts";
import { openPages } from "./pages.ts";
import { readTable } from "./table.ts";

test("reserved space at the end of each page is left alone", () => {
	withDatabase(({ folder }) => {
		const path = `${folder}/reserved.db`;
		use(path, (sqlite) => sqlite.run("PRAGMA user_version = 1"));
		const reserved = 32;
		write(path, 20, [reserved]);
		const contentStart = Buffer.alloc(2);
		contentStart.writeUInt16BE(4096 - reserved);
		write(path, 105, [...contentStart]);
		const texts = [10, 4061, 4062, 5000, 50_000].map((length) => "x".repeat(length));
		use(path, (sqlite) => {
			sqlite.run("CREATE TABLE t(a)");
			for (const text of texts) sqlite.run("INSERT INTO t VALUES (?)", [text]);
		});
		expect(readTable(path, "t").map(({ a }) => a)).toEqual(texts);
	});
});

test("a page count that an old program left behind does not count", () => {
	withDatabase(({ path, sqlite }) => {
		sqlite.run("CREATE TABLE t(a)");
		sqlite.run("INSERT INTO t VALUES (?)", ["x".repeat(50_000)]);
		write(path, 28, [0, 0, 0, 1]);
		write(path, 92, [9, 9, 9, 9]);
		expect(readTable(path, "t")).toHaveLength(1);
	});
});

test("a file that lacks pages is refused, even if they belong to another table", () => {
	withDatabase(({ path, sqlite }) => {
		sqlite.run("CREATE TABLE t(a)");
		sqlite.run("CREATE TABLE u(a)");
		truncateSync(path, statSync(path).size - 4096);
		expect(() => readTable(path, "t")).toThrow("it ends before its last page");
	});
});

test("only few pages are kept", () => {
	withDatabase(({ path, sqlite }) => {
		sqlite.run("CREATE TABLE t(a)");
		sqlite.run("INSERT INTO t VALUES (?)", ["x".repeat(5_000_000)]);
		const pages = openPages(path);
		const second = pages.page(2);
		expect(pages.page(2)).toBe(second);
		for (let number = 3; number <= pages.count; number++) pages.page(number);
		expect(pages.page(2)).not.toBe(second);
		expect(pages.page(2)).toEqual(second);
		pages.close();
	});
});

function use(path: string, change: (sqlite: Database) => void): void {
	const sqlite = new Database(path);
	change(sqlite);
	sqlite.close();
}

function write(path: string, at: number, bytes: readonly number[]): void {
	const file = openSync(path, "r+");
	writeSync(file, Buffer.from(bytes), 0, bytes.length, at);
	closeSync(file);
}
