import type { Hunk, Part, Place, View } from "../core/types.ts";

/** A view, and lines of which nothing is known after it. */
export type SureView = { readonly view: View; readonly doubts: readonly Place[] };

/**
 * What a text is sure to show if the host may have taken white space off both its ends. Lines that would be others then
 * belong to no file for certain, so what was known of them is in doubt.
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

/** Lines from one up to another. */
type Sure = { readonly from: number; readonly end: number };

/** The lines that trimming would leave as they are. Before a printed number there is nothing to lose. */
function sureLines(part: Hunk & Partial<Part>, lines: readonly string[]): Sure {
	const mark = part.gutter?.kind === "number" ? part.gutter.mark : undefined;
	const from = lines.findIndex((line) => line.trim() !== "");
	const end = lines.findLastIndex((line) => line.trim() !== "");
	const [first = "", last = ""] = [lines[from], lines[end]];
	const isFirstSure = mark !== undefined || first === first.trimStart();
	const isLastSure = last === last.trimEnd() || (mark !== undefined && last.endsWith(mark));
	return { from: isFirstSure ? from : from + 1, end: isLastSure ? end + 1 : end };
}

function within<T extends Hunk>(part: T, { from, end }: Sure): T {
	const [first, last] = [Math.max(part.from, from), Math.min(part.from + part.count, end)];
	return { ...part, from: first, count: last - first };
}

function hasLines({ count }: Hunk): boolean {
	return count > 0;
}

function clipped(part: Part, sure: Sure): Part {
	const { from, count } = within(part, sure);
	const above = from - part.from;
	const isCutBelow = above + count < part.count;
	return { ...part, from, count, first: part.first + above, room: isCutBelow ? 0 : Math.max(0, part.room - above) };
}

/** What cannot be said of a part's subject: its lines above, which are no notes; those below may follow notes of any size. */
function doubtIn({ subject, from, count, first }: Part, sure: Sure): Place[] {
	const above = Math.min(sure.from - from, count);
	const isBelow = sure.end < from + count;
	const doubts: Place[] = above > 0 ? [{ subject, lines: { first, last: first + above - 1 } }] : [];
	return isBelow ? [...doubts, { subject, lines: { first, last: Number.POSITIVE_INFINITY } }] : doubts;
}
