import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Reads a file that grows: each time what was appended. */
export type Tail = { readOn(): void };

/** Receives the content of a file. */
export type Reader = {
	/** The next whole lines. */
	lines(lines: readonly string[]): void;
	/** The file was replaced, and its whole content comes again. */
	anew(): void;
};

/** How many bytes are read: of the existing content, and in one piece. */
export type TailLimits = { readonly most: number; readonly piece: number };

/** Follows a file from its beginning, or its last part if it is too long. It need not exist yet. */
export function followFile(path: string, reader: Reader, limits: Partial<TailLimits> = {}): Tail {
	const { most, piece } = { ...NO_LIMITS, ...limits };
	let [inode, read, rest, isInLine]: [number | undefined, number, Buffer, boolean] = [undefined, 0, NONE, false];
	const take = (bytes: Buffer): void => {
		const end = bytes.lastIndexOf(NEWLINE) + 1;
		const begin = isInLine ? bytes.indexOf(NEWLINE) + 1 : 0;
		rest = bytes.subarray(end);
		isInLine &&= end === 0;
		if (begin < end) reader.lines(bytes.toString("utf8", begin, end).split("\n").slice(0, -1));
	};
	const readAll = (file: number | undefined): void => {
		const { ino, size } = file === undefined ? GONE : fstatSync(file);
		if (inode !== undefined && (ino !== inode || size < read)) {
			[inode, read, rest, isInLine] = [undefined, 0, NONE, false];
			reader.anew();
		}
		if (file === undefined) return;
		// The first line of the last part is incomplete.
		if (inode === undefined && size > most) [read, isInLine] = [size - most, true];
		inode = ino;
		while (read < size) {
			const bytes = readFrom(file, read, Math.min(size - read, piece));
			if (bytes.length === 0) return;
			read += bytes.length;
			take(Buffer.concat([rest, bytes]));
		}
	};
	return {
		readOn() {
			const file = open(path);
			try {
				readAll(file);
			} finally {
				if (file !== undefined) closeSync(file);
			}
		},
	};
}

/** Some logs are longer than any string can be. */
const NO_LIMITS: TailLimits = { most: Number.POSITIVE_INFINITY, piece: 16 * 1024 * 1024 };

const NONE: Buffer = Buffer.alloc(0);
const GONE = { ino: undefined, size: 0 };
const NEWLINE = 10;

function open(path: string): number | undefined {
	try {
		return openSync(path, "r");
	} catch {
		return undefined;
	}
}

function readFrom(file: number, from: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	return bytes.subarray(0, readSync(file, bytes, 0, length, from));
}
