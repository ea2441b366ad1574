import { valueAt } from "./layered.ts";
import { passageAt } from "./line-index.ts";
import { type HashedLines, lastAtMost } from "./lines.ts";
import type { Policy } from "./policy.ts";
import { hideLines, type Passage, type Run, type Sheet, type Span, sliceRuns } from "./sheet.ts";
import type { Part, Range } from "./types.ts";
import type { SubjectState } from "./window.ts";
import { keyOf, outOfReach, overlap, stands, stateOf, type Window } from "./window.ts";

/** Consecutive lines of a part, from `line` on (counted from 0), that are in the window. */
export type Quote = {
	readonly line: number;
	readonly count: number;
	readonly state: SubjectState;
	readonly runs: readonly Run[];
};

/**
 * Finds the runs of a part's lines that are in the window, in whatever passage. A line that is where the subject's
 * sheet has it begins a quote at once; else a line that is long enough is looked up in the index. Either grows both
 * ways along the sheet. Past the budget the rest is fresh.
 */
export function findQuotes(
	window: Window,
	part: Part,
	lines: HashedLines,
	{ lines: shortest, reach }: QuoteLimits,
	busy: BusyLines,
): Quote[] {
	// A note in place of such a line would leave out words of the tool, too.
	if (part.gutter.kind === "number" && part.gutter.lead !== undefined) return [];
	const own = stateOf(window, part.subject);
	const shown = busy.get(keyOf(part.subject)) ?? [];
	const sheet = shown.reduce((left, { first, last }) => hideLines(left, first, last), own?.sheet ?? []);
	const oldest = outOfReach(window, reach);
	const search: Search = { window, part, lines, own, sheet, shortest, oldest, busy, floor: 0, budget: BUDGET };
	const quotes: Quote[] = [];
	for (let line = 0; line < lines.hashes.length && search.budget > 0; line++) {
		const found = bestAt(search, line);
		if (!found || found.count < shortest) continue;
		quotes.push(found);
		search.floor = found.line + found.count;
		line = search.floor - 1;
	}
	return quotes.flatMap((quote) => around(quote, shown, part.first)).filter(({ count }) => count >= shortest);
}

/** A quote without the lines that have these numbers in the arrival. */
function around(quote: Quote, busy: readonly Range[], first: number): Quote[] {
	const slice = (from: number, to: number): Quote[] => {
		const [top, bottom] = [Math.max(from, 0), Math.min(to, quote.count)];
		const runs = sliceRuns(quote.runs, top, bottom);
		return top < bottom ? [{ ...quote, line: quote.line + top, count: bottom - top, runs }] : [];
	};
	const [range, ...others] = busy;
	if (!range) return [quote];
	const number = first + quote.line;
	const left = [...slice(0, range.first - number), ...slice(range.last - number + 1, quote.count)];
	return left.flatMap((each) => around(each, others, first));
}

/** Whether all lines of a part are as the model takes them to be. */
export function isUnchanged(window: Window, part: Part, { hashes }: HashedLines): boolean {
	let line = 0;
	for (const { line: first, at, count } of stateOf(window, part.subject)?.sheet ?? []) {
		const offset = part.first + line - first;
		if (offset < 0) break;
		for (let each = offset; each < count && line < hashes.length; each++) {
			if (window.index.hashes[at + each] !== hashes[line++]) return false;
		}
	}
	return line === hashes.length;
}

/** How long a quote must be, and how far it may reach back. */
type QuoteLimits = Pick<Policy, "lines" | "reach">;

/** Lines of each subject that other calls of the turn are about to show: "last shown" would mean these. */
export type BusyLines = ReadonlyMap<string, readonly Range[]>;

/** Lines above the floor are quoted already; the budget counts lines compared and spans looked at. */
type Search = {
	readonly window: Window;
	readonly part: Part;
	readonly lines: HashedLines;
	readonly own: SubjectState | undefined;
	/** The sheet of the arrival's subject without what is busy. */
	readonly sheet: Sheet;
	readonly shortest: number;
	/** What came up to this passage is out of reach. */
	readonly oldest: number;
	readonly busy: BusyLines;
	floor: number;
	budget: number;
};

const BUDGET = 1_000_000;
const MOST_CANDIDATES = 24;
const MOST_STEPS = 200;

/** The longest run through a line; one of the arrival's own subject is taken before a longer one from elsewhere. */
function bestAt(search: Search, line: number): Quote | undefined {
	const { index, lines } = search.window;
	const hash = search.lines.hashes[line]!;
	let best = growInPlace(search, line);
	if (rank(search, best) > OWN_FIRST) return best;
	let next = index.heads[hash & (index.heads.length - 1)]!;
	for (let hits = 0, steps = 0; next > 0 && hits < MOST_CANDIDATES && steps < MOST_STEPS; ) {
		const position = next - 1;
		next = index.older[position]!;
		if (position >= lines) continue;
		search.budget--;
		steps++;
		if (index.hashes[position] !== hash) continue;
		hits++;
		const passage = passageAt(index, position);
		const found = isPromising(search, passage, position, line) ? growFrom(search, passage, position, line) : undefined;
		if (rank(search, found) > rank(search, best)) best = found;
	}
	return best;
}

const OWN_FIRST = 1e9;

function rank({ own, shortest }: Search, quote: Quote | undefined): number {
	if (!quote) return 0;
	return quote.state === own && quote.count >= shortest ? OWN_FIRST + quote.count : quote.count;
}

