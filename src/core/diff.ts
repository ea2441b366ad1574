/** Lines [a, a + removed) of the old text become lines [b, b + added) of the new one, counted from 0. */
export type Change = { readonly a: number; readonly removed: number; readonly b: number; readonly added: number };

/** Changes that stand close together; its own ranges include the unchanged lines around and between them. */
export type Hunk = Change & { readonly changes: readonly Change[] };

/**
 * Finds the fewest changes from one text to another, given as 32-bit numbers that are equal where the lines are.
 * They come in order, as far down as they can slide, with an unchanged line between any two. A line that only one text
 * has costs nothing; when the other lines need more than `most` edits, or too much work, the answer is undefined.
 */
export function findChanges(before: ArrayLike<number>, after: ArrayLike<number>, most: number): Change[] | undefined {
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && before[start] === after[start]) start++;
	let left = 0;
	while (left < shorter - start && before[before.length - 1 - left] === after[after.length - 1 - left]) left++;
	const old = Int32Array.from(before).subarray(start, before.length - left);
	const current = Int32Array.from(after).subarray(start, after.length - left);
	const oldPlaces = sharedPlaces(old, current);
	const currentPlaces = sharedPlaces(current, old);
	const rows = walkForward(
		oldPlaces.map((place) => old[place]!),
		currentPlaces.map((place) => current[place]!),
		most,
	);
	if (rows === undefined) return undefined;
	const changes: Change[] = [];
	let a = start;
	let b = start;
	const keep = (nextA: number, nextB: number): void => {
		const slides = a === nextA ? after[b] === after[nextB] : b === nextB && before[a] === before[nextA];
		if (!slides) changes.push({ a, removed: nextA - a, b, added: nextB - b });
		a = (slides ? a : nextA) + 1;
		b = (slides ? b : nextB) + 1;
	};
	walkBack(rows, oldPlaces.length, currentPlaces.length).forEach((partner, index) => {
		if (partner >= 0) keep(start + oldPlaces[index]!, start + currentPlaces[partner]!);
	});
	// The last pair stands past both ends, where nothing can slide to.
	for (; left >= 0; left--) keep(before.length - left, after.length - left);
	return changes;
}

/** Where the lines stand that the other text has too; all the others have certainly changed. */
function sharedPlaces(lines: Int32Array, others: Int32Array): Int32Array {
	const shared = new Set(others);
	return lines.map((_, place) => place).filter((place) => shared.has(lines[place]!));
}

/** Bounds time and memory on any input, however many edits the caller allows. */
const MOST_VISITS = 16_000_000;

/**
 * Myers' greedy walk. Row d is what the walk with d edits starts from: the furthest old line reached with one edit less
 * on each of its d diagonals, 1 - d, 3 - d, … d - 1. So few numbers are enough to walk back.
 */
function walkForward(before: Int32Array, after: Int32Array, most: number): Int32Array[] | undefined {
	const rows = [new Int32Array(0)];
	for (let edits = 0, visits = 0; edits <= most && visits <= MOST_VISITS; edits++) {
		const previous = rows[edits]!;
		const row = new Int32Array(edits + 1);
		for (let index = 0; index <= edits; index++) {
			const diagonal = 2 * index - edits;
			const entry = enterDiagonal(previous, index);
			let x = entry;
			while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
			if (x >= before.length && x - diagonal >= after.length) return rows;
			row[index] = x;
			visits += x - entry + 1;
		}
		rows.push(row);
	}
	return undefined;
}

/** The old line at which a diagonal is entered: by an addition from the one above it or a removal from the one below. */
function enterDiagonal(previous: Int32Array, index: number): number {
	const removing = index > 0 ? previous[index - 1]! + 1 : 0;
	return index < previous.length ? Math.max(previous[index]!, removing) : removing;
}

/** For each old line the new line that it remains, or -1. */
function walkBack(rows: readonly Int32Array[], beforeCount: number, afterCount: number): Int32Array {
	const partners = new Int32Array(beforeCount).fill(-1);
	let x = beforeCount;
	let y = afterCount;
	for (let edits = rows.length - 1; edits >= 0; edits--) {
		const previous = rows[edits]!;
		const index = (x - y + edits) / 2;
		const entry = enterDiagonal(previous, index);
		while (x > entry) partners[--x] = --y;
		if (previous[index] === entry) y--;
		else x--;
	}
	return partners;
}

