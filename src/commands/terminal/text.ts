import { sep } from "node:path";

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
	if (PLAIN.test(text)) return text.length;
	return lettersOf(text).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

/** A line of anybody's text as a terminal may show it: without what steers the terminal, and with blanks for tabs. */
export function shownLine(line: string): string {
	let shown = "";
	// A line may end as lines do on Windows, which is nothing to be seen.
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

/** As much of its end as fits: files are told apart by that. */
export function cutStartTo(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	const letters = lettersOf(text);
	return `…${letters.slice(-lettersIn([...letters].reverse(), width - 1)).join("")}`;
}

/** A text with blanks behind it. */
export function paddedTo(text: string, width: number): string {
	return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Words broken into lines that fit; a word that is longer than a line is broken, too. */
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

/** The first letters of a text that take so many columns at the most, but one at the least. */
function beginning(text: string, width: number): string {
	if (PLAIN.test(text)) return text.slice(0, Math.max(1, width));
	const letters = lettersOf(text);
	return letters.slice(0, lettersIn(letters, width)).join("");
}

/** How many of the first letters these are. */
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
const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): string[] {
	return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

function letterWidth(letter: string): number {
	if (PICTURE.test(letter)) return 2;
	return [...letter].reduce((sum, sign) => sum + (EMPTY.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1), 0);
}

/** What is shown as a picture by itself, or is made one by the sign behind it. */
const PICTURE = /\p{Emoji_Presentation}|\ufe0f/u;
/** What stands on another letter, or is not seen at all. */
const EMPTY = /[\p{Mn}\p{Me}\u1160-\u11ff\u200b-\u200d\u2060\ufeff]/u;
/** Letters of East Asia that are as wide as high. */
const WIDE =
	/[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** A path, short if it lies in the home. */
export function pathWords(path: string, home: string): string {
	const isInside = path.startsWith(home) && /^([\\/]|$)/.test(path.slice(home.length));
	return harmless(isInside ? `~${path.slice(home.length)}` : path);
}

/** Words in which such paths may stand. */
export function wordsWithPaths(text: string, home: string): string {
	return harmless(text.replaceAll(`${home}${sep}`, `~${sep}`));
}

/** A value as a file would say it; the beginning of a long one. */
export function valueWords(value: unknown): string {
	const text = harmless(String(JSON.stringify(value)));
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 40;

/** A text without signs that steer a terminal: it may come from a repository of strangers. */
export function harmless(text: string): string {
	return text.replaceAll(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
const STEERING = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
