import { type Lines, lastAtMost } from "./lines.ts";
import { isMoved, type Run, type Sheet, type Span } from "./sheet.ts";
import { stretchAt, type Topic } from "./shelf.ts";
import type { Part } from "./types.ts";
import { keyOf, stands, topicOf, type Window } from "./window.ts";

/** Consecutive lines of a part, from `line` on (counted from 0), that stand in the window. */
export type Quote = {
	readonly line: number;
	readonly count: number;
	readonly topic: Topic;
	readonly runs: readonly Run[];
};

/**
 * Finds the runs of a part's lines that stand in the window, whatever brought them. A line that stands where the
 * subject's sheet has it begins a quote at once; else a telling line is looked up in the index. Either grows both ways
 * along the sheet. Past the budget the rest is fresh.
 */
export function findQuotes(window: Window, part: Part, lines: Lines, shortest: number): Quote[] {
	const own = topicOf(window, keyOf(part.subject));
	const search: Search = { window, part, lines, own, shortest, floor: 0, budget: BUDGET };
	const quotes: Quote[] = [];
	for (let line = 0; line < lines.hashes.length && search.budget > 0; line++) {
		const found = bestAt(search, line);
		if (!found || found.count < shortest) continue;
		quotes.push(found);
		search.floor = found.line + found.count;
		line = search.floor - 1;
	}
	return quotes;
}

type Search = {
	readonly window: Window;
	readonly part: Part;
	readonly lines: Lines;
	readonly own: Topic | undefined;
	readonly shortest: number;
	/** Lines above this one are quoted already. */
	floor: number;
	/** Steps left: lines compared, spans looked at. */
	budget: number;
};

const BUDGET = 1_500_000;
const MOST_CANDIDATES = 24;
const MOST_STEPS = 200;

/** The longest run through a line; one of the arrival's own subject is taken before a longer one from elsewhere. */
function bestAt(search: Search, line: number): Quote | undefined {
	let best = growInPlace(search, line);
	if (best && best.count >= search.shortest) return best;
	for (const position of candidates(search, line)) {
		const found = growFrom(search, position, line);
		if (found && (!best || rank(search, found) > rank(search, best))) best = found;
	}
	return best;
}

function rank({ own, shortest }: Search, { topic, count }: Quote): number {
	return topic === own && count >= shortest ? count + Number.MAX_SAFE_INTEGER / 2 : count;
}

/** Positions of equal lines on the shelf, newest first. */
function* candidates(search: Search, line: number): Generator<number> {
	const { shelf, lines } = search.window;
	const hash = search.lines.hashes[line]!;
	let next = shelf.heads[hash & (shelf.heads.length - 1)]!;
	for (let found = 0, steps = 0; next > 0 && found < MOST_CANDIDATES && steps < MOST_STEPS; steps++) {
		const position = next - 1;
		next = shelf.older[position]!;
		search.budget--;
		if (position >= lines || shelf.hashes[position] !== hash) continue;
		found++;
		yield position;
	}
}

/** Grows a quote from the line that the own sheet has under the number of the arriving one. */
function growInPlace(search: Search, line: number): Quote | undefined {
	if (!search.own) return undefined;
	const { sheet } = search.own;
	const number = search.part.first + line;
	const index = lastAtMost(sheet.length, (each) => sheet[each]!.line, number);
	const span = sheet[index];
	if (!span || number >= span.line + span.count) return undefined;
	return grow(search, search.own, sheet, index, number - span.line, line);
}

/** Grows a quote from a position on the shelf, if its line is still on the sheet of its subject. */
function growFrom(search: Search, position: number, line: number): Quote | undefined {
	const stretch = stretchAt(search.window.shelf, position);
	const topic = topicOf(search.window, stretch.topic);
	if (!topic) return undefined;
	const offset = position - stretch.at;
	for (const sheet of [topic.sheet, ...topic.loose.map((span) => [span])]) {
		const holds = (span: Span) =>
			span.stretch === stretch && span.offset <= offset && offset < span.offset + span.count;
		const index = sheet.findIndex(holds);
		search.budget -= sheet.length;
		if (index >= 0) return grow(search, topic, sheet, index, offset - sheet[index]!.offset, line);
	}
	return undefined;
}

/** The longest run around a line along a sheet, from the line `offset` lines into its span number `index`. */
function grow(
	search: Search,
	topic: Topic,
	sheet: Sheet,
	index: number,
	offset: number,
	line: number,
): Quote | undefined {
	const walk = { search, topic, sheet, index, offset, line };
	const below = walkAlong(walk, 1);
	if (below.count === 0) return undefined;
	const above = walkAlong(walk, -1);
	return { line: line - above.count, count: above.count + below.count, topic, runs: [...above.runs, ...below.runs] };
}

type Walk = {
	readonly search: Search;
	readonly topic: Topic;
	readonly sheet: Sheet;
	readonly index: number;
	readonly offset: number;
	readonly line: number;
};

/** Follows equal lines from span to span, down from a line (itself included) or up from it (itself excluded). */
function walkAlong({ search, topic, sheet, ...start }: Walk, step: 1 | -1): { count: number; runs: Run[] } {
	const runs: Run[] = [];
	let { index, offset, line } = start;
	for (;;) {
		const span = sheet[index]!;
		if (!isUsable(search, topic, span, line - offset)) break;
		const left = step > 0 ? span.count - offset : offset;
		const count = countEqual(search, span.stretch.at + span.offset + offset, line, left, step);
		const run = { stretch: span.stretch, offset: span.offset + (step > 0 ? offset : offset - count), count };
		if (count > 0) step > 0 ? runs.push(run) : runs.unshift(run);
		line += step * count;
		const next = sheet[index + step];
		if (count < left || !next) break;
		if (step > 0 ? span.line + span.count !== next.line : next.line + next.count !== span.line) break;
		index += step;
		offset = step > 0 ? 0 : next.count;
	}
	return { count: Math.abs(line - start.line), runs };
}

/**
 * Whether a span may be quoted for lines arriving at `line`: it stands, it is no sibling, and if a later view or an own
 * edit has moved these lines of the file since they were shown, they arrive where it put them.
 */
function isUsable(search: Search, topic: Topic, span: Span, line: number): boolean {
	search.budget--;
	if (!stands(search.window, span.stretch)) return false;
	if (topic !== search.own || topic.subject.kind !== "file" || span.line === 0) return true;
	return span.line === search.part.first + line || !isMoved(span);
}

function countEqual(search: Search, position: number, line: number, most: number, step: 1 | -1): number {
	const { hashes } = search.window.shelf;
	const arriving = search.lines.hashes;
	const left = Math.min(most, step > 0 ? arriving.length - line : line - search.floor);
	const back = step > 0 ? 0 : -1;
	let count = 0;
	while (count < left && hashes[position + back + step * count] === arriving[line + back + step * count]) count++;
	search.budget -= count + 1;
	return count;
}
