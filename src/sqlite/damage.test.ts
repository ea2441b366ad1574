import { describe, expect, test } from "bun:test";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { withDatabase } from "../../contracts/database.ts";
import { DatabaseError } from "./pages.ts";
import { readTable } from "./table.ts";

const SIZE = 512;
const ROWS = 120;

describe("a damaged database is read or refused, and reading always ends", () => {
	test("with wrong bytes anywhere", () => {
		withSample((sound, judge) => {
			const damage = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
			fc.assert(
				fc.property(damage, (bytes) => {
					const damaged = Buffer.from(sound);
					for (const [at, byte] of bytes) damaged.writeUInt8(byte, at);
					judge(damaged);
				}),
				{ numRuns: 500 },
			);
		});
	});

	test("with any byte of the header, of the schema and of a root wrong", () => {
		withSample((sound, judge) => {
			for (let at = 0; at < SIZE * 2; at++)
				for (const byte of [0, 0xff]) {
					const damaged = Buffer.from(sound);
					damaged.writeUInt8(byte, at);
					judge(damaged);
				}
		});
	});

	test("with pages that were swapped", () => {
		withSample((sound, judge) => {
			const page = fc.nat(sound.length / SIZE - 1);
			fc.assert(
				fc.property(fc.array(fc.tuple(page, page), { minLength: 1, maxLength: 10 }), (moves) => {
					const damaged = Buffer.from(sound);
					for (const [from, to] of moves) sound.copy(damaged, to * SIZE, from * SIZE, (from + 1) * SIZE);
					judge(damaged);
				}),
				{ numRuns: 300 },
			);
		});
	});

	test("with its end missing, which is always refused", () => {
		withSample((sound, judge) => {
			for (let end = 16; end < sound.length; end += 333) expect(judge(sound.subarray(0, end))).toBe("refused");
		});
	});
});

describe("a tree that contains itself is refused", () => {
	test.each([
		["by a page that is its own child", (bytes: Buffer, root: number) => bytes.writeUInt32BE(root, rightmost(root))],
		[
			"by the same child twice",
			(bytes: Buffer, root: number) => bytes.writeUInt32BE(firstChild(bytes, root), rightmost(root)),
		],
	])("%s", (_, entangle) => {
		withSample((sound, judge, root) => {
			const damaged = Buffer.from(sound);
			entangle(damaged, root);
			expect(judge(damaged)).toBe("refused");
		});
	});
});

test("a file that is not a database is refused as such", () => {
	withDatabase(({ folder }) => {
		writeFileSync(`${folder}/text`, "SQLite format 4");
		expect(() => readTable(`${folder}/text`, "t")).toThrow("not an SQLite database");
	});
});

type Judge = (damaged: Buffer) => "read" | "refused";

/**
 * A small database with a tree of two levels and long texts, and a function that writes a damaged copy and reads it.
 */
function withSample(use: (sound: Buffer, judge: Judge, root: number) => void): void {
	withDatabase(({ sqlite, path, folder }) => {
		sqlite.run(`PRAGMA page_size = ${SIZE}`);
		sqlite.run("CREATE TABLE t(a, b)");
		for (let i = 0; i < ROWS; i++) sqlite.run("INSERT INTO t VALUES (?, ?)", [i, "x".repeat(i % 30 ? 150 : 3000)]);
		const copy = `${folder}/copy.db`;
		copyFileSync(path, copy);
		expect(readTable(copy, "t")).toHaveLength(ROWS);
		const find = sqlite.query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE name = 't'");
		use(readFileSync(path), (damaged) => judge(copy, damaged), find.get()?.rootpage ?? 0);
	});
}

function judge(path: string, damaged: Buffer): "read" | "refused" {
	writeFileSync(path, damaged);
	try {
		readTable(path, "t");
		return "read";
	} catch (error) {
		expect(error).toBeInstanceOf(DatabaseError);
		return "refused";
	}
}

function rightmost(root: number): number {
	return (root - 1) * SIZE + 8;
}

function firstChild(bytes: Buffer, root: number): number {
	const start = (root - 1) * SIZE;
	return bytes.readUInt32BE(start + bytes.readUInt16BE(start + 12));
}
