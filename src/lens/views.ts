import type { Gutter, Hunk, Part, Place, Subject, View } from "../core/types.ts";
import type { ResultText } from "./types.ts";

/** No limit on the number of lines. */
export const UNLIMITED: number = Number.MAX_SAFE_INTEGER;

/** Lines without a gutter. */
export const NO_GUTTER: Gutter = { kind: "none" };

/** All lines of a result as the lines of one subject. */
export function plainView(subject: Subject, result: ResultText): View {
	return { kind: "shown", parts: [wholePart(subject, result)] };
}

/** All lines of a result as one part. */
export function wholePart(subject: Subject, { lines }: ResultText): Part {
	return { subject, from: 0, count: lines.length, first: 1, gutter: NO_GUTTER, room: UNLIMITED };
}

/** A result without a line worth quoting. */
export const NOTHING_SHOWN: View = { kind: "shown", parts: [] };

/** A result whose lines cannot be assigned to these subjects: hide what we know of them. */
export function opaqueView(subjects: readonly Subject[]): View {
	return { kind: "opaque", hides: subjects.map((subject) => ({ subject })) };
}

/** Moves a view down by some lines. */
export function lowered(view: View, lines: number): View {
	const lower = <T extends Hunk>(part: T): T => ({ ...part, from: part.from + lines });
	if (view.kind === "shown") return { ...view, parts: view.parts.map(lower) };
	if (view.kind !== "diff") return view;
	const { parts, signed, hunks } = view;
	return { ...view, parts: parts.map(lower), signed: signed.map(lower), hunks: hunks.map(lower) };
}

/** A view, and the lines of files that we no longer know after it. */
type SureView = { readonly view: View; readonly doubts: readonly Place[] };

/**
 * The view of a result if the host may have trimmed white space from both its ends. Lines that trimming would change are
 * left out of the view and are in doubt.
 */
export function withoutDoubtfulEnds(view: View, text: string): SureView {
	if ((view.kind !== "shown" && view.kind !== "diff") || text === text.trim()) return { view, doubts: [] };
	const lines = text.split("\n");
	const clip = (part: Part): Part => clipped(part, sureLines(part, lines));
	const parts = view.parts.map(clip).filter(hasLines);
	const signed = view.kind === "diff" ? view.signed : [];
	const doubts = [...view.parts, ...signed].flatMap((part) => doubtIn(part, sureLines(part, lines)));
	if (view.kind === "shown") return { view: { ...view, parts }, doubts };
	const hunks = view.hunks.map((hunk) => within(hunk, sureLines(hunk, lines))).filter(hasLines);
	return { view: { ...view, parts, signed: signed.map(clip).filter(hasLines), hunks }, doubts };
}

/** Lines `from` up to, without, `end`. */
type SureLines = { readonly from: number; readonly end: number };

/** The lines that trimming would not change. Trimming before a printed number changes no line of the file. */
function sureLines(part: Hunk & Partial<Part>, lines: readonly string[]): SureLines {
	const mark = part.gutter?.kind === "number" ? part.gutter.mark : undefined;
	const from = lines.findIndex((line) => line.trim() !== "");
	const end = lines.findLastIndex((line) => line.trim() !== "");
	const [first = "", last = ""] = [lines[from], lines[end]];
	const isFirstSure = mark !== undefined || first === first.trimStart();
	const isLastSure = last === last.trimEnd() || (mark !== undefined && last.endsWith(mark));
	return { from: isFirstSure ? from : from + 1, end: isLastSure ? end + 1 : end };
}

function within<T extends Hunk>(part: T, { from, end }: SureLines): T {
	const [first, last] = [Math.max(part.from, from), Math.min(part.from + part.count, end)];
	return { ...part, from: first, count: last - first };
}

function hasLines({ count }: Hunk): boolean {
	return count > 0;
}

function clipped(part: Part, sure: SureLines): Part {
	const { from, count } = within(part, sure);
	const above = from - part.from;
	const isCutBelow = above + count < part.count;
	return { ...part, from, count, first: part.first + above, room: isCutBelow ? 0 : Math.max(0, part.room - above) };
}

/** The lines in doubt: those above by number; below, notes may stand for any number of lines, so all of them. */
function doubtIn({ subject, from, count, first }: Part, sure: SureLines): Place[] {
	const above = Math.min(sure.from - from, count);
	const isBelow = sure.end < from + count;
	const doubts: Place[] = above > 0 ? [{ subject, lines: { first, last: first + above - 1 } }] : [];
	return isBelow ? [...doubts, { subject, lines: { first, last: Number.POSITIVE_INFINITY } }] : doubts;
}
