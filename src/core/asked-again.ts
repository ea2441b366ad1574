import { passageAt } from "./line-index.ts";
import { hashOf } from "./lines.ts";
import { clip, type Span } from "./sheet.ts";
import type { Arrival, Call, Part, Range } from "./types.ts";
import { overlap, type SubjectState, stands, stateOf, type Window } from "./window.ts";

/** Lines of a part that the latest text about them left out, not long ago. */
export type OwedLines = {
	readonly ranges: readonly Range[];
	/** One text was about the whole part, and left these lines out of it. */
	readonly isAgain: boolean;
};

/**
 * The lines of a part that a model which asks for the part again wants to see: those left out in one of the last turns,
 * and since the model `changed` something shown here. After a change it wants to see that, and may get notes for the
 * rest; later it asks by habit. A diff asks again only for what a diff has left out.
 */
export function linesOwed(window: Window, part: Part, isDiff: boolean, changed: number): OwedLines {
	const { first, last } = rangeOf(part);
	const spans = clip(stateOf(window, part.subject)?.sheet ?? [], first, last + 1);
	const owed = spans.filter(({ leftOut }) => {
		if (!leftOut || leftOut.message <= changed || (isDiff && !leftOut.inDiff)) return false;
		return isRecent(window, leftOut) && stands(window, leftOut);
	});
	const isAgain = owed.some(({ leftOut }) => !leftOut?.inPassing) && new Set(spans.map(aboutIn(window))).size === 1;
	return { ranges: owed.map(({ line, count }) => ({ first: line, last: line + count - 1 })), isAgain };
}

function isRecent(window: Window, { turn }: { readonly turn: number }): boolean {
	return window.turn - turn <= TURNS_OWED;
}

/** For how many turns after a note asking again brings the full text. */
const TURNS_OWED = 3;

/** The latest message that was about these lines. */
function aboutIn({ index }: Window): (span: Span) => number {
	return ({ at, leftOut }) => (leftOut && !leftOut.inPassing ? leftOut.message : passageAt(index, at).message);
}

/** Whether the user wants these lines whole, or the model has just failed to edit the file and looks why. */
export function isToComeWhole(state: SubjectState | undefined, lines: Range): boolean {
	return state !== undefined && (state.hasFailedEdit || state.asked.some((range) => overlap(range, lines)));
}

/** The latest message in which the model wrote lines that it takes to be shown here; 0 if it wrote none of them. */
export function lastChangeIn(window: Window, parts: readonly Part[]): number {
	let latest = 0;
	for (const part of parts) {
		const range = rangeOf(part);
		for (const { at, line, count } of stateOf(window, part.subject)?.sheet ?? []) {
			const { by, message } = passageAt(window.index, at);
			const isShown = by !== "result" && overlap(range, { first: line, last: line + count - 1 });
			if (isShown && message > latest) latest = message;
		}
	}
	return latest;
}

/**
 * Whether a part is asked for again. A model that reads on after an answer, and begins a few lines early, has not asked
 * for these lines again: if no answer was about the whole part, most of it must be owed.
 */
export function isAskedAgain({ count }: Part, { ranges, isAgain }: OwedLines): boolean {
	return isAgain || heightOf(ranges) > count / 2;
}

function heightOf(ranges: readonly Range[]): number {
	return ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}

/** Whether a command prints just what it did when its output was last shortened. */
export function isRepeated(window: Window, call: Call | undefined, { text }: Arrival): boolean {
	const originals = (call?.subjects ?? []).flatMap((subject) => stateOf(window, subject)?.shortenedFrom ?? []);
	const recent = originals.filter((each) => isRecent(window, each));
	return recent.length > 0 && recent.some(({ hash }) => hash === hashOf(text));
}

/** The lines that a part shows; if it has none, the one that would have been the first. */
export function rangeOf({ first, count }: Part): Range {
	return { first, last: first + Math.max(count, 1) - 1 };
}
