import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A database in a folder of its own, open in real SQLite. */
export type Made = { readonly path: string; readonly folder: string; readonly sqlite: Database };

/** Makes a database, lets `use` look at it while it is open, and deletes it. */
export function withDatabase<T>(use: (made: Made) => T): T {
	const folder = mkdtempSync(join(tmpdir(), "ibid-database-"));
	const path = join(folder, "some.db");
	const sqlite = new Database(path);
	sqlite.run("PRAGMA synchronous = OFF");
	try {
		return use({ path, folder, sqlite });
	} finally {
		sqlite.close();
		rmSync(folder, { recursive: true });
	}
}

/** All rows of a table as SQLite itself reads them. */
export function selectAll(sqlite: Database, table: string): unknown[] {
	return sqlite.query(`SELECT * FROM "${table}" ORDER BY rowid`).all();
}
