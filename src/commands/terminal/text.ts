import { sep } from "node:path";

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
	if (PLAIN.test(text)) return text.length;
	return lettersOf(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

/** A line of any text, safe for a terminal: without control characters, and with blanks for tabs. */
export function shownLine(line: string): string {
	let shown = "";
	// The carriage return of a Windows line ending is not shown.
	for (const [at, piece] of line.replace(/\r$/, "").split("\t").entries()) {
		if (at > 0) shown += " ".repeat(TAB - (widthOf(shown) % TAB));
		shown += harmless(piece);
	}
	return shown;
}

/** As much of a text as fits, with a sign where it was cut. */
export function cutTo(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	return `${beginning(text, width - 1)}…`;
}

/** As much of its end as fits, because the ends of paths differ. */
export function cutStartTo(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	const letters = lettersOf(text);
	return `…${letters.slice(-lettersIn([...letters].reverse(), width - 1)).join("")}`;
}

/** A text padded with blanks. */
export function paddedTo(text: string, width: number): string {
	return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Words wrapped to lines that fit; a word longer than a line is broken. */
export function brokenTo(text: string, width: number): string[] {
	const lines: string[] = [];
	let line = "";
	for (const word of text.split(" ")) {
		const longer = line === "" ? word : `${line} ${word}`;
		if (widthOf(longer) <= width) {
			line = longer;
			continue;
		}
		if (line !== "") lines.push(line);
		for (line = word; widthOf(line) > width; ) {
			const head = beginning(line, width);
			lines.push(head);
			line = line.slice(head.length);
		}
	}
	return [...lines, line];
}

/** The first letters of a text that fit into so many columns, but at least one. */
function beginning(text: string, width: number): string {
	if (PLAIN.test(text)) return text.slice(0, Math.max(1, width));
	const letters = lettersOf(text);
	return letters.slice(0, lettersIn(letters, width)).join("");
}

/** How many of the first letters fit. */
function lettersIn(letters: readonly string[], width: number): number {
	let room = width;
	const tooMany = letters.findIndex((letter) => {
		room -= letterWidth(letter);
		return room < 0;
	});
	return tooMany === -1 ? letters.length : Math.max(1, tooMany);
}

const TAB = 4;
const PLAIN = /^[ -~]*$/;
/** Made when it is first needed: it takes longer to make than many a command takes in all. */
let segmenter: Intl.Segmenter | undefined;

function lettersOf(text: string): string[] {
	segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function letterWidth(letter: string): number {
	if (PICTURE.test(letter)) return 2;
	return [...letter].reduce((sum, sign) => sum + (EMPTY.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1), 0);
}

/** Emoji, and characters that a variation selector makes emoji. */
const PICTURE = /\p{Emoji_Presentation}|\ufe0f/u;
/** Combining and invisible characters. */
const EMPTY = /[\p{Mn}\p{Me}\u1160-\u11ff\u200b-\u200d\u2060\ufeff]/u;
/** Wide letters of East Asia. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** A path, with ~ for the home directory. */
export function pathWords(path: string, home: string): string {
	const isInside = path.startsWith(home) && /^([\\/]|$)/.test(path.slice(home.length));
	return harmless(isInside ? `~${path.slice(home.length)}` : path);
}

/** A text with ~ for the home directory in its paths. */
export function wordsWithPaths(text: string, home: string): string {
	return harmless(text.replaceAll(`${home}${sep}`, `~${sep}`));
}

/** A value as a file has it, cut if it is long. */
export function valueWords(value: unknown): string {
	const text = harmless(String(JSON.stringify(value)));
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 40;

/** A text without control characters: it may come from a stranger's repository. */
export function harmless(text: string): string {
	return text.replaceAll(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** For a program, the exact text; on a terminal, with a final line break and without control characters. */
export function asPrinted(text: string): string {
	if (!process.stdout.isTTY) return text;
	const seen = text.replaceAll(/[^\n\t]+/g, harmless);
	return /[^\n]$/.test(seen) ? `${seen}\n` : seen;
}