/** Gathers changes into hunks with up to `context` unchanged lines around them, as GNU diff does. */
export function toHunks(changes: readonly Change[], beforeCount: number, afterCount: number, context = 3): Hunk[] {
	const groups: Change[][] = [];
	for (const change of changes) {
		const group = groups.at(-1);
		const last = group?.at(-1);
		if (last && change.a - last.a - last.removed <= 2 * context) group?.push(change);
		else groups.push([change]);
	}
	return groups.map((group) => {
		const first = group[0]!;
		const last = group.at(-1)!;
		const a = Math.max(0, first.a - context);
		const b = Math.max(0, first.b - context);
		const removed = Math.min(beforeCount, last.a + last.removed + context) - a;
		const added = Math.min(afterCount, last.b + last.added + context) - b;
		return { a, removed, b, added, changes: group };
	});
}

/** Words a hunk: its header, then its lines marked with a blank, `-` or `+`. */
export function hunkLines(hunk: Hunk, before: readonly string[], after: readonly string[]): string[] {
	const lines = [wordHeader(hunk)];
	let a = hunk.a;
	for (const change of hunk.changes) {
		for (; a < change.a; a++) lines.push(` ${before[a]}`);
		for (; a < change.a + change.removed; a++) lines.push(`-${before[a]}`);
		for (let b = change.b; b < change.b + change.added; b++) lines.push(`+${after[b]}`);
	}
	for (; a < hunk.a + hunk.removed; a++) lines.push(` ${before[a]}`);
	return lines;
}

function wordHeader(range: Change): string {
	return `@@ -${wordRange(range.a, range.removed)} +${wordRange(range.b, range.added)} @@`;
}

function wordRange(start: number, count: number): string {
	if (count === 1) return `${start + 1}`;
	return count === 0 ? `${start},0` : `${start + 1},${count}`;
}

/** Undoes `hunkLines`: the new lines, or undefined unless every number and every line is exactly what it should be. */
export function applyHunks(before: readonly string[], lines: readonly string[]): string[] | undefined {
	const after: string[] = [];
	let a = 0;
	let earliest = 0;
	let next = 0;
	while (next < lines.length) {
		const range = readHeader(lines[next++]!);
		if (range === undefined || range.a < earliest || range.a > before.length) return undefined;
		for (; a < range.a; a++) after.push(before[a]!);
		if (after.length !== range.b) return undefined;
		let marks = "";
		while (a < range.a + range.removed || after.length < range.b + range.added) {
			const line = lines[next++] ?? "";
			const mark = line.charAt(0);
			const text = line.slice(1);
			if (mark !== " " && mark !== "-" && mark !== "+") return undefined;
			if (mark !== "+" && before[a++] !== text) return undefined;
			if (mark !== "-") after.push(text);
			marks += mark;
		}
		if (a !== range.a + range.removed || after.length !== range.b + range.added) return undefined;
		if (marks.trim() === "" || marks.includes("+-")) return undefined;
		earliest = a + 1;
	}
	for (; a < before.length; a++) after.push(before[a]!);
	return after;
}

function readHeader(line: string): Change | undefined {
	const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/.exec(line);
	if (found === null) return undefined;
	const removed = Number(found[2] ?? 1);
	const added = Number(found[4] ?? 1);
	const a = Number(found[1]) - Math.min(removed, 1);
	const b = Number(found[3]) - Math.min(added, 1);
	const range = { a, removed, b, added };
	return wordHeader(range) === line ? range : undefined;
}

/** A complete unified diff that takes `patch` and `git apply` to the exact new text; "" when equal, undefined past `most`. */
export function unifiedDiff(before: string, after: string, name: string, most = 1000): string | undefined {
	if (before === after) return "";
	const old = splitLines(before);
	const current = splitLines(after);
	const numbers = new Map<string, number>();
	const changes = findChanges(numberLines(old, numbers), numberLines(current, numbers), most);
	if (changes === undefined) return undefined;
	const hunks = toHunks(changes, old.length, current.length).flatMap((hunk) => hunkLines(hunk, old, current));
	return [`--- ${wordName(`a/${name}`)}`, `+++ ${wordName(`b/${name}`)}`, ...hunks, ""].join("\n");
}

/** An unterminated last line carries its marker, so that it differs from the same line terminated. */
function splitLines(text: string): string[] {
	const lines = text.split("\n");
	const last = lines.pop();
	if (last) lines.push(`${last}\n\\ No newline at end of file`);
	return lines;
}

function numberLines(lines: readonly string[], numbers: Map<string, number>): number[] {
	for (const line of lines) if (!numbers.has(line)) numbers.set(line, numbers.size);
	return lines.map((line) => numbers.get(line)!);
}

/** Quotes a name that the tools would cut at a blank or misread. */
function wordName(path: string): string {
	return /[\s"\\]|\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}
