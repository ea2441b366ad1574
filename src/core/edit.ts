import { hideLines, lay, type Run, replaceLines, type Sheet } from "./sheet.ts";
import { linesOf, numberOf, type Shelf } from "./shelf.ts";

/** Where old text stands on a sheet: whole lines, but for the first and the last, which it may hold in part. */
export type Match = {
	readonly line: number;
	readonly count: number;
	readonly fromStart: boolean;
	readonly toEnd: boolean;
};

/** Every place where a text stands on a sheet. */
export function findText(shelf: Shelf, sheet: Sheet, text: string): Match[] {
	if (text === "") return [];
	const wanted = text.split("\n");
	const last = wanted.length - 1;
	const known = sheet.flatMap((span) => linesOf(shelf, span).map((body, each) => ({ line: span.line + each, body })));
	const matches: Match[] = [];
	for (let at = 0; at + last < known.length; at++) {
		const { line, body: top } = known[at]!;
		const { line: end, body: bottom } = known[at + last]!;
		const middleIsSame = () => wanted.slice(1, -1).every((body, each) => known[at + 1 + each]!.body === body);
		const isThere =
			last === 0 ? top.includes(text) : top.endsWith(wanted[0]!) && bottom.startsWith(wanted[last]!) && middleIsSame();
		if (!isThere || end !== line + last) continue;
		const fromStart = last === 0 ? top.startsWith(text) : top === wanted[0];
		matches.push({ line, count: last + 1, fromStart, toEnd: bottom === wanted[last] });
		at += last;
	}
	return matches;
}

/** The sheet after an edit put the lines of a run in the place of each match. */
export function applyEdit(shelf: Shelf, sheet: Sheet, matches: readonly Match[], run: Run): Sheet {
	return matches.reduceRight<Sheet>((edited, { line, count, fromStart, toEnd }) => {
		const skipped = fromStart ? 0 : 1;
		const whole = run.count - skipped - (toEnd ? 0 : 1);
		const replaced = replaceLines(edited, line, count, run.count);
		const laid = { at: run.at + skipped, count: whole };
		return whole > 0 ? lay(replaced, line + skipped, [laid], (each) => numberOf(shelf, each)) : replaced;
	}, sheet);
}

/** The sheet after an edit hit one of several places, nobody knows which. */
export function doubtEdit(sheet: Sheet, matches: readonly Match[], added: number): Sheet {
	const [first, last] = [matches[0], matches.at(-1)];
	if (!first || !last) return sheet;
	return hideLines(sheet, first.line, first.count === added ? last.line + last.count - 1 : Number.POSITIVE_INFINITY);
}
