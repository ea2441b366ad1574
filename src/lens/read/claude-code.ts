import type { NumberGutter } from "../../core/types.ts";
import { UNLIMITED } from "../text.ts";
import type { Lens, Page } from "../types.ts";
import { isBefore } from "../version.ts";
import { type Asked, askedFor, type Found, fileLens } from "./file.ts";

/**
 * Claude Code's Read. The host numbers whatever is returned: up to 2.1.85 in six columns, since then as short as can
 * be; but a switch on its side brings the old columns back, and another a colon, so that the text decides.
 */
export function claudeCodeRead(version: string): Lens {
	return isBefore(version, "2.1.86") ? readInColumns : readAnyWay;
}

function lensFor(...gutters: readonly NumberGutter[]): Lens {
	return fileLens({
		path: ({ file_path }) => file_path,
		ask: ({ offset, limit }) => askedFor(offset, limit),
		find: (page, asked) => findLines(gutters, page, asked),
	});
}

const COLUMNS: NumberGutter = { kind: "number", width: 6, mark: "→", forced: true };
const TAB: NumberGutter = { kind: "number", width: 0, mark: "\t", forced: true };
const COLON: NumberGutter = { kind: "number", width: 0, mark: ":", forced: true };

const readInColumns: Lens = lensFor(COLUMNS);
const readAnyWay: Lens = lensFor(TAB, COLON, COLUMNS);

/** More lines than this, unasked, may be all that the host had room for. */
const MOST = 2000;

/** A last line longer than this may be all that the host had room for of a longer one. */
const LONG = 2000;

/** What stands in place of a file that has not changed since its last Read. */
const UNCHANGED = /^(?:Wasted call — file unchanged since your last Read|File unchanged since last read)\b/;

function findLines(gutters: readonly NumberGutter[], page: Page, { first, most }: Asked): Found[] | "left" | undefined {
	const { lines } = page;
	if (UNCHANGED.test(lines[0] ?? "")) return "left";
	const from = lines.findIndex((line) => gutters.some((gutter) => isNumbered(line, gutter)));
	const gutter = gutters.find((each) => isNumbered(lines[from] ?? "", each));
	if (!gutter) return undefined;
	const rest = lines.slice(from).findIndex((line) => !isNumbered(line, gutter));
	const end = rest < 0 ? lines.length : from + rest;
	const above = aside(lines.slice(0, from));
	// A host that trims its texts leaves of a last, blank line the number alone: what was blank is then not known.
	const isTrimmed = /^ *\d+$/.test(lines[end] ?? "");
	const below = aside(lines.slice(isTrimmed ? end + 1 : end));
	if (above === undefined || below === undefined) return undefined;
	const isPage = above.includes("PARTIAL view");
	if (isPage && !/ showing lines \d/.test(above)) return undefined;
	const isAll = most === UNLIMITED;
	if (isAll && lines[end - 1]!.length > LONG) return undefined;
	const room = isPage || isTrimmed ? 0 : isAll ? MOST : most;
	return [{ from, count: end - from, first, gutter, room }];
}

function isNumbered(line: string, { mark }: NumberGutter): boolean {
	const at = line.indexOf(mark);
	return at > 0 && at < 16 && /^ *\d+$/.test(line.slice(0, at));
}

/** What the host says beside the file's lines; undefined where it may be of the file. */
function aside(lines: readonly string[]): string | undefined {
	const text = lines.join("\n").trim();
	const isReminder = text.startsWith("<system-reminder>") && text.endsWith("</system-reminder>");
	return text === "" || isReminder ? text : undefined;
}
