import { type FileLines, fileLens, type LineRequest, lineRequest } from "../files.ts";
import { askLens } from "../look.ts";
import { editLens, writeLens } from "../own/edit.ts";
import { endAbove, noLines, onlyLine, unwrapNothing, wholeText } from "../result-text.ts";
import { searchLens } from "../search.ts";
import { shellLens } from "../shell/shell.ts";
import type { Lens, ResultBody, ResultText, Tools } from "../types.ts";
import { NO_GUTTER } from "../views.ts";

/** pi's read: the lines as they are and, if there are more, a notice below a blank line. */
export const piRead: Lens = fileLens({
	path: ({ path }) => (typeof path === "string" && !RESPELT.test(path) ? path : undefined),
	near: ({ path }) => (typeof path === "string" ? path.replace(/^@|^file:\/\//, "").replace(SPACES, " ") : undefined),
	ask: ({ offset, limit }) => lineRequest(offset, limit),
	find: findLines,
});

/** pi's tools that change files: one edit, or a list of edits that all refer to the file before the call. */
export const piOwn: Readonly<Record<string, Lens>> = {
	edit: editLens({ path: "path", old: "oldText", text: "newText", list: "edits" }),
	write: writeLens({ path: "path", text: "content" }),
};

/** pi's tools. */
export const piTools: Tools = {
	lenses: {
		read: piRead,
		...piOwn,
		// There is a path before each hit, and a line near two hits is shown twice.
		grep: searchLens,
		find: askLens,
		ls: askLens,
		bash: shellLens({ command: "command", trims: false }),
	},
	unwrap: unwrapPi,
};

/** Paths that pi rewrites before it opens them. */
const RESPELT = /^@|^file:|[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Results without lines of the file: images, lines too long to show, texts of extensions. */
const INSTEAD = /^(?:Read image file \[|\[Line \d+ is |\[readcache)/;

/** Last lines that may be a notice of pi. */
const NOTICE = /^(?:\[Showing lines \d|\[\d+ more lines? in file|\.\.\. \()/;

function findLines({ lines, notes }: ResultText, { first, most }: LineRequest): FileLines[] | undefined {
	const isOriginal = notes.size === 0;
	const bottom = lines.at(-1);
	if (bottom === undefined || INSTEAD.test(lines[0]!) || (isOriginal && isBracketed(lines))) return undefined;
	if (!NOTICE.test(bottom)) {
		if (isOriginal && lines.length > most) return undefined;
		return [{ from: 0, count: lines.length, first, gutter: NO_GUTTER, room: most }];
	}
	const count = lines.length - 2;
	const next = nextOf(bottom, first);
	if (next === undefined || count < 1 || lines[count] !== "") return undefined;
	if (isOriginal && first + count !== next) return undefined;
	return [{ from: 0, count, first, gutter: NO_GUTTER, room: 0 }];
}

/** A single line in brackets is more likely a message than the file. */
function isBracketed(lines: readonly string[]): boolean {
	return lines.length === 1 && /^[[<].*[\]>]$/.test(lines[0]!);
}

const RANGE = /^\[Showing lines (\d+)-(\d+) of \d+(?: \([\d.]+[KM]?B limit\))?\. Use offset=(\d+) to continue\.\]$/;
const REST = /^\[\d+ more lines in file\. Use offset=(\d+) to continue\.\]$/;
/** The notice of older versions; one that also mentions cut lines does not match. */
const OLD_REST = /^\.\.\. \(\d+ more lines not shown\. Use offset=(\d+) to continue reading\)$/;

/** The next line according to a notice; undefined if it contradicts the call or itself. */
function nextOf(notice: string, first: number): number | undefined {
	const [from, last, next] = RANGE.exec(notice)?.slice(1).map(Number) ?? [];
	if (last !== undefined) return from === first && next === last + 1 ? next : undefined;
	const rest = (REST.exec(notice) ?? OLD_REST.exec(notice))?.[1];
	return rest === undefined ? undefined : Number(rest);
}

/** Takes off what pi puts around the output of a command. It puts nothing around the results of other tools. */
export function unwrapPi(lines: readonly string[], tool: string): ResultBody {
	if (tool !== "bash") return unwrapNothing(lines);
	if (/^Validation failed for tool "bash":$/.test(lines[0] ?? "")) return wholeText(lines, "failed");
	const last = lines.length - 1;
	const isFailed = ENDED.test(lines[last] ?? "") && isApart(lines, last);
	const below = isFailed ? Math.max(0, last - 1) : lines.length;
	const isCut = SHOWING.test(lines[below - 1] ?? "") && isApart(lines, below - 1);
	const end = endAbove(lines, 0, isCut ? Math.max(0, below - 2) : below);
	const isEmpty = end === 1 && lines[0] === "(no output)";
	if (isEmpty && onlyLine(lines)) return noLines(lines);
	if (!isCut) return { from: 0, end: isEmpty ? 0 : end, outcome: isFailed ? "failed" : "done" };
	// Only the end of the output is there: the first line is where it was cut, unless a single line was.
	const isOfLines = LAST_LINES.test(lines[below - 1] ?? "") && end > 1;
	return { from: 0, end, outcome: "cut", ...(isOfLines && { uncut: { from: 1, end } }) };
}

const ENDED = /^Command (?:exited with code -?\d+|aborted|timed out after [\d.]+ seconds)$/;
const LAST_LINES = /^\[Showing lines /;
const SHOWING = /^\[Showing (?:lines \d+-\d+ of \d+|last \S+ of line \d+)\b.*\bFull output: .*\]$/;

/** A notice is alone or below an empty line. */
function isApart(lines: readonly string[], line: number): boolean {
	return line === 0 || lines[line - 1] === "";
}
