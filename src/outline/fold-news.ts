import type { Range } from "../core/types.ts";
import type { SubjectState } from "../core/window.ts";

/** What the model must hear of the folds of a file now; undefined if it knows where they are. */
export function foldNews({ labels, withheld }: SubjectState): string | undefined {
	if (!withheld || (withheld.isTold && withheld.edited.length === 0)) return undefined;
	const file = labels.at(-1) ?? "the file";
	if (!withheld.isSure)
		return `[ibid] ${file} has changed: its folded lines may have other numbers now. Read the file to see them.`;
	const now = `The folded lines of ${file} are now ${rangesWords(withheld.lines)}.`;
	if (withheld.edited.length === 0) return `[ibid] ${now}`;
	return `[ibid] This changed lines of ${file} that you have not seen: read ${rangesWords(withheld.edited)}. ${now}`;
}

/** "3-40, 52-60 and 71-90". */
export function rangesWords(ranges: readonly Range[]): string {
	const words = ranges.map(({ first, last }) => `${first}-${last}`);
	const last = words.pop() ?? "";
	return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}
