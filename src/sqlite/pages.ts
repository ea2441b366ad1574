import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { isPageSize, overlayOf } from "./wal.ts";

/** The pages of a database as of its last commit, read from the file when they are needed. */
export type Pages = {
	readonly count: number;
	readonly size: number;
	/** Bytes at the beginning of each page that hold content. */
	readonly usable: number;
	readonly encoding: Encoding;
	/** A page that will soon be needed again; do not write to it. */
	readonly page: (number: number) => Buffer;
	/** Reads a page into a buffer of its size. */
	readonly load: (number: number, into: Buffer) => void;
	readonly close: () => void;
};

/** The encoding of texts. */
export type Encoding = "utf8" | "utf16le" | "utf16be";

/** The first bytes of every database. */
export const SIGNATURE = "SQLite format 3\0";

/**
 * Opens a database for reading. It takes no lock and leaves the files as they are, so other processes may write
 * meanwhile.
 */
export function openPages(path: string): Pages {
	const file = openSync(path, "r");
	const files = [file];
	const close = (): void => files.forEach(closeSync);
	try {
		const log = openIfThere(`${path}-wal`);
		if (log !== undefined) files.push(log);
		return { ...pagesIn(file, log), close };
	} catch (error) {
		close();
		throw error;
	}
}

function openIfThere(path: string): number | undefined {
	try {
		return openSync(path, "r");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw error;
	}
}

function pagesIn(file: number, log: number | undefined): Omit<Pages, "close"> {
	const size = pageSizeOf(file);
	const inFile = Math.floor(fstatSync(file).size / size);
	const overlay = log === undefined ? undefined : overlayOf(log);
	if (overlay && overlay.pageSize !== size) throw broken("its log has pages of another size");
	const load = (number: number, into: Buffer): void => {
		const position = overlay?.positions.get(number);
		const fits = number >= 1 && number <= (overlay?.count ?? inFile);
		if (!fits || (position === undefined && number > inFile)) throw broken(`there is no page ${number}`);
		const [from, at] = position === undefined || log === undefined ? [file, (number - 1) * size] : [log, position];
		if (readSync(from, into, 0, size, at) !== size) throw broken(`page ${number} ends early`);
	};
	const first = Buffer.alloc(size);
	load(1, first);
	const count = overlay?.count ?? countOf(first) ?? inFile;
	if (count > inFile + (overlay?.positions.size ?? 0)) throw broken("it ends before its last page");
	const usable = size - first.readUInt8(20);
	if (usable < 480) throw broken("its pages have no room");
	return { count, size, usable, encoding: encodingOf(first), page: rememberPages(size, load), load };
}

const FILE_HEADER = 100;

function pageSizeOf(file: number): number {
	const header = Buffer.alloc(FILE_HEADER);
	const length = readSync(file, header, 0, FILE_HEADER, 0);
	if (header.toString("latin1", 0, SIGNATURE.length) !== SIGNATURE) throw new DatabaseError("not an SQLite database");
	if (length < FILE_HEADER) throw broken("it ends within its header");
	const written = header.readUInt16BE(16);
	const size = written === 1 ? 65536 : written;
	if (!isPageSize(size)) throw broken(`pages cannot be of ${size} bytes`);
	if (header.readUInt8(19) > 2) throw new DatabaseError("a database of a later format");
	return size;
}

/** How many pages the header gives; undefined if the last writer was a program too old to say. */
function countOf(first: Buffer): number | undefined {
	const isCurrent = first.readUInt32BE(24) === first.readUInt32BE(92);
	return isCurrent && first.readUInt32BE(28) > 0 ? first.readUInt32BE(28) : undefined;
}

function encodingOf(first: Buffer): Encoding {
	const written = first.readUInt32BE(56);
	// A database without any text has no encoding yet.
	const encoding = (["utf8", "utf8", "utf16le", "utf16be"] as const)[written];
	if (encoding === undefined) throw broken(`there is no encoding ${written}`);
	return encoding;
}

const REMEMBERED_BYTES = 1 << 22;

/** Keeps the most recently used pages. */
function rememberPages(size: number, load: Pages["load"]): Pages["page"] {
	const known = new Map<number, Buffer>();
	return (number) => {
		const page = known.get(number) ?? Buffer.allocUnsafeSlow(size);
		if (!known.delete(number)) load(number, page);
		known.set(number, page);
		const [oldest] = known.keys();
		if (oldest !== undefined && known.size * size > REMEMBERED_BYTES) known.delete(oldest);
		return page;
	};
}

/** Why a database cannot be read, in words that can follow the name of its file. */
export class DatabaseError extends Error {
	override readonly name = "DatabaseError";
}

/** A database that violates the file format. */
export function broken(what: string): DatabaseError {
	return new DatabaseError(`a broken database: ${what}`);
}
