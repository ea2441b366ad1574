import { MARK } from "../core/lines.ts";

/**
 * The first line of a new text that is a note, without what is around it; undefined if there is none. A model that
 * copies a note may also copy the number or the sign before it, or make it a comment; `isNote` gets what is left.
 */
export function noteInWrite(newText: string, isNote: (line: string) => boolean): string | undefined {
	let end = 0;
	for (let at = newText.indexOf(MARK); at >= 0; at = newText.indexOf(MARK, end)) {
		end = endOfLine(newText, at);
		const line = withoutEnding(newText.slice(at, end));
		if (BEFORE.test(newText.slice(newText.lastIndexOf("\n", at) + 1, at)) && isNote(line)) return line;
	}
	return undefined;
}

function endOfLine(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
}

/** Line numbers and their separators, indentation, signs of diffs, bullets, and the beginning of comments. */
const BEFORE = /^(?:[\s\d|│→:.)+<>!*/#;%~-]|"""|''')*$/;

/** What ends a comment. */
const ENDINGS = ["*/", "-->", '"""', "'''"];

function withoutEnding(line: string): string {
	const trimmed = line.trimEnd();
	const ending = ENDINGS.find((each) => trimmed.endsWith(each)) ?? "";
	return trimmed.slice(0, trimmed.length - ending.length).trimEnd();
}
