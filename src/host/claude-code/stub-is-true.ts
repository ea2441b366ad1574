import { isAskedAgain, isToComeWhole, lastChangeIn, linesOwed, rangeOf } from "../../core/asked-again.ts";
import { passageAt } from "../../core/line-index.ts";
import { cutLines, splitLines } from "../../core/lines.ts";
import type { Policy } from "../../core/policy.ts";
import { isUnchanged } from "../../core/quote.ts";
import type { Arrival, Part } from "../../core/types.ts";
import { outOfReach, overlap, stands, stateOf, type Window } from "../../core/window.ts";

/**
 * Whether the stub "file unchanged" is true of an arrival: one result within reach shows all of its lines as they are, they were not
 * left out since, and nothing asks for them in full.
 */
export function isStubTrue(window: Window, { text, view }: Arrival, { reach }: Pick<Policy, "reach">): boolean {
	if (view.kind !== "shown" || view.parts.length === 0) return false;
	const split = splitLines(text);
	const changed = lastChangeIn(window, view.parts);
	return view.parts.every((part) => {
		const lines = cutLines(split, part);
		if (!lines || isToComeWhole(stateOf(window, part.subject), rangeOf(part)) || !isUnchanged(window, part, lines))
			return false;
		return isInOneResult(window, part, reach) && !isAskedAgain(part, linesOwed(window, part, changed));
	});
}

function isInOneResult(window: Window, part: Part, reach: number): boolean {
	const range = rangeOf(part);
	const spans = (stateOf(window, part.subject)?.sheet ?? []).filter(({ line, count }) =>
		overlap(range, { first: line, last: line + count - 1 }),
	);
	const [passage, another] = new Set(spans.map(({ at }) => passageAt(window.index, at)));
	if (!passage || another || passage.by !== "result") return false;
	return stands(window, passage) && passage.message > outOfReach(window, reach);
}
