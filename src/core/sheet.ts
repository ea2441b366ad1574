import type { Range, Witness } from "./types.ts";

/** Consecutive literal lines of one message: a result, or what the model wrote in a call. */
export type Passage = {
	readonly text: string;
	readonly starts: Int32Array;
	/** Nothing precedes the lines, so they are one slice of the text. */
	readonly bare: boolean;
	/** Position on the index of the first line. */
	readonly at: number;
	readonly count: number;
	/** The key of its subject. */
	readonly key: string;
	readonly by: "result" | "write" | "edit" | "patch";
	/** The witness, if they are lines of a file that a result shows. */
	readonly witness: Witness | undefined;
	/** What the model called the subject there. */
	readonly label: string;
	/** Number of the first line in the subject when it came; 0 if unknown. */
	readonly first: number;
	/** The numbers are printed before the lines, so the model sees them. */
	readonly numbered: boolean;
	/** The sign of a diff precedes each of the lines. */
	readonly signed: boolean;
	/** They are values of JSON that stands on one line. */
	readonly isJson: boolean;
	/** The model wrote them in a call that did not do its work, or answered too late: they may not be quoted. */
	readonly failed: boolean;
	/** Which message, counted from 1, of which call, in which turn. */
	readonly message: number;
	readonly id: string;
	readonly turn: number;
	/** The passage of the same subject before this one. */
	readonly before: Passage | undefined;
};

/** Literal lines of the window, one below the other: `count` of them from position `at` of the index on. */
export type Run = { readonly at: number; readonly count: number };

/** The lines from number `from` up to, but without, number `to` of consecutive runs. */
export function sliceRuns(runs: readonly Run[], from: number, to: number): Run[] {
	let at = 0;
	return runs.flatMap((run) => {
		const first = Math.max(from, at);
		const count = Math.min(to, at + run.count) - first;
		const position = run.at + first - at;
		at += run.count;
		return count > 0 ? [{ at: position, count }] : [];
	});
}

/** Lines `line`, `line + 1`, … of a subject are in a run. */
export type Span = Run & {
	readonly line: number;
	/** An own edit or a later view has put them there. */
	readonly moved: boolean;
	/** Undefined if the latest text that had these lines showed them. */
	readonly leftOut: LeftOut | undefined;
};

/** Which message has left lines out, in which turn. */
export type LeftOut = {
	readonly message: number;
	readonly turn: number;
	/** The message was about something else that has the same lines. */
	readonly inPassing: boolean;
	/** Its note stood behind the sign of a diff. */
	readonly inDiff: boolean;
};

/**
 * What the model must take a subject to look like now: for each line number, where that line was last shown. Sorted by
 * line, without overlaps. Lines that are not on the sheet are hidden and must not be quoted.
 */
export type Sheet = readonly Span[];

/** Lines to lay on a sheet: shown, or left out. */
export type LaidRun = Run & { readonly leftOut?: LeftOut };

/** The sheet after consecutive runs came at `line` and below. `numberOf` a run is where it was shown first. */
export function lay(sheet: Sheet, line: number, runs: readonly LaidRun[], numberOf: (run: Run) => number): Sheet {
	let next = line;
	const laid = runs.map((run) => {
		next += run.count;
		const number = next - run.count;
		return { at: run.at, count: run.count, line: number, moved: number !== numberOf(run), leftOut: run.leftOut };
	});
	return [...clip(sheet, 0, line), ...laid, ...clip(sheet, next)];
}

/** The sheet with lines `first` to `last` hidden. */
export function hideLines(sheet: Sheet, first: number, last: number): Sheet {
	return [...clip(sheet, 0, first), ...clip(sheet, last + 1)];
}

/** The sheet after `removed` lines from `line` on gave way to `added` others, which are not on it yet. */
export function replaceLines(sheet: Sheet, line: number, removed: number, added: number): Sheet {
	const below = clip(sheet, line + removed);
	const shift = added - removed;
	const moved = shift === 0 ? below : below.map((span) => ({ ...span, line: span.line + shift, moved: true }));
	return [...clip(sheet, 0, line), ...moved];
}

/** Which lines of a sheet a run is; undefined if it is not on it as a whole. */
export function linesOn(sheet: Sheet, run: Run): Range | undefined {
	const span = sheet.find(({ at, count }) => at <= run.at && run.at + run.count <= at + count);
	if (!span) return undefined;
	const first = span.line + run.at - span.at;
	return { first, last: first + run.count - 1 };
}

/** The lines of a sheet that some of a run are. */
export function sharedWith(sheet: Sheet, run: Run): Range[] {
	const shared: Range[] = [];
	for (const span of sheet) {
		const at = Math.max(span.at, run.at);
		const count = Math.min(span.at + span.count, run.at + run.count) - at;
		const first = span.line + at - span.at;
		if (count > 0) shared.push({ first, last: first + count - 1 });
	}
	return shared;
}

/** The sheet after a message has left out what it has of lines `first` to `last`; what was left out before keeps its mark in passing. */
export function leaveOut(sheet: Sheet, { first, last }: Range, leftOut: LeftOut): Sheet {
	const left = clip(sheet, first, last + 1).map((span) => {
		return { ...span, leftOut: leftOut.inPassing ? (span.leftOut ?? leftOut) : leftOut };
	});
	return [...clip(sheet, 0, first), ...left, ...clip(sheet, last + 1)];
}

/** The spans from line `from` up to, but without, line `to`. */
export function clip(sheet: Sheet, from: number, to: number = Number.POSITIVE_INFINITY): Span[] {
	return sheet.flatMap((span) => {
		const line = Math.max(span.line, from);
		const count = Math.min(span.line + span.count, to) - line;
		if (count === span.count) return [span];
		return count > 0 ? [{ ...span, line, count, at: span.at + line - span.line }] : [];
	});
}
