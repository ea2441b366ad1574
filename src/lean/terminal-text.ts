import { MARK } from "../core/lines.ts";
import type { LeanRule } from "./types.ts";

/**
 * A text as a terminal finally shows it: without colours, and where a line was written over, as it was at the end.
 * Undefined if nothing changes, if the text moves the cursor in another way, if it is a diff, or if two lines differ by
 * codes alone: then the codes say something.
 */
export function terminalText(text: string): string | undefined {
	if (!CODES.test(text)) return undefined;
	const before = text.split("\n");
	const after: string[] = [];
	for (const line of before) {
		const shown = finalLine(line);
		if (shown === undefined) return undefined;
		after.push(shown);
	}
	const shown = after.join("\n");
	if (HUNK.test(shown)) return undefined;
	const isTold = new Set(before.map(withoutReturn)).size === new Set(after).size;
	return isTold && shown !== text ? shown : undefined;
}

/** In a diff every letter may be copied into an edit. */
const HUNK = /^@@ -\d+/m;
const CODES = /[\b\r]|(?!\s)\p{Cc}/u;

/** The carriage return before a line feed changes nothing that one sees. */
function withoutReturn(line: string): string {
	return line.replace(/\r+$/, "");
}

/** What is left of a line; undefined if it does anything but print, colour, return, step back and erase to its end. */
function finalLine(line: string): string | undefined {
	const bare = withoutReturn(line).replaceAll(COLOUR, "");
	if (!OVERWRITES.test(bare)) return CONTROLS.test(bare) ? undefined : bare;
	const cells: string[] = [];
	let column = 0;
	for (const [piece, code] of bare.matchAll(PIECES)) {
		if (piece === "\r") column = 0;
		else if (piece === "\b") column = Math.max(0, column - 1);
		else if (code === "" || code === "0") cells.length = Math.min(cells.length, column);
		else if (code === "2") cells.length = 0;
		// Elsewhere a character may be two columns wide, or none.
		else if (!/^[ -~]$/.test(piece)) return undefined;
		else {
			while (cells.length < column) cells.push(" ");
			cells[column++] = piece;
		}
	}
	return cells.join("");
}

const ESCAPE = "\u001b";
const COLOUR = new RegExp(`${ESCAPE}\\[[\\d;:]*m`, "g");
const OVERWRITES = new RegExp(`[\\r\\b]|${ESCAPE}\\[[02]?K`);
const PIECES = new RegExp(`${ESCAPE}\\[([02]?)K|[\\s\\S]`, "gu");
/** All but the tab. */
const CONTROLS = /(?!\t)\p{Cc}/u;

/** What a text says that is sent as a terminal shows it. There is nothing to undo, and no way to. */
export const TERMINAL = "As a terminal shows it: without colours, and without what was written over.";

/** Whether a text says that it is one. */
export function isOfTerminal(sent: string): boolean {
	return sent.startsWith(MARK + TERMINAL);
}

/** Reads that sentence. */
export const terminalSentence: LeanRule = {
	name: "terminal-text",
	lean: () => undefined,
	readSentence: (words) => (words.startsWith(TERMINAL) ? { sentence: TERMINAL, undo: (lines) => lines } : undefined),
};
