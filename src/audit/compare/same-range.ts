import { watch } from "./seen.ts";
import { replaced } from "./spared.ts";
import type { Rule } from "./types.ts";

/**
 * pi-readcache, read-once: a reading of the same path and range is a short mark if the lines are the same.
 *
 * Lines are compared with those last shown of the same range, by whichever tool; a reset forgets, erasure is not seen.
 */
export const sameRange: Rule = {
	name: "same range",
	follow(host, count) {
		const see = watch(host);
		const shown = new Map<string, string>();
		return (entry) => {
			if (entry.kind === "reset") shown.clear();
			const seen = see(entry);
			if (!seen?.reading) return undefined;
			const { path, first, lines } = seen.reading;
			const [range, text] = [`${first} ${lines.length} ${path}`, lines.join("\n")];
			const isSame = shown.get(range) === text;
			shown.set(range, text);
			return isSame ? replaced(count, seen.result.text, unchanged(lines.length)) : undefined;
		};
	},
};

/** As long as the published mark. */
export function unchanged(lines: number): string {
	return `[these ${lines} lines did not change.]`;
}
