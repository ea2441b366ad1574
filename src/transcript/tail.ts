import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Reads a file that others append to, each time what has come since. */
export type Tail = {
	/** The whole lines that are new; undefined if the file is not what it was, so that all must be read again. */
	next(): readonly string[] | undefined;
};

/**
 * The tail of a file from its beginning on, or from where no more than `most` bytes are left; a file that is not there
 * yet has no lines.
 */
export function followFile(path: string, most: number = MOST): Tail {
	let read = 0;
	let rest: Buffer = Buffer.alloc(0);
	let inode: number | undefined;
	let isInLine = false;
	return {
		next() {
			const file = open(path);
			if (file === undefined) return read === 0 ? [] : undefined;
			try {
				const { size, ino } = fstatSync(file);
				if (size < read || (inode !== undefined && inode !== ino)) return undefined;
				// The line that begins before what is left is not whole.
				if (inode === undefined && size > most) [read, isInLine] = [size - most, true];
				inode = ino;
				const bytes = Buffer.concat([rest, readFrom(file, read, size - read)]);
				read = size;
				const end = bytes.lastIndexOf(NEWLINE) + 1;
				rest = bytes.subarray(end);
				const begin = isInLine ? bytes.indexOf(NEWLINE) + 1 : 0;
				isInLine &&= end === 0;
				return bytes.toString("utf8", begin, end).split("\n").slice(0, -1);
			} finally {
				closeSync(file);
			}
		},
	};
}

const NEWLINE = 10;

/** More than what any model can have before it takes in a log. */
const MOST = 32 * 1024 * 1024;

function open(path: string): number | undefined {
	try {
		return openSync(path, "r");
	} catch {
		return undefined;
	}
}

function readFrom(file: number, from: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	let read = 0;
	while (read < length) {
		const more = readSync(file, bytes, read, length - read, from + read);
		if (more === 0) break;
		read += more;
	}
	return bytes.subarray(0, read);
}
