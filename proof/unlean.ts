import { belowSentence, countsValues } from "./json-values.ts";

/**
 * The second reader of lean texts. It shares no code with ibid: it knows only the sentences that a model reads in the
 * first line, and undoes what they say, the last sentence first.
 */

/** What is wrong with a lean text, in one sentence; undefined if its own words lead back to the original. */
export function faultInLean(text: string, original: string): string | undefined {
	const rebuilt = followSentences(text);
	if (rebuilt === undefined) return "The first line of a lean text does not say how to undo it.";
	if (rebuilt === original) return undefined;
	const [found, wanted] = [rebuilt.split("\n"), original.split("\n")];
	const at = wanted.findIndex((line, index) => line !== found[index]);
	return `The words of a lean text lead to other lines, from line ${at < 0 ? wanted.length + 1 : at + 1} on.`;
}

/** The text that the first line of a lean text leads back to; undefined if it says nothing that can be followed. */
export function followSentences(text: string): string | undefined {
	const end = text.indexOf("\n");
	const head = text.slice(0, end);
	if (end < 0 || !head.startsWith("[ibid] ")) return undefined;
	const orders = ordersIn(head.slice("[ibid] ".length));
	if (!orders) return undefined;
	let lines: string[] | undefined = text.slice(end + 1).split("\n");
	for (const order of orders.reverse()) lines = lines && order(lines);
	return lines?.join("\n");
}

/** What a text says that ibid has sent: a lean one what its sentences lead back to, with the notes that are in it. */
export function plainText(text: string): string {
	return countsValues(text) ? belowSentence(text) : (followSentences(text) ?? text);
}

type Order = (lines: string[]) => string[] | undefined;

const TERMINAL = "As a terminal shows it: without colours, and without what was written over.";
const OUTLINE = "Bodies of functions are folded: read the lines that a mark names to see them.";
const HITS = 'Hits stand below their path: "12:text" below "path" is "path:12:text", "12-text" is "path-12-text".';
const PATHS = 'Paths stand below their folder: " name" below "folder/" is "folder/name".';
const REPEATS = "Lines that repeat earlier lines of this result are left out, with a note in their place.";
const SPARSE = "Only every tenth line has its number; a line that begins with a tab has the next one.";
const SHORT = /^"1\\t" before a line is short for ("(?:\\.|[^"\\])*")\.(?: |$)/;
const DIRECTORY = /^("[^"]*") at the beginning of a line is ("(?:\\.|[^"\\])*")\.(?: |$)/;

function ordersIn(words: string): Order[] | undefined {
	if (words === "") return [];
	for (const [sentence, order] of [
		[TERMINAL, leaveAsItIs],
		[OUTLINE, leaveAsItIs],
		[HITS, putPathsBeforeHits],
		[PATHS, putFoldersBeforeNames],
		[REPEATS, putRepeatsBack],
		[SPARSE, putNumbersBack],
	] as const) {
		if (words !== sentence && !words.startsWith(`${sentence} `)) continue;
		const others = ordersIn(words.slice(sentence.length + 1));
		return others && [order, ...others];
	}
	const [said, gutter] = SHORT.exec(words) ?? [];
	if (said !== undefined && gutter !== undefined) {
		const others = ordersIn(words.slice(said.length));
		return others && [putGuttersBack(unquoted(gutter) ?? ""), ...others];
	}
	const [found, short, whole] = DIRECTORY.exec(words) ?? [];
	if (found === undefined || short === undefined || whole === undefined) return undefined;
	const others = ordersIn(words.slice(found.length));
	const [from, to] = [unquoted(short), unquoted(whole)];
	return others && from !== undefined && to !== undefined ? [putDirectoryBack(from, to), ...others] : undefined;
}

function unquoted(words: string): string | undefined {
	try {
		return String(JSON.parse(words));
	} catch {
		return undefined;
	}
}

function putDirectoryBack(short: string, whole: string): Order {
	return (lines) => lines.map((line) => (line.indexOf(short) === 0 ? whole + line.substring(short.length) : line));
}

/** The gutter of line 1 shows how wide numbers are and what follows them. */
function putGuttersBack(first: string): Order {
	const width = first.indexOf("1") + 1;
	const mark = first.substring(width);
	return (lines) =>
		lines.map((line) => {
			const tab = line.indexOf("\t");
			const number = line.substring(0, tab);
			if (tab < 1 || !/^[1-9][0-9]*$/.test(number)) return line;
			return " ".repeat(Math.max(0, width - number.length)) + number + mark + line.substring(tab + 1);
		});
}

/** What a terminal does not show is not to be had, and what is folded not from these lines. */
function leaveAsItIs(lines: string[]): string[] {
	return lines;
}

/** Counts on from the last number that is printed above, in the same gutter. */
function putNumbersBack(lines: string[]): string[] {
	const all: string[] = [];
	for (const line of lines) {
		const [, blanks = "", number, mark = ""] = /^( {0,15})([1-9][0-9]{0,8})(\t|: )/.exec(all.at(-1) ?? "") ?? [];
		if (number === undefined || line.charAt(0) !== "\t") {
			all.push(line);
			continue;
		}
		const next = String(Number(number) + 1);
		const room = blanks.length + number.length - next.length;
		all.push(" ".repeat(Math.max(0, room)) + next + mark + line.substring(1));
	}
	return all;
}

/** From bottom to top: a line below which a hit stands is its path, unless it is a hit or a separator itself. */
function putPathsBeforeHits(lines: string[]): string[] {
	const isHit = (line: string | undefined): boolean => line !== undefined && /^[0-9]+[:-]/.test(line);
	const flat: string[] = [];
	let at = 0;
	while (at < lines.length) {
		const path = lines[at]!;
		let below = at + 1;
		if (!isHit(lines[below])) {
			flat.push(path);
			at++;
			continue;
		}
		for (; below < lines.length && (isHit(lines[below]) || lines[below] === "--"); below++) {
			const hit = lines[below]!;
			flat.push(hit === "--" ? hit : `${path}${hit.replace(/^[0-9]+([:-])/, (number, mark) => mark + number)}`);
		}
		at = below;
	}
	return flat;
}

function putFoldersBeforeNames(lines: string[]): string[] {
	const flat: string[] = [];
	let at = 0;
	while (at < lines.length) {
		const folder = lines[at]!;
		let below = at + 1;
		const isFolder = folder.endsWith("/") || folder.endsWith("\\");
		while (isFolder && lines[below]?.charAt(0) === " ") flat.push(folder + lines[below++]!.substring(1));
		if (below === at + 1) flat.push(folder);
		at = below;
	}
	return flat;
}

const REPEAT = /^\[ibid\] ([0-9]+) lines as above, from the first line of this result that begins (".*")$/;

function putRepeatsBack(lines: string[]): string[] | undefined {
	const all: string[] = [];
	for (let at = 0; at < lines.length; at++) {
		const [note, count, begins] = REPEAT.exec(lines[at]!) ?? [];
		if (note === undefined || begins === undefined) {
			all.push(lines[at]!);
			continue;
		}
		const beginning = unquoted(begins);
		if (beginning === undefined) return undefined;
		let from = 0;
		while (from < at && lines[from]!.indexOf(beginning) !== 0) from++;
		const repeated = lines.slice(from, from + Number(count));
		if (from + repeated.length > at || repeated.some((line) => REPEAT.test(line))) return undefined;
		all.push(...repeated);
	}
	return all;
}
