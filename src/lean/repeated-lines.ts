import { MARK } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { LeanLines, LeanRule, LeanSource } from "./types.ts";

/**
 * A run of lines that stands earlier in the same result is quoted from there, by how its first line begins. Only lines
 * that are literally there are quoted, so a note never leads to another note.
 */
export const repeatedLines: LeanRule = {
	name: "repeated-lines",
	lean: quoteRepeats,
	readSentence: (words) =>
		words.startsWith(SENTENCE) ? { sentence: SENTENCE, undo: (lines) => unquoteRepeats(lines) } : undefined,
};

const SENTENCE = "Lines that repeat earlier lines of this result are left out, with a note in their place.";

function quoteRepeats({ lines }: LeanSource): LeanLines | undefined {
	const keys = keysOf(lines);
	if (!keys) return undefined;
	const leaner: string[] = [];
	const isSent = lines.map(() => false);
	const places = new Map<number, number[]>();
	const work = { left: MOST_WORK };
	let notes = 0;
	for (let line = 0; line < lines.length; ) {
		const repeat =
			notes < MOST_NOTES && work.left > 0
				? bestRepeat(lines, line, places.get(keys[line]!) ?? [], isSent, work)
				: undefined;
		if (repeat) {
			leaner.push(repeat.note);
			line += repeat.count;
			notes++;
			continue;
		}
		leaner.push(lines[line]!);
		isSent[line] = true;
		const before = line - SHORTEST + 1;
		if (before >= 0 && isAllSent(isSent, before, SHORTEST)) addPlace(places, keys[before]!, before);
		line++;
	}
	return notes > 0 ? { lines: leaner, sentence: SENTENCE } : undefined;
}

/** A shorter run is not worth a note. */
const SHORTEST = 3;
/** More than these are work for the model. */
const MOST_NOTES = 8;
/** Work is bounded: so many earlier places are tried for a line, and so many lines are compared in all. */
const MOST_PLACES = 8;
const MOST_WORK = 3_000_000;

type WorkLeft = { left: number };

/** For each line a number that it has in common with those that begin the same run; undefined if no run comes twice. */
function keysOf(lines: readonly string[]): readonly number[] | undefined {
	const ids = new Map<string, number>();
	const numbers = lines.map((line) => {
		const id = ids.get(line) ?? ids.size;
		ids.set(line, id);
		return id;
	});
	if (ids.size > lines.length - SHORTEST || ids.size > MOST_DIFFERENT) return undefined;
	const keys = numbers.map((id, at) => {
		return (id * ids.size + (numbers[at + 1] ?? 0)) * ids.size + (numbers[at + 2] ?? 0);
	});
	return new Set(keys).size < keys.length ? keys : undefined;
}

/** The keys are whole numbers that a double can hold. */
const MOST_DIFFERENT = 200_000;

function addPlace(places: Map<number, number[]>, key: number, at: number): void {
	const known = places.get(key);
	if (!known) places.set(key, [at]);
	else if (known.length < MOST_PLACES) known.push(at);
}

function isAllSent(isSent: readonly boolean[], from: number, count: number): boolean {
	for (let at = from; at < from + count; at++) if (!isSent[at]) return false;
	return true;
}

type Repeat = { readonly count: number; readonly note: string };

function bestRepeat(
	lines: readonly string[],
	line: number,
	places: readonly number[],
	isSent: readonly boolean[],
	work: WorkLeft,
): Repeat | undefined {
	if (line + SHORTEST > lines.length) return undefined;
	let best: Repeat | undefined;
	for (const from of places) {
		let count = 0;
		while (line + count < lines.length && isSent[from + count] && lines[from + count] === lines[line + count]) count++;
		work.left -= count;
		if (count < SHORTEST || count <= (best?.count ?? 0)) continue;
		work.left -= ANCHORS.length * from;
		const anchor = anchorOf(lines, from, isSent);
		if (anchor === undefined) continue;
		const note = wordRepeat(count, anchor);
		const removed = estimateTokens(lines.slice(line, line + count).join("\n"));
		if (removed - estimateTokens(note) >= LEAST_SAVED) best = { count, note };
	}
	return best;
}

/** What each note must save. */
const LEAST_SAVED = 20;

/** A beginning of a line that no line above has; undefined if it has none that can be looked up with ease. */
function anchorOf(lines: readonly string[], at: number, isSent: readonly boolean[]): string | undefined {
	const line = lines[at]!;
	for (const length of ANCHORS) {
		const anchor = line.slice(0, length).trimEnd();
		if (/[\ud800-\udbff]$/.test(anchor) || wordsIn(anchor) < SHORTEST_ANCHOR) continue;
		if (!lines.some((other, index) => index < at && isSent[index] && other.startsWith(anchor))) return anchor;
		if (length >= line.length) return undefined;
	}
	return undefined;
}

/** How many letters and digits a beginning has that a model can look for: the codes of colours do not count. */
function wordsIn(anchor: string): number {
	return anchor.replace(/\p{Cc}\[[\d;]*m|[^\p{L}\p{N}]/gu, "").length;
}

const SHORTEST_ANCHOR = 6;
const ANCHORS = [24, 48, 96, 192] as const;

function wordRepeat(count: number, anchor: string): string {
	return `${MARK}${count} lines as above, from the first line of this result that begins ${JSON.stringify(anchor)}`;
}

const WORDS = /^\[ibid\] (\d{1,6}) lines as above, from the first line of this result that begins (".*")$/;

function unquoteRepeats(lines: readonly string[]): readonly string[] | undefined {
	const all: string[] = [];
	for (const [at, line] of lines.entries()) {
		const [, count, quoted] = WORDS.exec(line) ?? [];
		if (count === undefined) {
			all.push(line);
			continue;
		}
		const anchor = anchorIn(quoted);
		const from = anchor === undefined ? -1 : lines.findIndex((each) => each.startsWith(anchor));
		const found = from < 0 ? [] : lines.slice(from, Math.min(at, from + Number(count)));
		if (found.length < Number(count) || found.some((each) => each.startsWith(MARK))) return undefined;
		all.push(...found);
	}
	return all;
}

function anchorIn(quoted: string | undefined): string | undefined {
	try {
		const anchor: unknown = JSON.parse(quoted ?? "");
		return typeof anchor === "string" ? anchor : undefined;
	} catch {
		return undefined;
	}
}
