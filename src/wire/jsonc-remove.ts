import type { Container, Entry } from "./jsonc.ts";
import { afterComments, beginsLine, breakBefore, matchAt, type Splice, spliced } from "./jsonc-lines.ts";

/** Takes an entry out of its container: its comma too, and its line with the comments at its end if it has it for itself. */
export function removeEntry(text: string, container: Container, entry: Entry): string {
	const before = container.entries[container.entries.indexOf(entry) - 1];
	const left = spliced(text, [...ownCuts(text, container, before, entry), ...commaBefore(text, before, entry)]);
	const inside = { from: container.start + 1, to: container.end - 1 - (text.length - left.length), text: "" };
	return left.slice(inside.from, inside.to).trim() === "" ? spliced(left, [inside]) : left;
}

/** Comments and blanks up to the end of the line, if nothing else stands there. */
const REST_OF_LINE = /(?:[ \t]*\/\*(?:[^*\n]|\*(?!\/))*\*\/)*[ \t]*(?:\/\/[^\n]*?)?(?=\r?\n)/y;

function ownCuts(text: string, container: Container, before: Entry | undefined, entry: Entry): Splice[] {
	const { start, comma } = entry;
	const { end } = entry.node;
	const toComma = text.slice(end, comma ?? end);
	const lineFrom = comma === undefined || toComma.includes("\n") ? end : comma + 1;
	const rest = matchAt(REST_OF_LINE, text, lineFrom);
	const lineEnd = lineFrom + (rest ?? "").length;
	if (beginsLine(text, start) && rest !== undefined) {
		const line = cut(breakBefore(text, start), lineEnd);
		return comma === undefined || comma < lineEnd ? [line] : [line, cut(comma, afterBlanks(text, comma + 1))];
	}

	const isLast = entry === container.entries.at(-1);
	const isBackward = isLast || rest !== undefined;
	const from = isBackward ? afterComments(text, (before?.comma ?? container.start) + 1, start) : start;
	if (comma === undefined) return [cut(from, end)];
	if (!/^[ \t]*$/.test(toComma)) return [cut(from, end), cut(comma, comma + 1)];
	return [cut(from, isBackward ? comma + 1 : afterBlanks(text, comma + 1))];
}

/** A last entry without a comma leaves the one before it with a comma too many. */
function commaBefore(text: string, before: Entry | undefined, { start, comma }: Entry): Splice[] {
	if (comma !== undefined || before?.comma === undefined) return [];
	const isAlone = text.slice(before.node.end, start).trim() === ",";
	return [cut(isAlone ? before.node.end : before.comma, before.comma + 1)];
}

function afterBlanks(text: string, at: number): number {
	return at + (matchAt(/[ \t]*/y, text, at) ?? "").length;
}

function cut(from: number, to: number): Splice {
	return { from, to, text: "" };
}
