/**
 * Where the lines of a search are from: hits, `path:12:text`, and lines near them, `path-12-text`. A line near a hit
 * counts only if a hit has its path.
 */

/** For each line the path of the file that it is from, as the line says it. */
export function readPaths(lines: readonly string[]): (string | undefined)[] {
	const hits = lines.map(hitPath);
	const known = new Set(hits.filter((path) => path !== undefined));
	if (known.size === 0) return hits;
	return hits.map((path, at) => path ?? contextPath(lines[at]!, known));
}

/** The path of a hit. */
export function hitPath(line: string): string | undefined {
	const path = HIT.exec(line)?.[1];
	return path !== undefined && /[\\/]|\.\w+$/.test(path) ? path : undefined;
}

/** A path has no blanks here, and no colon but that of a drive: so there is one way only to read a hit. */
const HIT = /^((?:[A-Za-z]:)?[^\s:]{1,1000}):\d{1,9}:/;

/** The path of a line near a hit, if it is one of these. */
export function contextPath(line: string, known: ReadonlySet<string>): string | undefined {
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
