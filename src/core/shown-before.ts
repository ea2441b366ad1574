import { isAsked, isWantedAgain, lastChangeIn, owedOf, rangeOf } from "./insist.ts";
import { cutLines, splitLines } from "./lines.ts";
import type { Policy } from "./policy.ts";
import { isUnchanged } from "./quote.ts";
import { stretchAt } from "./shelf.ts";
import type { Arrival, Part } from "./types.ts";
import { outOfReach, overlap, stands, topicOf, type Window } from "./window.ts";

/**
 * Whether one result that stands within reach shows all lines of an arrival just as they are, the model has not been
 * refused them since, and nothing says that they are to come whole: then a host may well say by itself that nothing has changed.
 */
export function isShownBefore(window: Window, { text, view }: Arrival, { reach }: Pick<Policy, "reach">): boolean {
	if (view.kind !== "shown" || view.parts.length === 0) return false;
	const split = splitLines(text);
	const changed = lastChangeIn(window, view.parts);
	return view.parts.every((part) => {
		const lines = cutLines(split, part);
		if (!lines || isAsked(topicOf(window, part.subject), rangeOf(part)) || !isUnchanged(window, part, lines))
			return false;
		return isInOneResult(window, part, reach) && !isWantedAgain(part, owedOf(window, part, false, changed));
	});
}

function isInOneResult(window: Window, part: Part, reach: number): boolean {
	const range = rangeOf(part);
	const spans = (topicOf(window, part.subject)?.sheet ?? []).filter(({ line, count }) =>
		overlap(range, { first: line, last: line + count - 1 }),
	);
	const [stretch, another] = new Set(spans.map(({ at }) => stretchAt(window.shelf, at)));
	if (!stretch || another || stretch.by !== "result") return false;
	return stands(window, stretch) && stretch.passage > outOfReach(window, reach);
}
