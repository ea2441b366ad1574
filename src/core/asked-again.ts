import { passageAt } from "./line-index.ts";
import { hashOf } from "./lines.ts";
import { clip, type Span } from "./sheet.ts";
import type { Arrival, Call, Part, Range } from "./types.ts";
import type { SubjectState } from "./window.ts";
import { overlap, stands, stateOf, type Window } from "./window.ts";

/** Lines of a part that the latest text about them left out. */
export type OwedLines = {
	readonly ranges: readonly Range[];
	/** Those that were left out so often in a row that they come even beside something new. */
	readonly overdue: readonly Range[];
	/** One text was about the whole part, and left these lines out of it. */
	readonly isAgain: boolean;
};

/**
 * The lines of a part that are left out and that a model which asks for the part again wants to see. Not owed are lines
 *
 * 1. left out before the model `changed` something shown here: it wants to see that, and may get notes for the rest;
 * 2. of a diff, if it was a view of the file that left them out;
 * 3. beside others that have come in full since: the model goes on from these. Once they were left out twice in a row,
 *    they are owed all the same.
 */
export function linesOwed(window: Window, part: Part, isDiff: boolean, changed: number): OwedLines {
	const { first, last } = rangeOf(part);
	const isOfFile = isDiff && part.subject.kind === "file";
	const spans = clip(stateOf(window, part.subject)?.sheet ?? [], first, last + 1);
	const latest = Math.max(...spans.map((span) => lastMessageOf(window, span)));
	const goesOn = spans.every((span) => !span.leftOut || lastMessageOf(window, span) !== latest);
	const owed = spans.filter(({ leftOut }) => {
		if (!leftOut || leftOut.message <= changed || (isOfFile && !leftOut.inDiff)) return false;
		return stands(window, leftOut) && (!goesOn || leftOut.times >= MOST_TIMES);
	});
	const isAgain = owed.some(({ leftOut }) => !leftOut?.inPassing) && new Set(spans.map(aboutIn(window))).size === 1;
	const isFile = part.subject.kind === "file";
	const overdue = owed.filter(({ leftOut }) => isFile && leftOut && leftOut.times >= MOST_TIMES);
	return { ranges: owed.map(linesIn), overdue: overdue.map(linesIn), isAgain };
}

function linesIn({ line, count }: Span): Range {
	return { first: line, last: line + count - 1 };
}

/** A line is left out no more than this many times in a row. */
const MOST_TIMES = 2;

/** The latest message that had these lines, or a note for them. */
function lastMessageOf({ index }: Window, { at, leftOut }: Span): number {
	return leftOut?.message ?? passageAt(index, at).message;
}

/** The latest message that was about these lines. */
function aboutIn({ index }: Window): (span: Span) => number {
	return ({ at, leftOut }) => (leftOut && !leftOut.inPassing ? leftOut.message : passageAt(index, at).message);
}

/** Whether the user wants these lines whole, or the model has just failed to edit the file and looks why. */
export function isToComeWhole(state: SubjectState | undefined, lines: Range): boolean {
	return state !== undefined && (state.isMisfit || state.asked.some((range) => overlap(range, lines)));
}

/** The latest message in which the model wrote lines that it takes to be shown here; 0 where it wrote none of them. */
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
 * Whether a part is asked for again. Who reads on where an answer ended, and begins a few lines early, has not asked for
 * these again: if no answer was about all of it, most of it must be owed.
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
	return originals.length > 0 && originals.includes(hashOf(text));
}

/** The lines that a part shows; where it has none, the one that would have been the first. */
export function rangeOf({ first, count }: Part): Range {
	return { first, last: first + Math.max(count, 1) - 1 };
}
