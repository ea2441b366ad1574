import { MARK } from "../core/lines.ts";
import type { Range } from "../core/types.ts";

/** What the first line of an outline says. */
export const OUTLINE = "Bodies of functions are folded: read the lines that a mark names to see them.";

/** The line in place of withheld lines. */
export function markOf({ first, last }: Range): string {
	return `${MARK}lines ${first}-${last} folded`;
}

/** The lines that a mark stands for; undefined if a line is no mark. */
export function foldAt(line: string): Range | undefined {
	if (!line.startsWith(MARK)) return undefined;
	const [, first, last] = /^lines ([1-9]\d*)-([1-9]\d*) folded$/.exec(line.slice(MARK.length)) ?? [];
	const fold = { first: Number(first), last: Number(last) };
	return fold.first <= fold.last ? fold : undefined;
}

/** Reads the sentence. The marks below it stay: only the file has their lines. */
export const outlineSentence = {
	readSentence: (
		words: string,
	): { sentence: string; undo: (lines: readonly string[]) => readonly string[] } | undefined =>
		words.startsWith(OUTLINE) ? { sentence: OUTLINE, undo: (lines) => lines } : undefined,
};

/** Whether a text says that it is an outline. */
export function isOutline(sent: string): boolean {
	return sent.startsWith(MARK + OUTLINE);
}
