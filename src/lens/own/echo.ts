import { gutterText } from "../../core/lines.ts";
import type { Gutter, Subject, View } from "../../core/types.ts";
import { NOTHING_SHOWN, opaqueView } from "../text.ts";
import type { Page } from "../types.ts";

/** How the text that answers an edit or a write of a file is looked at. */
export type Look = (subject: Subject) => (page: Page) => View;

/** Words that say it is done. Where the user had a hand in it, the model's text is not what stands in the file. */
export function quietLook(subject: Subject): (page: Page) => View {
	return ({ lines }) => (lines.some((line) => BY_USER.test(line)) ? opaqueView([subject]) : NOTHING_SHOWN);
}

const BY_USER = /\buser modified\b/i;

/** Words as above, or a head and behind it numbered lines of the file around the change. */
export function echoLook(subject: Subject): (page: Page) => View {
	return (page) => {
		const [head = ""] = page.lines;
		if (!HEAD.test(head)) return quietLook(subject)(page);
		const first = firstNumber(page);
		const end = endOfLines(page.lines);
		if (first === undefined || !isNumbered(page, first, end)) return opaqueView([subject]);
		return { kind: "shown", parts: [{ subject, from: 1, count: end - 1, first, gutter: ECHO, room: 0 }] };
	};
}

const HEAD = /^The file .* has been updated\. Here's the result of running `cat -n` on a snippet/;

const ECHO: Gutter = { kind: "number", width: 6, mark: "→", forced: false };

/** The number of the first line below the head; a note in its place tells it too. */
function firstNumber({ lines, notes }: Page): number | undefined {
	const note = notes.get(1);
	const number = note ? note.clauses[0]?.first : Number(/^ *([1-9]\d{0,8})→/.exec(lines[1] ?? "")?.[1]);
	return number && Number.isSafeInteger(number) ? number : undefined;
}

/** What follows the newline at the end of a file is numbered like a line and is none. */
function endOfLines(lines: readonly string[]): number {
	return lines.length - (/^ *\d+→$/.test(lines.at(-1) ?? "") ? 1 : 0);
}

/** In a text that ibid has shortened, notes and diffs stand between the lines: it was looked at before. */
function isNumbered({ lines, notes }: Page, first: number, end: number): boolean {
	const isGood = (line: string, index: number): boolean => line.startsWith(gutterText(ECHO, first + index));
	return notes.size > 0 || lines.slice(1, end).every(isGood);
}
