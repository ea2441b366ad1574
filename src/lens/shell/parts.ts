import { gutterText } from "../../core/lines.ts";
import type { Part } from "../../core/types.ts";
import { heightOf } from "../result-text.ts";
import type { ResultText } from "../types.ts";
import { UNLIMITED } from "../views.ts";
import type { Stream } from "./stream.ts";

/** Lines of output, and what the host may have trimmed from them. */
type OutputLines = {
	readonly result: ResultText;
	readonly from: number;
	readonly end: number;
	readonly trimmed: TrimmedEnds;
};

/** Whether blank lines at the top and the bottom, and the indent of the first line, may be missing. */
export type TrimmedEnds = { readonly top: boolean; readonly bottom: boolean; readonly indent: boolean };

/** The parts that streams printed one after the other, if there is only one way to cut the lines. */
export function partsOfStreams(streams: readonly Stream[], stand: OutputLines): Part[] | undefined {
	const apart = joinStreams(streams);
	const [only, another] = apart;
	const pieces = apart.flatMap(streamRanges);
	if (!only || pieces.length === 0) return undefined;
	if (only.lastOnly !== undefined) return another ? undefined : lastPart(only, stand);
	const height = heightBetween(stand, stand.from, stand.end);
	const rooms = pieces.map(({ room }) => room);
	const isFull = height === rooms.reduce((sum, room) => sum + room, 0);
	const mayRestart = apart.some((stream) => stream.mayRestart);
	if (stand.trimmed.top && mayRestart && !isFull) return undefined;
	// After a line without a newline, the next output begins on that line.
	if (!isFull && apart.slice(0, -1).some((stream) => !stream.ends)) return undefined;
	if (pieces.every(({ gutter }) => gutter.kind === "number")) return layByNumbers(pieces, stand);
	if (isFull) return layOut(pieces, stand, rooms);
	if (stand.trimmed.top || another) return undefined;
	return layOut(pieces, stand, poured(pieces, height));
}

/** Joins streams of the same file that go further down: if the second shows a line, the first is complete. */
function joinStreams(streams: readonly Stream[]): Stream[] {
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

type StreamRange = Omit<Part, "from" | "count">;

function streamRanges({ subject, ranges, gutter }: Stream): StreamRange[] {
	return ranges.map(({ first, last }) => {
		return { subject, first, gutter, room: last === Number.POSITIVE_INFINITY ? UNLIMITED : last - first + 1 };
	});
}

/** Fills the ranges of one file from the top: a range is not full only if the file ends in it. */
function poured(pieces: readonly StreamRange[], height: number): number[] {
	let left = height;
	return pieces.map(({ room }) => {
		const count = Math.min(room, left);
		left -= count;
		return count;
	});
}

/** Parts of these heights, one below the other; undefined if one would end inside a note. */
function layOut(pieces: readonly StreamRange[], stand: OutputLines, heights: readonly number[]): Part[] | undefined {
	const parts: Part[] = [];
	let from = stand.from;
	for (const [index, piece] of pieces.entries()) {
		let end = from;
		let left = heights[index]!;
		while (left > 0 && end < stand.end) left -= heightOf(stand.result, end++);
		if (left !== 0) return undefined;
		const isCut = stand.trimmed.bottom && end === stand.end && heights[index]! < piece.room;
		if (end > from || index === 0) parts.push({ ...piece, from, count: end - from, room: isCut ? 0 : piece.room });
		from = end;
	}
	return from === stand.end ? parts : undefined;
}

/** Parts found by the line numbers, if there is only one way to do it. */
function layByNumbers(pieces: readonly StreamRange[], stand: OutputLines): Part[] | undefined {
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
			height += heightOf(stand.result, at++);
			next = numberBefore(at);
			if (next === undefined || later.has(next)) walk(index + 1, at, [...heights, height]);
		}
	};
	walk(0, stand.from, []);
	return ways.length === 1 && steps <= MOST_STEPS ? layOut(pieces, stand, ways[0]!) : undefined;
}

/** With more parts there are too many ways. */
const MOST_STEPS = 1000;

/** The number of a line, or the first number in a note. */
function numberAt({ result, from, trimmed }: OutputLines, at: number, { gutter }: StreamRange): number | undefined {
	const note = result.notes.get(at);
	if (note) return note.clauses[0]?.first;
	const line = result.lines[at]!;
	const [digits] = /\d{1,9}/.exec(line.slice(0, FARTHEST_NUMBER)) ?? [];
	if (digits === undefined) return undefined;
	const before = gutterText(gutter, Number(digits));
	const isTrimmed = trimmed.indent && at === from && line.startsWith(before.trimStart());
	return isTrimmed || line.startsWith(before) ? Number(digits) : undefined;
}

const FARTHEST_NUMBER = 128;

/** The last lines of a file or a range, by their numbers. */
function lastPart({ subject, gutter, lastOnly = 0 }: Stream, stand: OutputLines): Part[] | undefined {
	const piece = { subject, first: 1, gutter, room: 0 };
	const first = stand.from < stand.end ? numberAt(stand, stand.from, piece) : undefined;
	const isFitting = heightBetween(stand, stand.from, stand.end) <= lastOnly;
	return first === undefined || !isFitting
		? undefined
		: [{ ...piece, first, from: stand.from, count: stand.end - stand.from }];
}

function heightBetween({ result }: OutputLines, from: number, end: number): number {
	let height = 0;
	for (let at = from; at < end; at++) height += heightOf(result, at);
	return height;
}
