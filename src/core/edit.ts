import { type LineIndex, linesOf, numberOf, textOf } from "./line-index.ts";
import { lastAtMost, splitLines } from "./lines.ts";
import { clip, lay, type Run, replaceLines, type Sheet, type Span } from "./sheet.ts";

/** Where old text is on a sheet: whole lines, except the first and the last, which it may contain in part. */
export type Match = {
	readonly line: number;
	readonly count: number;
	readonly fromStart: boolean;
	readonly toEnd: boolean;
};

/**
 * Every place of a text on a sheet; with `isClosed` only if a line ends after it. Carriage returns are ignored, because
 * editing tools do not report them.
 */
export function findText(index: LineIndex, sheet: Sheet, old: string, isClosed = false): Match[] {
	const wanted = withoutReturns(old);
	return wanted === "" ? [] : unbroken(sheet).flatMap((spans) => findIn(index, spans, wanted, isClosed));
}

/** Whether it is known which lines an edit replaced: those of the only match, or of all, if no two share a line. */
export function isCertain(matches: readonly Match[], all: boolean): boolean {
	const isApart = matches.every(({ line }, index) => {
		const before = matches[index - 1];
		return !before || line >= before.line + before.count;
	});
	return matches.length === 1 || (all && matches.length > 0 && matches.length <= MOST_MATCHES && isApart);
}

/** More places than this are not followed one by one. */
const MOST_MATCHES = 100;

/** The sheet after an edit put the lines of a run in the place of each match. */
export function applyEdit(index: LineIndex, sheet: Sheet, matches: readonly Match[], run: Run): Sheet {
	return matches.reduceRight<Sheet>((edited, { line, count, fromStart, toEnd }) => {
		const skipped = fromStart ? 0 : 1;
		const whole = run.count - skipped - (toEnd ? 0 : 1);
		const replaced = replaceLines(edited, line, count, run.count);
		const laid = { at: run.at + skipped, count: whole };
		return whole > 0 ? lay(replaced, line + skipped, [laid], (each) => numberOf(index, each)) : replaced;
	}, sheet);
}

/**
 * The sheet after an edit of one of several places, or of one that is not on the sheet. The lines of its old text may
 * be gone, and no longer count as shown. If it changed the number of lines, everything below may have moved: those
 * lines count where they were last shown, wherever they arrive.
 */
export function doubtEdit(
	index: LineIndex,
	sheet: Sheet,
	old: string,
	matches: readonly Match[],
	added: number,
): Sheet {
	const doubtful =
		matches.length > 0
			? matches.map(({ line, count }) => ({ first: line, last: line + count - 1 }))
			: linesAlike(index, sheet, old).map((line) => ({ first: line, last: line }));
	const left = doubtful.flatMap(({ first }, each) => clip(sheet, (doubtful[each - 1]?.last ?? -1) + 1, first));
	left.push(...clip(sheet, (doubtful.at(-1)?.last ?? -1) + 1));
	if (old.split("\n").length === added) return left;
	const from = matches[0]?.line ?? 0;
	return left.map((span) => (span.line < from ? span : { ...span, moved: false }));
}

/** Whether an edit may have changed lines whose place is not known. */
export function mayTouch(index: LineIndex, { at, count }: Run, old: string): boolean {
	const sheet = [{ at, count, line: 1, moved: false, leftOut: undefined }];
	return findText(index, sheet, old).length > 0 || linesAlike(index, sheet, old).length > 0;
}

/** The lines of a sheet that old text holds too. */
function linesAlike(index: LineIndex, sheet: Sheet, old: string): number[] {
	const gone = linesIn(old);
	return sheet.flatMap((span) => {
		return linesOf(index, span).flatMap((body, each) => (gone.has(withoutReturns(body)) ? [span.line + each] : []));
	});
}

/** Blank and tiny lines say nothing about which lines are meant. */
function linesIn(text: string): Set<string> {
	return new Set(
		withoutReturns(text)
			.split("\n")
			.filter((line) => line.trim().length >= 4),
	);
}

function withoutReturns(text: string): string {
	return text.replaceAll("\r", "");
}

/** The spans whose lines follow each other, together. */
function unbroken(sheet: Sheet): Span[][] {
	const groups: Span[][] = [];
	for (const span of sheet) {
		const last = groups.at(-1)?.at(-1);
		if (last && last.line + last.count === span.line) groups.at(-1)!.push(span);
		else groups.push([span]);
	}
	return groups;
}

function findIn(index: LineIndex, spans: readonly Span[], wanted: string, isClosed: boolean): Match[] {
	// Old text may contain the newline after the last line, and so part of the next one, which is not known.
	const text = withoutReturns(spans.map((span) => `${textOf(index, span)}\n`).join(""));
	// A place after which no line ends must not be skipped as a whole: the right one may begin inside it.
	const needle = isClosed ? `${wanted}\n` : wanted;
	if (!text.includes(needle)) return [];
	const { starts } = splitLines(text);
	const lineOf = (at: number): number => lastAtMost(starts.length - 1, (line) => starts[line]!, at);
	const matches: Match[] = [];
	for (let at = text.indexOf(needle); at >= 0; ) {
		const [line, last] = [lineOf(at), lineOf(at + wanted.length)];
		const end = at + wanted.length;
		const toEnd = end === starts[last + 1]! - 1 && end < text.length;
		matches.push({ line: spans[0]!.line + line, count: last - line + 1, fromStart: at === starts[line], toEnd });
		at = text.indexOf(needle, end);
	}
	return matches;
}
