import { readPaths } from "./search-places.ts";
import type { LeanLines, LeanRule, LeanSource } from "./types.ts";

/**
 * Hits of a search below their path, as ripgrep prints them on a terminal: `src/a.ts`, then `12:text`. Hits that are
 * alone in their file stay as they are.
 */
export const searchGroups: LeanRule = {
	name: "search-groups",
	lean: groupHits,
	readSentence: (words) =>
		words.startsWith(SENTENCE) ? { sentence: SENTENCE, undo: (lines) => ungroupHits(lines) } : undefined,
};

const SENTENCE = 'Hits stand below their path: "12:text" below "path" is "path:12:text", "12-text" is "path-12-text".';

function groupHits({ text, lines }: LeanSource): LeanLines | undefined {
	if (!/:\d{1,9}:/.test(text)) return undefined;
	const paths = readPaths(lines);
	const grouped: string[] = [];
	let groups = 0;
	for (let line = 0, end: number; line < lines.length; line = end) {
		const path = paths[line];
		end = endOfGroup(lines, paths, line);
		if (path === undefined || end === line + 1) {
			grouped.push(lines[line]!);
			continue;
		}
		groups++;
		grouped.push(path);
		for (let at = line; at < end; at++)
			grouped.push(paths[at] === undefined ? SEPARATOR : lines[at]!.slice(path.length + 1));
	}
	return groups > 0 ? { lines: grouped, sentence: SENTENCE } : undefined;
}

/** What a search prints between hits that are apart. */
const SEPARATOR = "--";

/** The line after the hits that are of the same file as this line and follow it. */
function endOfGroup(lines: readonly string[], paths: readonly (string | undefined)[], from: number): number {
	let end = from + 1;
	if (paths[from] === undefined) return end;
	for (let line = end; line < lines.length; line++) {
		if (paths[line] === paths[from]) end = line + 1;
		else if (paths[line] !== undefined || lines[line] !== SEPARATOR) break;
	}
	return end;
}

function ungroupHits(lines: readonly string[]): readonly string[] {
	const flat: string[] = [];
	let path: string | undefined;
	for (const [at, line] of lines.entries()) {
		const mark = MEMBER.exec(line)?.[1];
		if (path !== undefined && mark !== undefined) flat.push(path + mark + line);
		else if (path !== undefined && line === SEPARATOR) flat.push(line);
		else if (MEMBER.test(lines[at + 1] ?? "")) path = line;
		else {
			flat.push(line);
			path = undefined;
		}
	}
	return flat;
}

/** A hit, or a line near one, without its path. */
const MEMBER = /^\d+([:-])/;
