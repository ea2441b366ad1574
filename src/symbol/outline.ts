import { type SplitText, sliceLines, splitLines } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { FunctionBody, LineSpan, SourceShape } from "./types.ts";

/** A text with function bodies folded to a line each. */
export type Outline = { readonly text: string; readonly folds: readonly OutlineFold[] };

/** Lines that an outline withholds. */
export type OutlineFold = LineSpan & {
	/** The id of the function that they are the body of, if it has a name. */
	readonly symbol?: string;
};

/** What to fold. */
export type OutlineOptions = {
	/** How many levels of function bodies stay open. Everything outside functions always does. */
	readonly depth: number;
	/** Shorter bodies stay open; at least `LEAST_BODY`. */
	readonly minBody: number;
};

/** Bodies from this length on are worth a fold. */
export const STANDARD_BODY = 15;

/** A fold of fewer lines would say as much as the lines. */
export const LEAST_BODY = 4;

/** The outline of a text with its shape. If `unfold` did not give back the exact text, nothing is folded. */
export function outlineOf(text: string, shape: SourceShape, options: OutlineOptions): Outline {
	const lines = splitLines(text);
	const folds = foldsOf(lines, shape, options);
	const pieces: string[] = [];
	let next = 1;
	for (const fold of folds) {
		if (fold.first > next) pieces.push(sliceLines(lines, next - 1, fold.first - 1));
		pieces.push(markOf(sliceLines(lines, fold.first - 1, fold.last), fold));
		next = fold.last + 1;
	}
	if (next < lines.starts.length) pieces.push(sliceLines(lines, next - 1, lines.starts.length - 1));
	const made = pieces.join("\n");
	return unfold(made, text) === text ? { text: made, folds } : { text, folds: [] };
}

/** What an outline of a text folds: each fold costs less than its lines, and its mark can be told from all of them. */
export function foldsOf(lines: SplitText, shape: SourceShape, options: OutlineOptions): OutlineFold[] {
	// A line of the text that looks like a mark could not be told from one.
	if (MARK_ANYWHERE.test(lines.text)) return [];
	return outermostLong(shape.bodies, options).filter((fold) => {
		return isCheaper(sliceLines(lines, fold.first - 1, fold.last), fold);
	});
}

/**
 * The text behind an outline: its own lines, and for each mark the lines of the text that the mark names. Undefined if a
 * mark names lines that do not belong where it stands.
 */
export function unfold(made: string, text: string): string | undefined {
	const lines = splitLines(text);
	const pieces: string[] = [];
	let next = 1;
	for (const line of made.split("\n")) {
		const mark = MARK.exec(line);
		const [first, last] = mark ? [Number(mark[1]), Number(mark[2])] : [next, next];
		if (first !== next || last < first || last > lines.starts.length - 1) return undefined;
		pieces.push(mark ? sliceLines(lines, first - 1, last) : line);
		next = last + 1;
	}
	return pieces.join("\n");
}

const MARK = /^[ \t]*… lines (\d+)-(\d+) folded\r?$/;
const MARK_ANYWHERE = new RegExp(MARK, "m");

/** The line in place of folded lines, at their indent and with their line break. */
function markOf(folded: string, { first, last }: LineSpan): string {
	const indent = /^\s*?([ \t]*)\S/.exec(folded)?.[1] ?? "";
	return `${indent}… lines ${first}-${last} folded${folded.endsWith("\r") ? "\r" : ""}`;
}

function isCheaper(folded: string, fold: LineSpan): boolean {
	return estimateTokens(markOf(folded, fold)) < estimateTokens(folded);
}

/** The outermost bodies that are long enough, below the levels that stay open. */
function outermostLong(bodies: readonly FunctionBody[], { depth, minBody }: OutlineOptions): OutlineFold[] {
	const folds: OutlineFold[] = [];
	const isLong = ({ lines }: FunctionBody): boolean => lines.last - lines.first + 1 >= Math.max(minBody, LEAST_BODY);
	const wrappers = wrappersOf(bodies, isLong);
	const levels: number[] = [];
	let end = 0;
	bodies.forEach((body, at) => {
		const around = body.within === undefined ? 0 : levels[body.within]!;
		levels.push(wrappers.has(at) ? around : around + 1);
		if (wrappers.has(at) || around < depth || !isLong(body) || body.lines.first <= end) return;
		folds.push({ ...body.lines, ...(body.symbol !== undefined && { symbol: body.symbol }) });
		end = body.lines.last;
	});
	return folds;
}

/**
 * Functions without a name that only hold others, such as those around a module or a group of tests: at least half of
 * their lines are bodies that can be folded themselves. They stay open like a class.
 */
function wrappersOf(bodies: readonly FunctionBody[], isLong: (body: FunctionBody) => boolean): ReadonlySet<number> {
	const inside = new Array<number>(bodies.length).fill(0);
	const wrappers = new Set<number>();
	for (let at = bodies.length - 1; at >= 0; at--) {
		const body = bodies[at]!;
		const count = body.lines.last - body.lines.first + 1;
		const isWrapper = body.isAnonymous && inside[at]! * 2 >= count;
		if (isWrapper) wrappers.add(at);
		if (body.within !== undefined) inside[body.within]! += isWrapper ? inside[at]! : isLong(body) ? count : 0;
	}
	return wrappers;
}
