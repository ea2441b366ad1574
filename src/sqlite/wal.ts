import { fstatSync, readSync } from "node:fs";

/** What a write-ahead log changes in its database. */
type LogOverlay = {
	/** Where in the log the last committed state of a page begins. */
	readonly positions: ReadonlyMap<number, number>;
	/** How many pages the database has since the last commit. */
	readonly count: number;
	readonly pageSize: number;
};

/** The length of the log's header, which distinguishes one log from the next. */
export const LOG_HEADER = 32;

const FRAME_HEADER = 24;

/** The committed frames of a log; undefined if it has none. Frames of an older log or of an open write do not count. */
export function overlayOf(file: number): LogOverlay | undefined {
	const header = Buffer.alloc(LOG_HEADER);
	readSync(file, header, 0, LOG_HEADER, 0);
	const log = logHeader(header);
	if (!log) return undefined;
	const { size } = fstatSync(file);
	const frame = Buffer.alloc(FRAME_HEADER + log.pageSize);
	const positions = new Map<number, number>();
	let [count, sum, open] = [0, log.sum, new Map<number, number>()];
	for (let at = LOG_HEADER; at + frame.length <= size; at += frame.length) {
		readSync(file, frame, 0, frame.length, at);
		const next = frameChecksum(frame, sum, log.littleEndian);
		if (next === undefined || header.compare(frame, 8, 16, 16, 24) !== 0) break;
		sum = next;
		open.set(frame.readUInt32BE(0), at + FRAME_HEADER);
		const countAtCommit = frame.readUInt32BE(4);
		if (countAtCommit === 0) continue;
		for (const [page, position] of open) positions.set(page, position);
		[count, open] = [countAtCommit, new Map()];
	}
	return count === 0 ? undefined : { positions, count, pageSize: log.pageSize };
}

type Checksum = readonly [number, number];

type LogHeader = { readonly pageSize: number; readonly littleEndian: boolean; readonly sum: Checksum };

const MAGIC = 0x377f0682;
const LOG_VERSION = 3007000;

function logHeader(header: Buffer): LogHeader | undefined {
	const magic = header.readUInt32BE(0);
	const pageSize = header.readUInt32BE(8);
	if ((magic | 1) !== (MAGIC | 1) || header.readUInt32BE(4) !== LOG_VERSION || !isPageSize(pageSize)) return undefined;
	const littleEndian = magic === MAGIC;
	const sum = addToChecksum([0, 0], header, 0, 24, littleEndian);
	return isChecksum(sum, header, 24) ? { pageSize, littleEndian, sum } : undefined;
}

/** Whether pages of a database may be of this size. */
export function isPageSize(size: number): boolean {
	return size >= 512 && size <= 65536 && (size & (size - 1)) === 0;
}

/** The checksum over all frames up to this one; undefined if the frame has another one. */
function frameChecksum(frame: Buffer, before: Checksum, littleEndian: boolean): Checksum | undefined {
	const sum = addToChecksum(
		addToChecksum(before, frame, 0, 8, littleEndian),
		frame,
		FRAME_HEADER,
		frame.length,
		littleEndian,
	);
	return isChecksum(sum, frame, 16) ? sum : undefined;
}

function addToChecksum(
	[first, second]: Checksum,
	bytes: Buffer,
	from: number,
	to: number,
	littleEndian: boolean,
): Checksum {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	let [a, b] = [first, second];
	for (let at = from; at < to; at += 8) {
		a = (a + view.getUint32(at, littleEndian) + b) >>> 0;
		b = (b + view.getUint32(at + 4, littleEndian) + a) >>> 0;
	}
	return [a, b];
}

function isChecksum([a, b]: Checksum, bytes: Buffer, at: number): boolean {
	return bytes.readUInt32BE(at) === a && bytes.readUInt32BE(at + 4) === b;
}
