import { isWantedAgain, lastChangeIn, owedOf } from "./insist.ts";
import { linesOf } from "./shelf.ts";
import type { Glimpse, Part, Range } from "./types.ts";
import { topicOf, type Window } from "./window.ts";

/**
 * Which lines of its file a text shows, by what is known of the file; undefined where that does not tell, or is not what
 * the text shows.
 */
export function placeGlimpse(window: Window, text: string, glimpse: Glimpse): Range | undefined {
	const known = knownLines(window, glimpse);
	const lines = text.split("\n");
	let first = glimpse.first;
	while (known.get(first)?.trim() === "") first++;
	const last = first + lines.length - 1;
	if (!known.has(first)) return undefined;
	for (const [number, line] of known) {
		const shown = number < first || number > last ? "" : lines[number - first]!;
		const isEqual = number >= first && number < last ? line === shown : line.trimEnd() === shown.trimEnd();
		if (!isEqual) return undefined;
	}
	return { first, last };
}

/** The lines of a file that a glimpse may show, as far as they are known, by their numbers. */
function knownLines(window: Window, { subject, first, room }: Glimpse): Map<number, string> {
	const known = new Map<number, string>();
	for (const span of topicOf(window, subject)?.sheet ?? []) {
		linesOf(window.shelf, span).forEach((line, index) => {
			const number = span.line + index;
			if (number >= first && number - first < room) known.set(number, line);
		});
	}
	return known;
}

/** Which lines it would show if nothing had been taken off. */
export function rangeOfGlimpse(text: string, { first }: Glimpse): Range {
	return { first, last: first + text.split("\n").length - 1 };
}

/** Whether these lines of a file have been asked for before, and were left out. */
export function isGlimpseOwed(window: Window, { subject }: Glimpse, { first, last }: Range): boolean {
	const part: Part = { subject, from: 0, count: last - first + 1, first, gutter: { kind: "none" }, room: 0 };
	return isWantedAgain(part, owedOf(window, part, false, lastChangeIn(window, [part])));
}
