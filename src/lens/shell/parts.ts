import { gutterText } from "../../core/lines.ts";
import type { Part } from "../../core/types.ts";
import { heightOf } from "../page.ts";
import { UNLIMITED } from "../text.ts";
import type { Page } from "../types.ts";
import type { Stream } from "./stream.ts";

/** Lines of output, and what the host may have trimmed from them. */
export type Stand = { readonly page: Page; readonly from: number; readonly end: number; readonly trimmed: Trimmed };

/** Blank lines at the top and the bottom, and the space that the first of the others begins with. */
export type Trimmed = { readonly top: boolean; readonly bottom: boolean; readonly indent: boolean };

/** The parts that streams printed one behind the other, where only one way to cut the lines is possible. */
export function partsOf(streams: readonly Stream[], stand: Stand): Part[] | undefined {
	const apart = joined(streams);
	const [only, another] = apart;
	const pieces = apart.flatMap(piecesOf);
	if (!only || pieces.length === 0) return undefined;
	if (only.lastOnly !== undefined) return another ? undefined : lastPart(only, stand);
	const height = heightBetween(stand, stand.from, stand.end);
	const rooms = pieces.map(({ room }) => room);
	const isFull = height === rooms.reduce((sum, room) => sum + room, 0);
	const mayRestart = apart.some((stream) => stream.mayRestart);
	if (stand.trimmed.top && mayRestart && !isFull) return undefined;
	// What follows a line that was not ended stands on that same line.
	if (!isFull && apart.slice(0, -1).some((stream) => !stream.ends)) return undefined;
	if (pieces.every(({ gutter }) => gutter.kind === "number")) return layByNumbers(pieces, stand);
	if (isFull) return lay(pieces, stand, rooms);
	if (stand.trimmed.top || another) return undefined;
	return lay(pieces, stand, poured(pieces, height));
}

/** Streams of one file, ever further down, as one: if the second shows a line, then the first was not cut short. */
function joined(streams: readonly Stream[]): Stream[] {
	const apart: Stream[] = [];
	for (const stream of streams) {
		const last = apart.at(-1);
		const isSame =
			last?.subject.name === stream.subject.name && last.lastOnly === undefined && stream.lastOnly === undefined;
		const isAlike =
			isSame && JSON.stringify(last.gutter) === JSON.stringify(stream.gutter) && last.ends === stream.ends;
		const isBelow = (last?.ranges.at(-1)?.last ?? 0) < (stream.ranges[0]?.first ?? 0);
		if (last && isAlike && isBelow) apart[apart.length - 1] = { ...last, ranges: [...last.ranges, ...stream.ranges] };
		else apart.push(stream);
	}
	return apart;
}

type Piece = Omit<Part, "from" | "count">;

function piecesOf({ subject, ranges, gutter }: Stream): Piece[] {
	return ranges.map(({ first, last }) => {
		return { subject, first, gutter, room: last === Number.POSITIVE_INFINITY ? UNLIMITED : last - first + 1 };
	});
}

/** One file's lines fill its ranges from the top: a range is not full only where the file ends. */
function poured(pieces: readonly Piece[], height: number): number[] {
	let left = height;
	return pieces.map(({ room }) => {
		const count = Math.min(room, left);
		left -= count;
		return count;
	});
}

/** Parts of these heights one below the other; undefined where they do not end with a line. */
function lay(pieces: readonly Piece[], stand: Stand, heights: readonly number[]): Part[] | undefined {
	const parts: Part[] = [];
	let from = stand.from;
	for (const [index, piece] of pieces.entries()) {
		let end = from;
		let left = heights[index]!;
		while (left > 0 && end < stand.end) left -= heightOf(stand.page, end++);
		if (left !== 0) return undefined;
		const isCut = stand.trimmed.bottom && end === stand.end && heights[index]! < piece.room;
		if (end > from || index === 0) parts.push({ ...piece, from, count: end - from, room: isCut ? 0 : piece.room });
		from = end;
	}
	return from === stand.end ? parts : undefined;
}

/** Parts told apart by the numbers that stand before their lines, if there is just one way to do it. */
function layByNumbers(pieces: readonly Piece[], stand: Stand): Part[] | undefined {
	const ways: (readonly number[])[] = [];
	let steps = 0;
	const walk = (index: number, from: number, heights: readonly number[]): void => {
		if (ways.length > 1 || ++steps > MOST_STEPS) return;
		const piece = pieces[index];
		if (!piece) {
			if (from === stand.end) ways.push(heights);
			return;
		}
		walk(index + 1, from, [...heights, 0]);
		const later = new Set(pieces.slice(index + 1).map(({ first }) => first));
		const numberBefore = (at: number): number | undefined => (at < stand.end ? numberAt(stand, at, piece) : undefined);
		let height = 0;
		let next = numberBefore(from);
		for (let at = from; next === piece.first + height && height < piece.room; ) {
			height += heightOf(stand.page, at++);
			next = numberBefore(at);
			if (next === undefined || later.has(next)) walk(index + 1, at, [...heights, height]);
		}
	};
	walk(0, stand.from, []);
	return ways.length === 1 && steps <= MOST_STEPS ? lay(pieces, stand, ways[0]!) : undefined;
}

/** Where more are needed, too many ways are possible. */
const MOST_STEPS = 1000;

/** The number that stands before a line, or that a note begins with. */
function numberAt({ page, from, trimmed }: Stand, at: number, { gutter }: Piece): number | undefined {
	const note = page.notes.get(at);
	if (note) return note.clauses[0]?.first;
	const line = page.lines[at]!;
	const [digits] = /\d{1,9}/.exec(line.slice(0, FARTHEST_NUMBER)) ?? [];
	if (digits === undefined) return undefined;
	const before = gutterText(gutter, Number(digits));
	const isTrimmed = trimmed.indent && at === from && line.startsWith(before.trimStart());
	return isTrimmed || line.startsWith(before) ? Number(digits) : undefined;
}

const FARTHEST_NUMBER = 128;

/** The last lines of a file or of a range: their numbers tell which. */
function lastPart({ subject, gutter, lastOnly = 0 }: Stream, stand: Stand): Part[] | undefined {
	const piece = { subject, first: 1, gutter, room: 0 };
	const first = stand.from < stand.end ? numberAt(stand, stand.from, piece) : undefined;
	const isFitting = heightBetween(stand, stand.from, stand.end) <= lastOnly;
	return first === undefined || !isFitting
		? undefined
		: [{ ...piece, first, from: stand.from, count: stand.end - stand.from }];
}

function heightBetween({ page }: Stand, from: number, end: number): number {
	let height = 0;
	for (let at = from; at < end; at++) height += heightOf(page, at);
	return height;
}
