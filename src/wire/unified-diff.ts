import { structuredPatch } from "diff";

/**
 * A unified diff from which `patch` and `git apply` make the exact new text; "" if the texts are equal, undefined past
 * `most` edits.
 */
export function unifiedDiff(before: string, after: string, name: string, most = 1000): string | undefined {
	if (before === after) return "";
	const options = { context: 3, ...(Number.isFinite(most) && { maxEditLength: most }) };
	const patch = structuredPatch("", "", before, after, "", "", options);
	if (patch === undefined) return undefined;
	const hunks = patch.hunks.flatMap((hunk) => [
		`@@ -${wordRange(hunk.oldStart, hunk.oldLines)} +${wordRange(hunk.newStart, hunk.newLines)} @@`,
		...hunk.lines,
	]);
	return [`--- ${wordName(`a/${name}`)}`, `+++ ${wordName(`b/${name}`)}`, ...hunks, ""].join("\n");
}

function wordRange(start: number, count: number): string {
	if (count === 1) return `${start}`;
	// GNU diff gives a range without lines the number of the line before it.
	return count === 0 ? `${start - 1},0` : `${start},${count}`;
}

/** Quotes a name that the tools would cut at a blank or misread. */
function wordName(path: string): string {
	return /[\s"\\]|\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}
