import { isInstructions, isSensitive } from "../core/policy.ts";
import type { Note, Part, Subject, View } from "../core/types.ts";
import { fileSubject } from "./files.ts";
import { askLens, callSubject } from "./look.ts";
import { heightOf } from "./result-text.ts";
import type { CallMeaning, Lens, ResultText, ToolCall } from "./types.ts";
import { NO_GUTTER, NOTHING_SHOWN, plainView } from "./views.ts";

/** A search whose hits we do not read as lines of a file. Hits in files with secrets or instructions are not kept. */
export function searchLens(call: ToolCall, names: readonly string[] = ["path", "dir_path", "paths"]): CallMeaning {
	const { input, directory } = call;
	const files = names.flatMap((name) => input[name]).map((path) => fileSubject(directory, path));
	const isOpen = files.every((file) => !file || (!isSensitive(file) && !isInstructions(file)));
	return isOpen ? askLens(call) : { ...askLens(call), view: () => NOTHING_SHOWN };
}

/**
 * Claude Code's Grep. In a search of one file, runs of hits are lines of that file. In a search of several files each
 * line begins with a path, sometimes relative and sometimes absolute, so all of it is output of the search.
 */
export const grepLens: Lens = (call) => {
	const { input, directory } = call;
	const file = input.output_mode === "content" ? fileSubject(directory, input.path) : undefined;
	const asked = askLens(call);
	if (!file) return asked;
	if (isSensitive(file) || isInstructions(file)) return { ...asked, view: () => NOTHING_SHOWN };
	if (input["-n"] === false || Object.keys(input).some((name) => !KNOWN.has(name))) return asked;
	const search = callSubject(call);
	const context = ["-A", "-B", "-C", "context"].some((name) => (input[name] ?? 0) !== 0);
	const isExact = context ? isUntouched : () => true;
	return {
		...asked,
		subjects: [search, file],
		by: { kind: "command", label: search.label },
		view: (result) => hitView(result, { file, search, context, isExact }),
	};
};

/** Arguments that do not change how lines are shown. Line numbers are on by default. */
const KNOWN: ReadonlySet<string> = new Set([
	"pattern",
	"path",
	"glob",
	"type",
	"output_mode",
	"-n",
	"-i",
	"-A",
	"-B",
	"-C",
	"context",
	"head_limit",
	"offset",
]);

/**
 * Grep takes everything up to the first colon of a line for a path and normalizes it: `7-// note: x` becomes `7-/ note:
 * x`, and on Windows `7-"a\\b": x` becomes `7-"a\b": x`. In a hit the first colon follows the number; a context line is
 * safe if there is no slash or backslash before its first colon.
 */
function isUntouched(text: string): boolean {
	const colon = text.indexOf(":");
	return colon < 0 || !/[\\/]/.test(text.slice(0, colon));
}

/** A search of one file that prints line numbers and no path: `12:a hit`, `13-a line near it`, `--` between groups. */
type HitSearch = {
	readonly file: Subject;
	/** The call or command that searches. */
	readonly search: Subject;
	/** Whether context was asked for. If so, runs of context lines count as lines of the file; if not, runs of hits do. */
	readonly context: boolean;
	/** Whether the tool shows this line of the file unchanged after its number. */
	readonly isExact: (text: string) => boolean;
};

/**
 * Views such a result: longer runs of lines with the same mark are lines of the file, the rest is output of the search.
 * Without such runs, or with a line of another shape, all of it is output of the search.
 */
