import type { Part, View } from "../../core/types.ts";
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

function belowFirst(view: View): View {
	if (view.kind === "shown") return { ...view, parts: view.parts.map(withoutFirst) };
	if (view.kind !== "diff") return view;
	return { ...view, parts: view.parts.map(withoutFirst), signed: view.signed.map(withoutFirst) };
}

function withoutFirst(part: Part): Part {
	const { from, count, first, room } = part;
	if (from > 0 || count === 0) return part;
	return { ...part, from: from + 1, count: count - 1, first: first + 1, room: Math.max(0, room - 1) };
}
