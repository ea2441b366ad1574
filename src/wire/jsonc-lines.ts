/** A range of characters, and its replacement. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string };

/**
 * A text with some of its parts replaced; they must not overlap, and at one place they are applied in the given order.
 */
export function spliced(text: string, splices: readonly Splice[]): string {
	return splices
		.toSorted((a, b) => a.from - b.from)
		.reduceRight((whole, { from, to, text }) => whole.slice(0, from) + text + whole.slice(to), text);
}

/** Whether there are only blanks before a place on its line. */
export function beginsLine(text: string, at: number): boolean {
	return /^\ufeff?[ \t]*$/.test(text.slice(lineStart(text, at), at));
}

/** The blanks at the beginning of the line of a place. */
export function indentAt(text: string, at: number): string {
	return matchAt(/[ \t]*/y, text, lineStart(text, at)) ?? "";
}

/** Where the line break before the line of a place begins. */
export function breakBefore(text: string, at: number): number {
	const start = lineStart(text, at);
	return start - (text[start - 2] === "\r" ? 2 : 1);
}

/** The line break before the line of a place; on the first line, the first one of the text. */
export function breakAt(text: string, at: number): string {
	const start = lineStart(text, at) || text.indexOf("\n") + 1;
	return text[start - 2] === "\r" ? "\r\n" : "\n";
}

/**
 * Where the last comment between two places ends, with its line break if it needs one; without comments, the first
 * place.
 */
export function afterComments(text: string, from: number, to: number): number {
	const last = [...text.slice(from, to).matchAll(/\/\/[^\n]*\n|\/\*[\s\S]*?\*\//g)].at(-1);
	return last ? from + last.index + last[0].length : from;
}

/** What a sticky pattern matches at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0];
}

function lineStart(text: string, at: number): number {
	return text.slice(0, at).lastIndexOf("\n") + 1;
}
