import type { Gutter, Part, Subject, View } from "../core/types.ts";

/** As many lines as there may be. */
export const UNLIMITED: number = Number.MAX_SAFE_INTEGER;

/** Nothing stands before the lines. */
const NO_GUTTER: Gutter = { kind: "none" };

/** A text that is one part from its first line on. A final newline ends the last line and begins no other. */
export function plainView(subject: Subject, text: string, first = 1, room: number = UNLIMITED): View {
	const part: Part = { subject, from: 0, count: countLines(text), first, gutter: NO_GUTTER, room };
	return { kind: "shown", parts: [part] };
}

/** A text of which no line is worth quoting. */
export const NOTHING_SHOWN: View = { kind: "shown", parts: [] };

function countLines(text: string): number {
	if (text === "") return 0;
	return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}
