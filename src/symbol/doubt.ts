import { type SplitText, sliceLines } from "../core/lines.ts";
import type { LineSpan } from "./types.ts";
import type { Finding } from "./walk.ts";

/**
 * Whether what a grammar takes for a function is a type: a macro makes `class EXPORTED Table {` read like a function with
 * a result of the type `class EXPORTED`, and the grammar does not see that something is wrong.
 */
export function looksLikeType({ body, row }: Finding, lines: SplitText): boolean {
	const head = lines.text.slice(lines.starts[row], body?.startIndex);
	return !head.includes("(") && TYPE.test(head);
}

const TYPE =
	/^\s*(?:[\w@]+\s+)*(?:class|enum|extension|impl|interface|module|namespace|object|protocol|struct|trait|union)\s+\w/;

/**
 * Whether all lines of a body are indented more than its signature, and what closes it is not: then the grammar has found
 * its end even if it could not make sense of something in it.
 */
export function isIndented(row: number, { first, last }: LineSpan, lines: SplitText): boolean {
	const base = indentOf(sliceLines(lines, row, row + 1));
	const behind = last + 1 < lines.starts.length ? sliceLines(lines, last, last + 1) : "";
	if (behind.trim() !== "" && indentOf(behind) > base) return false;
	const inside = sliceLines(lines, first - 1, last).split("\n");
	return inside.every((line) => FREE.test(line) || indentOf(line) > base);
}

function indentOf(line: string): number {
	return line.search(/\S|$/);
}

/** Lines that stand anywhere: blank ones, labels, directives, comments. */
const FREE = /^\s*(?:$|#|\/\/|\/?\*|\w+:\s*$)/;