export function hitView(result: ResultText, hits: HitSearch): View {
	const mark = hits.context ? "-" : ":";
	const rows = readRows(result, mark);
	const runs = rows ? findRuns(rows, mark, hits.isExact).filter(({ height }) => height >= SHORTEST) : [];
	if (runs.length === 0) return plainView(hits.search, result);
	const parts: Part[] = [];
	let line = 0;
	let first = 1;
	const searchTo = (to: number): void => {
		const count = to - line;
		if (count > 0) parts.push({ subject: hits.search, from: line, count, first, gutter: NO_GUTTER, room: 0 });
		for (; line < to; line++) first += heightOf(result, line);
	};
	for (const { from, count, number, height } of runs) {
		searchTo(from);
		const gutter = { kind: "number", width: 0, mark, forced: false } as const;
		parts.push({ subject: hits.file, from, count, first: number, gutter, room: 0, isMatch: !hits.context });
		line = from + count;
		first += height;
	}
	searchTo(result.lines.length);
	return { kind: "shown", parts };
}

/** The length of the shortest quote: shorter runs would only split the output of the search. */
const SHORTEST = 5;

type HitMark = "-" | ":";

/** A line of such a result: a line of the file, a note for some of its lines, or other output. */
type HitRow =
	| { readonly kind: "line"; readonly number: number; readonly mark: HitMark; readonly text: string }
	| { readonly kind: "noted"; readonly number: number; readonly height: number }
	| { readonly kind: "other"; readonly mayHit: boolean };

/** The rows above the closing message of the tool; undefined if the text is not the result of such a search. */
function readRows(result: ResultText, mark: HitMark): HitRow[] | undefined {
	const rows: HitRow[] = [];
	let next = 1;
	for (let line = 0, end = endOfHits(result.lines); line < end; line++) {
		const note = result.notes.get(line);
		const row = note ? readNote(note) : readHitLine(result.lines[line]!);
		if (!row || (row.kind !== "other" && row.number < next)) return undefined;
		if (mark === ":" && row.kind === "line" && row.mark !== mark) return undefined;
		if (row.kind !== "other") next = row.number + (row.kind === "noted" ? row.height : 1);
		rows.push(row);
	}
	// Without a hit these are not context lines: paths such as `12-intro.md` look the same.
	const isHit = (row: HitRow): boolean => (row.kind === "other" ? row.mayHit : row.kind === "line" && row.mark === ":");
	return rows.some(isHit) ? rows : undefined;
}

/** Claude Code says, below a blank line, which hits it left out. */
function endOfHits(lines: readonly string[]): number {
	const isPaged = lines.at(-2) === "" && /^\[Showing results with pagination = [^\]]*\]$/.test(lines.at(-1) ?? "");
	return lines.length - (isPaged ? 2 : 0);
}

/** A note for lines of a file has their numbers, a note for other output has none. */
function readNote({ clauses }: Note): HitRow | undefined {
	const number = clauses[0]?.first ?? 0;
	let height = 0;
	for (const { first, count } of clauses) {
		if (first !== (number > 0 ? number + height : 0)) return undefined;
		height += count;
	}
	return number > 0 ? { kind: "noted", number, height } : { kind: "other", mayHit: true };
}

function readHitLine(line: string): HitRow | undefined {
	if (line === "--") return { kind: "other", mayHit: false };
	const [gutter, number, mark] = /^([1-9]\d{0,8})([:-])/.exec(line) ?? [];
	if (gutter === undefined) return undefined;
	return { kind: "line", number: Number(number), mark: mark === ":" ? ":" : "-", text: line.slice(gutter.length) };
}

/** Consecutive rows that show consecutive lines of the file. */
type HitRun = { readonly from: number; readonly count: number; readonly number: number; readonly height: number };

function findRuns(rows: readonly HitRow[], mark: HitMark, isExact: (text: string) => boolean): HitRun[] {
	const isSure = (text: string): boolean => !isCut(text) && isExact(text);
	const runs: HitRun[] = [];
	// The last line may have been trimmed.
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

/** ripgrep replaces long lines, or their ends, by such a message. */
function isCut(text: string): boolean {
	return text.startsWith("[Omitted long ") || CUT_END.test(text.slice(-40));
}

const CUT_END = /\[\.\.\. (?:omitted end of long line|\d{1,9} more match(?:es)?)\]$/;