/** Grows a quote from the line that the own sheet has under the number of the arriving one. */
function growInPlace(search: Search, line: number): Quote | undefined {
	const { own, sheet } = search;
	if (!own || sheet.length === 0) return undefined;
	const number = search.part.first + line;
	const index = lastAtMost(sheet.length, (each) => sheet[each]!.line, number);
	const span = sheet[index];
	if (!span || number >= span.line + span.count) return undefined;
	return grow(search, { state: own, sheet, index, offset: number - span.line, line });
}

/**
 * Whether enough lines around a position are equal, or all up to an end of its passage. It keeps first views cheap: most
 * of their lines that are in the window, such as a closing bracket, are there alone.
 */
function isPromising(search: Search, passage: Passage, position: number, line: number): boolean {
	const [above, below] = [position - passage.at, passage.at + passage.count - position];
	const down = countEqual(search, position, line, Math.min(search.shortest, below), 1);
	if (down === search.shortest || down === below) return true;
	const up = countEqual(search, position, line, Math.min(search.shortest - down, above), -1);
	return down + up === search.shortest || up === above;
}

/** Grows a quote from a position on the index, if its line is still on the sheet of its subject. */
function growFrom(search: Search, passage: Passage, position: number, line: number): Quote | undefined {
	const state = valueAt(search.window.states, passage.key)!;
	const holds = ({ at, count }: Run): boolean => at <= position && position < at + count;
	const sheet = state === search.own ? search.sheet : state.sheet;
	search.budget -= sheet.length + state.loose.length;
	const index = sheet.findIndex(holds);
	if (index >= 0) return grow(search, { state, sheet, index, offset: position - sheet[index]!.at, line });
	// No file is said to have lines of a patch, even if it happens to.
	const isPatch = passage.by === "patch" && search.part.subject.kind !== "file";
	const run = state.loose.find(holds) ?? (isPatch ? passage : undefined);
	if (!run) return undefined;
	const alone = [{ at: run.at, count: run.count, line: LOOSE, moved: false, leftOut: undefined }];
	return grow(search, { state, sheet: alone, index: 0, offset: position - run.at, line });
}

/** The line number of lines whose place in the file is not known. */
const LOOSE = 0;

/** An arriving line beside a line of a sheet: the one `offset` lines into span number `index`. */
type SheetCursor = {
	readonly state: SubjectState;
	readonly sheet: Sheet;
	readonly index: number;
	readonly offset: number;
	readonly line: number;
};

/** The longest run around a line along a sheet. */
function grow(search: Search, place: SheetCursor): Quote | undefined {
	const below = walk(search, place, 1);
	if (below.count === 0) return undefined;
	const above = walk(search, place, -1);
	const { state, line } = place;
	const runs = joined(search.window, [...above.runs, ...below.runs]);
	return { line: line - above.count, count: above.count + below.count, state, runs };
}

/** Adjacent runs in the same passage are one. */
function joined({ index }: Window, runs: readonly Run[]): Run[] {
	const all: Run[] = [];
	for (const run of runs) {
		const last = all.at(-1);
		const isNext = last && last.at + last.count === run.at && passageAt(index, last.at) === passageAt(index, run.at);
		if (isNext) all[all.length - 1] = { at: last.at, count: last.count + run.count };
		else all.push(run);
	}
	return all;
}

/** Follows equal lines from span to span, down from a line (itself included) or up from it (itself excluded). */
function walk(search: Search, place: SheetCursor, step: 1 | -1): Pick<Quote, "count" | "runs"> {
	const { state, sheet } = place;
	const runs: Run[] = [];
	let { index, offset, line } = place;
	for (;;) {
		const span = sheet[index]!;
		if (!isUsable(search, state, span, line - offset)) break;
		const left = step > 0 ? span.count - offset : offset;
		const count = countEqual(search, span.at + offset, line, left, step);
		if (count > 0) runs.push({ at: span.at + offset - (step > 0 ? 0 : count), count });
		line += step * count;
		const next = sheet[index + step];
		if (count < left || !next) break;
		if (step > 0 ? span.line + span.count !== next.line : next.line + next.count !== span.line) break;
		index += step;
		offset = step > 0 ? 0 : next.count;
	}
	return { count: Math.abs(line - place.line), runs: step > 0 ? runs : runs.reverse() };
}

/**
 * Whether a span may be quoted for lines arriving at `line`: it is in the window, it is not a sibling, and if a later
 * view or an own edit has moved these lines of the file since they were shown, they arrive where it put them.
 */
function isUsable(search: Search, state: SubjectState, span: Span, line: number): boolean {
	search.budget--;
	const passage = passageAt(search.window.index, span.at);
	if (!stands(search.window, passage) || passage.message <= search.oldest) return false;
	if (passage.isJson !== (search.part.isJson === true)) return false;
	const busy = search.busy.get(passage.key) ?? [];
	if (state !== search.own) return busy.length === 0;
	const first = passage.first + span.at - passage.at;
	if (busy.some((range) => overlap(range, { first, last: first + span.count - 1 }))) return false;
	if (state.subject.kind !== "file" || span.line === LOOSE) return true;
	return span.line === search.part.first + line || !span.moved;
}

function countEqual(search: Search, position: number, line: number, most: number, step: 1 | -1): number {
	const { hashes } = search.window.index;
	const arriving = search.lines.hashes;
	const left = Math.min(most, step > 0 ? arriving.length - line : line - search.floor);
	const back = step > 0 ? 0 : -1;
	let count = 0;
	while (count < left && hashes[position + back + step * count] === arriving[line + back + step * count]) count++;
	search.budget -= count + 1;
	return count;
}
