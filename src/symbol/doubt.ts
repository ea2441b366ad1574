import { type SplitText, sliceLines } from "../core/lines.ts";
import type { LineSpan } from "./types.ts";
import type { Finding } from "./walk.ts";

/**
 * Whether a body may be something else than the grammar takes it for. A macro or new syntax misleads a grammar, and it
 * does not always see that itself.
 */
export function isDoubtful({ node, body, row }: Finding, span: LineSpan, lines: SplitText): boolean {
	const head = lines.text.slice(lines.starts[row], body?.startIndex);
	if (!head.includes("(") && TYPE.test(head)) return true;
	return node.hasError && !isIndented(row, span, lines);
}

/** How types and the like begin: `class EXPORTED Table {` reads like a function of type `class EXPORTED`. */
const TYPE =
	/^\s*(?:[\w@]+\s+)*(?:class|enum|extension|impl|interface|module|namespace|object|protocol|struct|trait|union)\s+\w/;

/** Whether all lines of a body are indented more than its signature, and what closes it is not. */
function isIndented(row: number, { first, last }: LineSpan, lines: SplitText): boolean {
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
