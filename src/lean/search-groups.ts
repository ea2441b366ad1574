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

/** For each line the path of the file that it is a hit in. A line near a hit counts only if a hit has its path. */
function readPaths(lines: readonly string[]): (string | undefined)[] {
	const hits = lines.map((line) => HIT.exec(line)?.[1]).map((path) => (path && isPath(path) ? path : undefined));
	const known = new Set(hits.filter((path) => path !== undefined));
	if (known.size === 0) return hits;
	return hits.map((path, at) => path ?? contextPath(lines[at]!, known));
}

/** A path has no blanks here, and no colon but that of a drive: so there is one way only to read a hit. */
const HIT = /^((?:[A-Za-z]:)?[^\s:]{1,1000}):\d{1,9}:/;

function isPath(words: string): boolean {
	return /[\\/]|\.\w+$/.test(words);
}

function contextPath(line: string, known: ReadonlySet<string>): string | undefined {
	let tried = 0;
	for (const { index } of line.slice(0, 1000).matchAll(/-(?=\d{1,9}-)/g)) {
		if (++tried > MOST_TRIED) return undefined;
		const path = line.slice(0, index);
		if (known.has(path)) return path;
	}
	return undefined;
}

/** Work is bounded: a path may have so many numbers between dashes in its name. */
const MOST_TRIED = 20;

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
