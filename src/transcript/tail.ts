import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Reads a file that others append to, each time what has come since. */
export type Tail = { readOn(): void };

/** Who is told what a file says. */
export type Reader = {
	/** The next whole lines. */
	lines(lines: readonly string[]): void;
	/** The file was changed, and all that it says is told again. */
	anew(): void;
};

/** How many bytes are read: of what is there at first, and in one piece. */
export type TailLimits = { readonly most: number; readonly piece: number };

/** Follows a file from its beginning on, or from where no more than the most is left. It need not be there yet. */
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
		// The line that begins before what is left is not whole.
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

/** No text can be as long as some logs. */
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
