import type { Lines } from "./lines.ts";
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
 * subject's sheet has it begins a quote at once; else the rarest way in is taken: a telling line looked up in the index.
 * Either grows both ways along the sheet. Past the budget the rest is fresh.
 */
export function findQuotes(window: Window, part: Part, lines: Lines, shortest: number): Quote[] {
	const search: Search = { window, part, lines, own: topicOf(window, keyOf(part.subject)), budget: BUDGET };
	const quotes: Quote[] = [];
	let floor = 0;
	for (let line = 0; line < lines.hashes.length && search.budget > 0; ) {
		const found = bestAt(search, line, floor, shortest);
		if (!found || found.count < shortest) {
			line++;
			continue;
		}
		quotes.push(found);
		floor = line = found.line + found.count;
	}
	return quotes;
}

type Search = {
	readonly window: Window;
	readonly part: Part;
	readonly lines: Lines;
	readonly own: Topic | undefined;
	/** Steps left: lines compared, spans looked at. */
	budget: number;
};

const BUDGET = 1_500_000;
const MOST_CANDIDATES = 24;
const MOST_STEPS = 200;

/** The longest run through a line; one of the arrival's own subject is taken before a longer one from elsewhere. */
function bestAt(search: Search, line: number, floor: number, shortest: number): Quote | undefined {
	const inPlace = search.own && grow(search, search.own, search.own.sheet, spanAt(search, line), line, floor);
	if (inPlace && inPlace.count >= shortest) return inPlace;
	let best = inPlace;
	for (const position of candidates(search, line)) {
		const found = growFrom(search, position, line, floor);
		if (found && rank(search, found, shortest) > rank(search, best, shortest)) best = found;
	}
	return best;
}

function rank(search: Search, quote: Quote | undefined, shortest: number): number {
	if (!quote) return 0;
	const isOwn = quote.topic === search.own && quote.count >= shortest;
	return quote.count + (isOwn ? OWN_FIRST : 0);
}

const OWN_FIRST = 1e9;

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

/** The span of the own sheet that has the number under which a line arrives. */
function spanAt(search: Search, line: number): Place | undefined {
	const number = search.part.first + line;
	const sheet = search.own?.sheet ?? [];
	let low = 0;
	let high = sheet.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (sheet[middle]!.line <= number) low = middle;
		else high = middle - 1;
	}
	const span = sheet[low];
	if (!span || number < span.line || number >= span.line + span.count) return undefined;
	return { index: low, offset: number - span.line };
}

/** A line of a sheet: `offset` lines into its span number `index`. */
type Place = { readonly index: number; readonly offset: number };

/** Grows a quote from a position on the shelf, if its line is still on the sheet of its subject. */
function growFrom(search: Search, position: number, line: number, floor: number): Quote | undefined {
	const stretch = stretchAt(search.window.shelf, position);
	const topic = topicOf(search.window, stretch.topic);
	if (!topic) return undefined;
	const offset = position - stretch.at;
	const holds = (span: Span) => span.stretch === stretch && span.offset <= offset && offset < span.offset + span.count;
	const index = topic.sheet.findIndex(holds);
	search.budget -= topic.sheet.length;
	if (index >= 0) {
		return grow(search, topic, topic.sheet, { index, offset: offset - topic.sheet[index]!.offset }, line, floor);
	}
	const loose = topic.loose.find(holds);
	return loose && grow(search, topic, [loose], { index: 0, offset: offset - loose.offset }, line, floor);
}

/** The longest run around a line, down to the end and up to `floor`, that goes along a sheet from a place on it. */
function grow(
	search: Search,
	topic: Topic,
	sheet: Sheet,
	place: Place | undefined,
	line: number,
	floor: number,
): Quote | undefined {
	if (!place || !isUsable(search, topic, sheet[place.index]!, line - place.offset)) return undefined;
	const runs: Run[] = [];
	let end = line;
	for (let index = place.index, offset = place.offset; index < sheet.length; index++, offset = 0) {
		const span = sheet[index]!;
		if (end > line && !follows(search, topic, sheet, index, end)) break;
		const count = equalDown(search, span, offset, end);
		if (count > 0) runs.push({ stretch: span.stretch, offset: span.offset + offset, count });
		end += count;
		if (offset + count < span.count) break;
	}
	if (end === line) return undefined;
	let begin = line;
	for (let index = place.index, offset = place.offset; index >= 0; index--) {
		const span = sheet[index]!;
		const count = equalUp(search, span, offset, begin, floor);
		if (count > 0) runs.unshift({ stretch: span.stretch, offset: span.offset + offset - count, count });
		begin -= count;
		if (count < offset || begin === floor || index === 0 || !follows(search, topic, sheet, index, begin)) break;
		const above = sheet[index - 1]!;
		if (!isUsable(search, topic, above, begin - above.count)) break;
		offset = above.count;
	}
	return { line: begin, count: end - begin, topic, runs };
}

/** Whether a span goes on where the one before it ends, and may be quoted from an arriving line. */
function follows(search: Search, topic: Topic, sheet: Sheet, index: number, line: number): boolean {
	const span = sheet[index]!;
	const before = sheet[index - 1]!;
	return before.line + before.count === span.line && isUsable(search, topic, span, line);
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

function equalDown(search: Search, span: Span, offset: number, line: number): number {
	const { hashes } = search.window.shelf;
	const arriving = search.lines.hashes;
	const position = span.stretch.at + span.offset + offset;
	const most = Math.min(span.count - offset, arriving.length - line);
	let count = 0;
	while (count < most && hashes[position + count] === arriving[line + count]) count++;
	search.budget -= count + 1;
	return count;
}

function equalUp(search: Search, span: Span, offset: number, line: number, floor: number): number {
	const { hashes } = search.window.shelf;
	const arriving = search.lines.hashes;
	const position = span.stretch.at + span.offset + offset;
	const most = Math.min(offset, line - floor);
	let count = 0;
	while (count < most && hashes[position - 1 - count] === arriving[line - 1 - count]) count++;
	search.budget -= count + 1;
	return count;
}
