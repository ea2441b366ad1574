import type { Recording } from "../conversation/types.ts";
import { isRecord } from "../dialect/foreign.ts";
import { readConsistently } from "../sqlite/consistent-read.ts";
import type { Pages } from "../sqlite/pages.ts";
import { finderIn, rowsOf, type Table, type TableRow, tableOf } from "../sqlite/table.ts";
import { readOpenCodeSession } from "./opencode.ts";

/**
 * Reads each session in OpenCode's database, one at a time; undefined for one that is not understood. Throws a
 * DatabaseError. Reads only the tables of sessions, messages and parts: others contain credentials.
 */
export function* readOpenCodeDatabase(path: string): Generator<Recording | undefined> {
	const given = new Set<unknown>();
	yield* readConsistently(path, (pages) => sessionsBesides(given, pages));
}

function* sessionsBesides(given: Set<unknown>, pages: Pages): Generator<Recording | undefined> {
	const sessions = tableOf(pages, "session");
	const [messages, parts] = [bySession(tableOf(pages, "message")), bySession(tableOf(pages, "part"))];
	for (const { row } of rowsOf(sessions, ["id", "parent_id", "directory", "version", "revert"])) {
		if (given.has(row.id)) continue;
		yield readOpenCodeSession(exported(row, messages(row.id), parts(row.id)));
		given.add(row.id);
	}
}

/** The rows of a session in a table. Only row ids are kept; the rows are read when needed. */
function bySession(table: Table): (session: unknown) => Iterable<TableRow> {
	const numbers = new Map<unknown, number[]>();
	for (const { rowid, row } of rowsOf(table, ["session_id"])) {
		const known = numbers.get(row.session_id);
		if (known) known.push(rowid);
		else numbers.set(row.session_id, [rowid]);
	}
	const find = finderIn(table);
	return function* rowsIn(session) {
		for (const rowid of numbers.get(session) ?? []) {
			const row = find(rowid);
			if (row) yield row;
		}
	};
}

/** A session as the host would export it. */
function exported(session: TableRow, messages: Iterable<TableRow>, parts: Iterable<TableRow>): unknown {
	const { id, parent_id, directory, version, revert } = session;
	const partsByMessage = new Map<unknown, Written[]>();
	for (const row of parts) {
		const known = partsByMessage.get(row.message_id);
		if (known) known.push(writtenOf(row));
		else partsByMessage.set(row.message_id, [writtenOf(row)]);
	}
	const written = Array.from(messages, writtenOf).sort((a, b) => compare(a.time, b.time) || compare(a.id, b.id));
	return {
		info: {
			id,
			directory,
			version,
			parentID: parent_id ?? undefined,
			revert: revert === null ? undefined : jsonIn(revert),
		},
		messages: written.map((info) => ({ info: info.value, parts: valuesOf(partsByMessage.get(info.id) ?? []) })),
	};
}

/** A message or a part: its sort keys, and its value, undefined if it is not understood. */
type Written = { readonly id: unknown; readonly time: unknown; readonly value: object | undefined };

function writtenOf({ id, time_created, data }: TableRow): Written {
	const value = jsonIn(data);
	return { id, time: time_created, value: isRecord(value) ? { ...value, id } : undefined };
}

/** The parts of a message in order; undefined if one of them is not understood. */
function valuesOf(parts: readonly Written[]): object[] | undefined {
	const values = parts.toSorted((a, b) => compare(a.id, b.id)).map(({ value }) => value);
	return values.every((value) => value !== undefined) ? values : undefined;
}

/** The order of the host's own queries: numbers by size, ids by their characters. */
function compare(a: unknown, b: unknown): number {
	if (typeof a === "number" && typeof b === "number") return a - b;
	const [first, second] = [String(a), String(b)];
	if (first === second) return 0;
	return first < second ? -1 : 1;
}

function jsonIn(text: unknown): unknown {
	try {
		return typeof text === "string" ? JSON.parse(text) : null;
	} catch {
		return null;
	}
}
