import { NO_GUTTER } from "../text.ts";
import type { Lens, Page } from "../types.ts";
import { type Asked, askedFor, type Found, fileLens } from "./file.ts";

/** pi's read: the lines as they are and, where more follow, a notice behind a blank line. */
export const piRead: Lens = fileLens({
	path: ({ path }) => (typeof path === "string" && !RESPELT.test(path) ? path : undefined),
	near: ({ path }) => (typeof path === "string" ? path.replace(/^@|^file:\/\//, "").replace(SPACES, " ") : undefined),
	ask: ({ offset, limit }) => askedFor(offset, limit),
	find: findLines,
});

/** Paths that pi spells anew before it opens them. */
const RESPELT = /^@|^file:|[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;

const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;

/** Texts that stand in place of the lines: images, lines too long to show, and what extensions put there. */
const INSTEAD = /^(?:Read image file \[|\[Line \d+ is |\[readcache)/;

/** Last lines that may be pi's own. */
const NOTICE = /^(?:\[Showing lines \d|\[\d+ more lines? in file|\.\.\. \()/;

function findLines({ lines, notes }: Page, { first, most }: Asked): Found[] | undefined {
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

/** One line in brackets is more likely said of the text than read from the file. */
function isBracketed(lines: readonly string[]): boolean {
	return lines.length === 1 && /^[[<].*[\]>]$/.test(lines[0]!);
}

const RANGE = /^\[Showing lines (\d+)-(\d+) of \d+(?: \([\d.]+[KM]?B limit\))?\. Use offset=(\d+) to continue\.\]$/;
const REST = /^\[\d+ more lines in file\. Use offset=(\d+) to continue\.\]$/;
/** Of older versions; where it also tells of cut lines, it is not understood. */
const OLD_REST = /^\.\.\. \(\d+ more lines not shown\. Use offset=(\d+) to continue reading\)$/;

/** The line that a notice goes on with; undefined where it does not agree with the call or with itself. */
function nextOf(notice: string, first: number): number | undefined {
	const [from, last, next] = RANGE.exec(notice)?.slice(1).map(Number) ?? [];
	if (last !== undefined) return from === first && next === last + 1 ? next : undefined;
	const rest = (REST.exec(notice) ?? OLD_REST.exec(notice))?.[1];
	return rest === undefined ? undefined : Number(rest);
}
