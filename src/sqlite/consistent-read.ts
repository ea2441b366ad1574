import { closeSync, openSync, readSync, statSync } from "node:fs";
import { DatabaseError, openPages, type Pages } from "./pages.ts";
import { LOG_HEADER } from "./wal.ts";

/**
 * Gives what `read` finds in a database, each item from one moment of it. If another process writes meanwhile, what was
 * just read is dropped and `read` starts again: it must leave out the items after which the caller has asked for more.
 */
export function* readConsistently<T>(path: string, read: (pages: Pages) => Iterable<T>): Generator<T> {
	for (let attempt = 0; attempt < PAUSES.length; attempt++) {
		Atomics.wait(SLEEP, 0, 0, PAUSES[attempt]);
		const outcome = yield* readOnce(path, read);
		if (outcome === "all") return;
		if (outcome === "some") attempt = 0;
	}
	throw new DatabaseError("a database that is being written to; try again later");
}

/** How long to wait before each attempt, in milliseconds. */
const PAUSES = [0, 10, 50, 250] as const;

const SLEEP = new Int32Array(new SharedArrayBuffer(4));

function* readOnce<T>(path: string, read: (pages: Pages) => Iterable<T>): Generator<T, "all" | "some" | "none"> {
	const moment = stateOf(path);
	if (moment === undefined) return "none";
	let given: "some" | "none" = "none";
	const pages = openPages(path);
	try {
		for (const item of read(pages)) {
			if (stateOf(path) !== moment) return given;
			yield item;
			given = "some";
		}
		return stateOf(path) === moment ? "all" : given;
	} catch (error) {
		// A sound database looks broken if half of it is old and half is new.
		if (stateOf(path) === moment) throw error;
		return given;
	} finally {
		pages.close();
	}
}

/**
 * A text that changes when pages are overwritten; undefined while a write is not finished. A log that grows overwrites
 * nothing. Pages that are copied from the log into the file do not change its change counter, but its time.
 */
function stateOf(path: string): string | undefined {
	if (firstBytes(`${path}-journal`, JOURNAL.length / 2).startsWith(JOURNAL)) return undefined;
	const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
	const counter = firstBytes(path, COUNTER_END).slice(-8);
	return [dev, ino, size, mtimeNs, counter, firstBytes(`${path}-wal`, LOG_HEADER)].join(" ");
}

/** The first bytes of a journal as long as the write is not finished. */
const JOURNAL = "d9d505f920a163d7";

/** The change counter is the four bytes before. */
const COUNTER_END = 28;

/** The first bytes of a file, in hexadecimal digits; empty if there is no such file. */
function firstBytes(path: string, length: number): string {
	let file: number;
	try {
		file = openSync(path, "r");
	} catch {
		return "";
	}
	try {
		const bytes = Buffer.alloc(length);
		return bytes.toString("hex", 0, readSync(file, bytes, 0, length, 0));
	} finally {
		closeSync(file);
	}
}
