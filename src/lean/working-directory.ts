import { contextPath, hitPath } from "./search-places.ts";
import type { LeanLines, LeanRule, LeanSentence } from "./types.ts";

/**
 * The working directory off the paths by which a search or a list names its places, as `./`. Only lines that are a path,
 * or a hit with its path or a line near one, are changed, and only at their beginning: what a line of a file says stays as it is.
 */
export const workingDirectory: LeanRule = {
	name: "working-directory",
	lean({ text, lines, directory }) {
		const whole = /[\\/]$/.test(directory) ? directory : directory + separatorOf(directory);
		if (whole.length < SHORTEST || !text.includes(whole)) return undefined;
		const short = `.${separatorOf(directory)}`;
		const files = filesWithHits(lines, whole);
		let places = 0;
		const leaner = lines.map((line) => {
			if (!line.startsWith(whole)) return line;
			const rest = line.slice(whole.length);
			if (!PLACE.test(line) && contextPath(rest, files) === undefined) return line;
			places++;
			return short + rest;
		});
		return places > 0 ? ({ lines: leaner, sentence: wordSentence(short, whole) } satisfies LeanLines) : undefined;
	},
	readSentence,
};

/** Shorter ones, such as `/w/`, save nothing. */
const SHORTEST = 4;

function separatorOf(directory: string): string {
	return directory.includes("\\") && !directory.includes("/") ? "\\" : "/";
}

/** A path, perhaps with a colon behind it, or a hit: path, number, text. */
const PLACE = /^(?:[A-Za-z]:)?[^\s:]{1,1000}(?::\d{1,9}:|:?\s*$)/;

/** Relative paths of the files with hits. Some tools name a file by its whole path only on the lines near its hits. */
function filesWithHits(lines: readonly string[], whole: string): ReadonlySet<string> {
	const paths = lines.map(hitPath).filter((path) => path !== undefined);
	return new Set(paths.map((path) => (path.startsWith(whole) ? path.slice(whole.length) : path)));
}

function wordSentence(short: string, whole: string): string {
	return `${JSON.stringify(short)} at the beginning of a line is ${JSON.stringify(whole)}.`;
}

const WORDS = /^("\.[\\/]{1,2}") at the beginning of a line is ("(?:[^"\\]|\\.)*")\./;

function readSentence(words: string): LeanSentence | undefined {
	const [sentence, short, whole] = WORDS.exec(words) ?? [];
	if (sentence === undefined) return undefined;
	const [from, to] = [textIn(short), textIn(whole)];
	if (from === undefined || to === undefined) return undefined;
	const undo = (lines: readonly string[]): readonly string[] =>
		lines.map((line) => (line.startsWith(from) ? to + line.slice(from.length) : line));
	return { sentence, undo };
}

/** The text that is quoted as JSON. */
function textIn(quoted: string | undefined): string | undefined {
	try {
		const text: unknown = JSON.parse(quoted ?? "");
		return typeof text === "string" ? text : undefined;
	} catch {
		return undefined;
	}
}
