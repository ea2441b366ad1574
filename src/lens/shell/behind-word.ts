import type { Part, Place, View } from "../../core/types.ts";
import type { Page, Sight } from "../types.ts";

/**
 * A sight of output whose first line stands behind a word of the host, without the space that it began with. What that
 * line shows tells the others apart, but it is of no part itself.
 */
export function behindWord(sight: Sight, word: string): Sight {
	const { view, failure } = sight;
	const below = (look: Sight["view"]): Sight["view"] => {
		return (page) => (page.lines[0]?.startsWith(word) ? belowFirst(look(withoutWord(page, word))) : look(page));
	};
	return { ...sight, view: below(view), ...(failure && { failure: below(failure) }) };
}

function withoutWord({ lines: [first = "", ...others], notes }: Page, word: string): Page {
	return { lines: [first.slice(word.length), ...others], notes };
}

/** Whoever knows a line of a file that is shown here may have been told otherwise now: it counts as hidden. */
function belowFirst(view: View): View {
	if (view.kind !== "shown" && view.kind !== "diff") return view;
	const hides = [...(view.hides ?? []), ...view.parts.flatMap(firstLineOf)];
	const seen = { ...view, ...(hides.length > 0 && { hides }), parts: view.parts.map(withoutFirst) };
	return seen.kind === "diff" ? { ...seen, signed: seen.signed.map(withoutFirst) } : seen;
}

function firstLineOf(part: Part): Place[] {
	const { subject, first } = part;
	return hasFirst(part) && subject.kind === "file" ? [{ subject, lines: { first, last: first } }] : [];
}

function withoutFirst(part: Part): Part {
	if (!hasFirst(part)) return part;
	const { from, count, first, room } = part;
	return { ...part, from: from + 1, count: count - 1, first: first + 1, room: Math.max(0, room - 1) };
}

function hasFirst({ from, count }: Part): boolean {
	return from === 0 && count > 0;
}
