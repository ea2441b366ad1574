import { type Citation, cite } from "./cite.ts";
import { isForced } from "./draft.ts";
import type { HashedLines } from "./lines.ts";
import type { Policy } from "./policy.ts";
import type { Quote } from "./quote.ts";
import { wordClause } from "./render.ts";
import { estimateTokens } from "./tokens.ts";
import type { Part } from "./types.ts";
import { outOfReach, stateOf, type Window } from "./window.ts";

/** A part of the arrival with the quotes found in it. */
export type SearchedPart = { readonly part: Part; readonly lines: HashedLines; readonly quotes: readonly Quote[] };

/** The citations that pay, part by part: long enough, from another file only if they carry the answer. */
export function citeWhatPays(
	window: Window,
	searched: readonly SearchedPart[],
	before: number,
	policy: Policy,
): (readonly PricedCitation[])[] {
	const priced = searched.map((each) => price(window, each, before, policy));
	const fromOthers = priced.flat().reduce((sum, { fromOther, removed }) => sum + (fromOther ? removed : 0), 0);
	const pays = ({ clause, saved, fromOther }: PricedCitation): boolean =>
		clause.count >= policy.lines && saved >= policy.tokens && (!fromOther || fromOthers > before * policy.otherFile);
	return priced.map((citations, index) => aroundOneRun(searched[index]!.part, citations.filter(pays)));
}

/** The best of them, so many at the most. */
export function bestOf(
	searched: readonly SearchedPart[],
	paying: readonly (readonly PricedCitation[])[],
	most: number,
): (readonly Citation[])[] {
	const kept = new Set(
		paying
			.flat()
			.sort((a, b) => b.saved - a.saved)
			.slice(0, most),
	);
	return paying.map((citations, index) => {
		return aroundOneRun(
			searched[index]!.part,
			citations.filter((citation) => kept.has(citation)),
		);
	});
}

/** A citation with the tokens it removes (its share of the text), what that saves, and whether it quotes another file for a file. */
export type PricedCitation = Citation & {
	readonly removed: number;
	readonly saved: number;
	readonly fromOther: boolean;
};

/** Words are sought for the longest quotes only: of thousands of short ones hardly any would be kept. */
function price(
	window: Window,
	{ part, lines, quotes }: SearchedPart,
	before: number,
	policy: Policy,
): PricedCitation[] {
	const { text, starts } = lines;
	const removedBy = (line: number, count: number): number =>
		(before * ((starts[line + count] ?? text.length) - starts[line]!)) / text.length;
	const longest = quotes.toSorted((a, b) => b.count - a.count).slice(0, TRIED_PER_KEPT * policy.quotes);
	// Of quotes in a file those too small to pay still count: whether others carry the answer hangs on all of them.
	const tried =
		part.subject.kind === "file"
			? longest
			: longest.filter(({ line, count }) => removedBy(line, count) >= policy.tokens);
	const scope = { window, part, lines, shortest: policy.lines, oldest: outOfReach(window, policy.reach) };
	const citations = tried.flatMap((quote) => cite(scope, quote));
	return withoutLostEnd(
		window,
		part,
		citations.sort((a, b) => a.line - b.line),
	).map((citation) => {
		const { line, clause, state } = citation;
		const removed = removedBy(line, clause.count);
		const isFile = part.subject.kind === "file" && state.subject.kind === "file";
		const saved = removed - estimateTokens(wordClause(clause));
		return { ...citation, removed, saved, fromOther: isFile && clause.of !== undefined };
	});
}

/** A file that has lost its end must not look as it was: its last line is shown. */
function withoutLostEnd(window: Window, part: Part, citations: readonly Citation[]): readonly Citation[] {
	const known = stateOf(window, part.subject)?.sheet.at(-1);
	const isEnd = part.subject.kind === "file" && part.count < part.room;
	if (!known || !isEnd || known.line + known.count <= part.first + part.count) return citations;
	return citations.map((citation) => {
		const { line, clause } = citation;
		return line + clause.count < part.count
			? citation
			: { ...citation, clause: { ...clause, count: clause.count - 1 } };
	});
}

const TRIED_PER_KEPT = 4;

/** If the host numbers what it is given, an answer has one fresh run: quotes inside it are sent as lines. */
function aroundOneRun(part: Part, citations: readonly PricedCitation[]): readonly PricedCitation[] {
	if (!isForced(part)) return citations;
	let top = 0;
	for (const { line, clause } of citations) if (line === top) top += clause.count;
	let bottom = part.count;
	for (const { line, clause } of citations.toReversed()) if (line + clause.count === bottom) bottom = line;
	return citations.filter(({ line }) => line < top || line >= bottom);
}
