import type { Note, Part, Subject, View } from "../../core/types.ts";
import { heightOf } from "../page.ts";
import { NO_GUTTER, plainView } from "../text.ts";
import type { Page } from "../types.ts";

/** A search of one file that tells line numbers and no path: `12:a hit`, `13-a line near it`, `--` between groups. */
export type HitSearch = {
	readonly file: Subject;
	/** The call or command that searches. */
	readonly search: Subject;
	/** Whether lines around the hits were asked for: if so, these are what the file is known by; else the hits are. */
	readonly context: boolean;
	/** Whether the tool is known to show a line of the file, as it stands behind the number, to the letter. */
	readonly isExact: (text: string) => boolean;
};

/**
 * What such a search shows: longer runs of lines under one mark are lines of the file, the rest is of the search.
 * Without such runs, or where any line is of another shape, all of it is of the search.
 */
export function hitView(page: Page, hits: HitSearch): View {
	const mark = hits.context ? "-" : ":";
	const rows = readRows(page, mark);
	const runs = rows ? findRuns(rows, mark, hits.isExact).filter(({ height }) => height >= SHORTEST) : [];
	if (runs.length === 0) return plainView(hits.search, page);
	const parts: Part[] = [];
	let line = 0;
	let first = 1;
	const searchTo = (to: number): void => {
		const count = to - line;
		if (count > 0) parts.push({ subject: hits.search, from: line, count, first, gutter: NO_GUTTER, room: 0 });
		for (; line < to; line++) first += heightOf(page, line);
	};
	for (const { from, count, number, height } of runs) {
		searchTo(from);
		const gutter = { kind: "number", width: 0, mark, forced: false } as const;
		parts.push({ subject: hits.file, from, count, first: number, gutter, room: 0, isMatch: !hits.context });
		line = from + count;
		first += height;
	}
	searchTo(page.lines.length);
	return { kind: "shown", parts };
}

/** As long as the shortest quote: fewer lines of a file would only break up what is of the search. */
const SHORTEST = 5;

type Mark = "-" | ":";

/** A line of such a text: a line of the file, a note for some lines of it, or something else of the search. */
type Row =
	| { readonly kind: "line"; readonly number: number; readonly mark: Mark; readonly text: string }
	| { readonly kind: "noted"; readonly number: number; readonly height: number }
	| { readonly kind: "other"; readonly mayHit: boolean };

/** The rows above what the tool says at the end; undefined where the text is not what such a search shows. */
function readRows(page: Page, mark: Mark): Row[] | undefined {
	const rows: Row[] = [];
	let next = 1;
	for (let line = 0, end = endOfHits(page.lines); line < end; line++) {
		const note = page.notes.get(line);
		const row = note ? readNote(note) : readLine(page.lines[line]!);
		if (!row || (row.kind !== "other" && row.number < next)) return undefined;
		if (mark === ":" && row.kind === "line" && row.mark !== mark) return undefined;
		if (row.kind !== "other") next = row.number + (row.kind === "noted" ? row.height : 1);
		rows.push(row);
	}
	// Without a hit these are no context lines: paths such as `12-intro.md` look like them.
	const isHit = (row: Row): boolean => (row.kind === "other" ? row.mayHit : row.kind === "line" && row.mark === ":");
	return rows.some(isHit) ? rows : undefined;
}

/** Claude Code says below a blank line which hits it has left out. */
function endOfHits(lines: readonly string[]): number {
	const isPaged = lines.at(-2) === "" && /^\[Showing results with pagination = [^\]]*\]$/.test(lines.at(-1) ?? "");
	return lines.length - (isPaged ? 2 : 0);
}

/** A note for lines of a file tells their numbers, one for lines of the search does not. */
function readNote({ clauses }: Note): Row | undefined {
	const number = clauses[0]?.first ?? 0;
	let height = 0;
	for (const { first, count } of clauses) {
		if (first !== (number > 0 ? number + height : 0)) return undefined;
		height += count;
	}
	return number > 0 ? { kind: "noted", number, height } : { kind: "other", mayHit: true };
}

function readLine(line: string): Row | undefined {
	if (line === "--") return { kind: "other", mayHit: false };
	const [gutter, number, mark] = /^([1-9]\d{0,8})([:-])/.exec(line) ?? [];
	if (gutter === undefined) return undefined;
	return { kind: "line", number: Number(number), mark: mark === ":" ? ":" : "-", text: line.slice(gutter.length) };
}

/** Rows, from one on, that show lines of the file from a number on. */
type Run = { readonly from: number; readonly count: number; readonly number: number; readonly height: number };

function findRuns(rows: readonly Row[], mark: Mark, isExact: (text: string) => boolean): Run[] {
	const isSure = (text: string): boolean => !isCut(text) && isExact(text);
	const runs: Run[] = [];
	// A tool that trims what it shows has trimmed the last line.
	for (const [line, row] of rows.slice(0, -1).entries()) {
		if (row.kind === "other") continue;
		if (row.kind === "line" && (row.mark !== mark || !isSure(row.text))) continue;
		const { number } = row;
		const height = row.kind === "noted" ? row.height : 1;
		const last = runs.at(-1);
		const follows = last && last.from + last.count === line && last.number + last.height === number;
		if (follows) runs[runs.length - 1] = { ...last, count: last.count + 1, height: last.height + height };
		else runs.push({ from: line, count: 1, number, height });
	}
	return runs;
}

/** What ripgrep puts in the place of a line, or of its end, that is too long. */
function isCut(text: string): boolean {
	return text.startsWith("[Omitted long ") || CUT_END.test(text.slice(-40));
}

const CUT_END = /\[\.\.\. (?:omitted end of long line|\d{1,9} more match(?:es)?)\]$/;
