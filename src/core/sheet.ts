/** Literal lines that stand one below the other in one passage. */
export type Stretch = {
	readonly text: string;
	readonly starts: Int32Array;
	/** Position on the shelf of the first line. */
	readonly at: number;
	readonly count: number;
	readonly topic: string;
	readonly by: "result" | "write" | "edit";
	/** Number of the first line in the subject when it came; 0 where unknown. */
	readonly first: number;
	/** The numbers stand before the lines for the model to see. */
	readonly numbered: boolean;
	/** These are all the lines the subject had. */
	readonly entire: boolean;
	/** Which passage, counted from 1, of which call, in which turn. */
	readonly passage: number;
	readonly id: string;
	readonly turn: number;
	/** The stretch of the same subject before this one. */
	readonly before: Stretch | undefined;
};

/**
 * What the model must take a subject to look like now: for each line number, where that line was last shown.
 * Sorted by line, without overlaps. Lines that are not on the sheet are hidden: nobody may quote them.
 */
export type Sheet = readonly Span[];

/** Lines `line`, `line + 1`, … of a subject stand in a stretch, from `offset` on. */
export type Span = Run & { readonly line: number };

/** Literal lines of the window: `count` lines of a stretch from `offset` on. */
export type Run = { readonly stretch: Stretch; readonly offset: number; readonly count: number };

/** The sheet after runs were shown at `line` and below, one behind the other. */
export function lay(sheet: Sheet, line: number, runs: readonly Run[]): Sheet {
	const count = runs.reduce((sum, run) => sum + run.count, 0);
	const laid: Span[] = [];
	let next = line;
	for (const run of runs) {
		const last = laid.at(-1);
		if (last && last.stretch === run.stretch && last.offset + last.count === run.offset) {
			laid[laid.length - 1] = { ...last, count: last.count + run.count };
		} else if (run.count > 0) {
			laid.push({ ...run, line: next });
		}
		next += run.count;
	}
	return [...above(sheet, line), ...laid, ...below(sheet, line + count)];
}

/** The sheet with lines `first` to `last` hidden. */
export function hideLines(sheet: Sheet, first: number, last: number): Sheet {
	return [...above(sheet, first), ...below(sheet, last + 1)];
}

/** The sheet after `removed` lines from `line` on gave way to `added` others, which are not on it yet. */
export function replaceLines(sheet: Sheet, line: number, removed: number, added: number): Sheet {
	const moved = below(sheet, line + removed).map((span) => ({ ...span, line: span.line + added - removed }));
	return [...above(sheet, line), ...moved];
}

/** Whether somebody has moved these lines since they were shown: an own edit above them, or a later view. */
export function isMoved(span: Span): boolean {
	return span.line !== span.stretch.first + span.offset;
}

function above(sheet: Sheet, line: number): Span[] {
	const spans: Span[] = [];
	for (const span of sheet) {
		if (span.line >= line) break;
		spans.push(span.line + span.count <= line ? span : { ...span, count: line - span.line });
	}
	return spans;
}

function below(sheet: Sheet, line: number): Span[] {
	const spans: Span[] = [];
	for (const span of sheet) {
		if (span.line + span.count <= line) continue;
		const skipped = Math.max(0, line - span.line);
		spans.push({ ...span, line: span.line + skipped, offset: span.offset + skipped, count: span.count - skipped });
	}
	return spans;
}
