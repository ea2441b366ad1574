import { MARK } from "../core/lines.ts";
import type { Part, Range, View } from "../core/types.ts";
import { foldAt, markOf } from "./mark.ts";

/** A text with marks in place of some lines, and the parts of it that show lines. */
export type FoldedText = { readonly text: string; readonly parts: readonly Part[] };

/** A text without lines `folds` of the file that a part of it shows. They must lie inside the part, in order. */
export function foldPart(text: string, part: Part, folds: readonly Range[]): FoldedText {
	const lines = text.split("\n");
	const shown: string[] = lines.slice(0, part.from);
	const parts: Part[] = [];
	let next = part.first;
	const end = part.first + part.count;
	const show = (to: number): void => {
		const from = part.from + next - part.first;
		if (to > next) parts.push({ ...part, from: shown.length, count: to - next, first: next, room: 0 });
		shown.push(...lines.slice(from, from + to - next));
	};
	for (const fold of folds) {
		show(fold.first);
		shown.push(markOf(fold));
		next = fold.last + 1;
	}
	show(end);
	shown.push(...lines.slice(part.from + part.count));
	return { text: shown.join("\n"), parts: withRoom(parts, part, next) };
}

/** If the file ends with the part, it ends with the last piece of it. */
function withRoom(parts: readonly Part[], { first, room }: Part, next: number): Part[] {
	return parts.map((each) => (each.first === next ? { ...each, room: Math.max(0, room - (next - first)) } : each));
}

/**
 * What an outline withholds of an original: the original with marks in the place of the same lines. Undefined if a mark
 * does not fit.
 */
export function foldedLike(outline: string, original: string): string | undefined {
	const lines = original.split("\n");
	const folded: string[] = [];
	let at = 0;
	for (const line of outline.split("\n")) {
		const fold = foldAt(line);
		folded.push(fold ? line : (lines[at] ?? ""));
		at += fold ? fold.last - fold.first + 1 : 1;
	}
	return at === lines.length ? folded.join("\n") : undefined;
}

/**
 * A text as if nothing were folded: lines with the right numbers and any content in the place of each mark, so that
 * tools are read that know nothing of folds. Undefined if there is no mark.
 */
export function asIfUnfolded(
	text: string,
): { readonly text: string; readonly folds: readonly FoldedLines[] } | undefined {
	const whole: string[] = [];
	const folds: FoldedLines[] = [];
	for (const line of text.split("\n")) {
		const fold = foldAt(line);
		if (!fold) {
			whole.push(line);
			continue;
		}
		const above = whole.at(-1) ?? "";
		folds.push({ ...fold, at: whole.length });
		for (let number = fold.first; number <= fold.last; number++) whole.push(lineLike(above, fold.first - 1, number));
	}
	return folds.length > 0 ? { text: whole.join("\n"), folds } : undefined;
}

/** Withheld lines of a file, and which line of the unfolded text is the first of them. */
type FoldedLines = Range & { readonly at: number };

/** A line that has its number where another has its own, if it has one. */
function lineLike(above: string, known: number, number: number): string {
	const [head, digits] = /^ *(\d+)/.exec(above) ?? [];
	if (head === undefined || Number(digits) !== known) return "";
	return String(number).padStart(head.length) + above.slice(head.length);
}

/** The view of a text that is folded, by the view of the same text as if it were not. */
export function foldedView(view: View, folds: readonly FoldedLines[]): View {
	const [part, other] = view.kind === "shown" ? view.parts : [];
	if (view.kind !== "shown" || !part || other || !folds.every((fold) => isWithin(fold, part)))
		return { kind: "opaque", hides: view.kind === "shown" ? view.parts : [] };
	const height = part.from + part.count;
	const blank = new Array<string>(height).fill("").join("\n");
	const { parts } = foldPart(blank, part, folds);
	return {
		...view,
		parts,
		withholds: { subject: part.subject, folds: folds.map(({ first, last }) => ({ first, last })) },
	};
}

function isWithin({ first, last, at }: FoldedLines, part: Part): boolean {
	const isThere = at - part.from === first - part.first;
	return part.subject.kind === "file" && isThere && first > part.first && last < part.first + part.count;
}

/** Whether a line of a text could be taken for one of ours. */
export function hasMark(text: string): boolean {
	return text.includes(MARK.trim());
}
