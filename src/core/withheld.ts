import { allLines } from "./lines.ts";
import { countLines, type Piece } from "./read.ts";
import type { OwnEdit, Range, Withholding } from "./types.ts";
import { overlap, type Withheld } from "./window.ts";

/** What an outline withholds. */
export function newlyWithheld({ folds, text }: Withholding): Withheld | undefined {
	if (folds.length === 0) return undefined;
	const known = text === undefined ? undefined : `${plain(text)}\n`;
	return { lines: folds, edited: [], text: known, isSure: true, isTold: true };
}

/** After the file may have changed in any way: the lines are somewhere, and only a view of the whole file shows them. */
export function inDoubt(withheld: Withheld | undefined): Withheld | undefined {
	if (!withheld?.isSure) return withheld;
	return { ...withheld, edited: [], text: undefined, isSure: false, isTold: false };
}

/** After the model was told where the lines are. */
export function asTold(withheld: Withheld | undefined): Withheld | undefined {
	return withheld && { ...withheld, edited: [], isTold: true };
}

/** Consecutive lines of a file that a result shows, and whether the file ends with them. */
export type ShownLines = { readonly first: number; readonly pieces: readonly Piece[]; readonly isEnd: boolean };

/** After lines of the file were shown. If they are not those that we know, the file has changed. */
export function withoutShown(withheld: Withheld, shown: ShownLines): Withheld | undefined {
	const last = shown.first + shown.pieces.reduce((sum, piece) => sum + countLines(piece), 0) - 1;
	if (shown.first <= 1 && shown.isEnd) return undefined;
	const isChanged = withheld.text !== undefined && !isAsKnown(withheld.text, shown, last);
	if (!withheld.isSure || isChanged) return inDoubt(withheld);
	const lines = withheld.lines.flatMap((range) => outside(range, { first: shown.first, last }));
	const edited = withheld.edited.flatMap((range) => outside(range, { first: shown.first, last }));
	return lines.length > 0 ? { ...withheld, lines, edited } : undefined;
}

function isAsKnown(text: string, { first, pieces, isEnd }: ShownLines, last: number): boolean {
	const known = text.split("\n");
	if (isEnd && last !== known.length - 1) return false;
	let next = first;
	for (const piece of pieces) {
		const from = next;
		next += countLines(piece);
		// A note stands for lines that the model has, and so for none of these.
		if (piece.kind === "noted") continue;
		if (allLines(piece.lines).some((line, at) => plain(line) !== known[from + at - 1])) return false;
	}
	return true;
}

/** What of a range is outside another. */
export function outside({ first, last }: Range, shown: Range): Range[] {
	const above = { first, last: Math.min(last, shown.first - 1) };
	const below = { first: Math.max(first, shown.last + 1), last };
	return [above, below].filter((range) => range.first <= range.last);
}

/** After the model has put a text in the place of another, in the whole file or in lines that it has not seen. */
export function withReplaced(
	withheld: Withheld | undefined,
	{ old, text, all }: Pick<OwnEdit, "old" | "text" | "all">,
): Withheld | undefined {
	if (!withheld?.isSure) return withheld;
	if (withheld.text === undefined) return breaksIn(old) === breaksIn(text) ? withheld : inDoubt(withheld);
	const starts = placesOf(plain(old), withheld.text);
	if (starts.length === 0 || (starts.length > 1 && !all)) return inDoubt(withheld);
	// From bottom to top, so that no place moves before its turn.
	const replaced = starts.reduceRight<Withheld>((each, at) => replaceAt(each, at, plain(old), plain(text)), withheld);
	return replaced.lines.length > 0 ? replaced : undefined;
}

function placesOf(old: string, text: string): number[] {
	const starts: number[] = [];
	if (old === "") return starts;
	for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length)) starts.push(at);
	return starts;
}

function replaceAt(withheld: Withheld, at: number, old: string, fresh: string): Withheld {
	const text = withheld.text ?? "";
	const gone = { first: breaksIn(text.slice(0, at)) + 1, last: breaksIn(text.slice(0, at + old.length - 1)) + 1 };
	const shift = breaksIn(fresh) - breaksIn(old);
	const moved = (range: Range): Range[] => afterChange(range, gone, shift);
	const hit = withheld.lines.filter((range) => overlap(range, gone));
	const isMoved = shift !== 0 && withheld.lines.some(({ last }) => last >= gone.first);
	return {
		lines: withheld.lines.flatMap(moved),
		edited: [...hit, ...withheld.edited.filter((range) => !hit.includes(range))].flatMap(moved),
		text: text.slice(0, at) + fresh + text.slice(at + old.length),
		isSure: true,
		isTold: withheld.isTold && !isMoved && hit.length === 0,
	};
}

/** Where a range is after lines have given way to others; of a range that they touch, all of it and of them. */
function afterChange(range: Range, gone: Range, shift: number): Range[] {
	if (range.last < gone.first) return [range];
	if (range.first > gone.last) return [{ first: range.first + shift, last: range.last + shift }];
	const first = Math.min(range.first, gone.first);
	const last = Math.max(range.last, gone.last) + shift;
	return first <= last ? [{ first, last }] : [];
}

function breaksIn(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
	return count;
}

function plain(text: string): string {
	return text.replaceAll("\r", "");
}
