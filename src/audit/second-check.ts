import { check, type Text } from "../../proof/check.ts";

/** What the second check says against a shortened text, whichever way its lines may be read; undefined if nothing. */
export function secondCheck(earlier: readonly Text[], original: string, delivered: string): string | undefined {
	const faults: string[] = [];
	for (const gutter of GUTTERS) {
		const fault = check({
			earlier,
			original: { text: original, gutter, shortened: false },
			delivered: { text: delivered, gutter, shortened: true },
		});
		if (fault === undefined) return undefined;
		faults.push(fault);
	}
	return `second check: ${faults[0]}`;
}

/**
 * What may stand before the lines of a text: nothing, numbers, the sign of a diff. Where a number is followed by ":", the
 * blank behind it belongs to the gutter in all lines of a text or in none: in a search it is the indentation of a line.
 */
const GUTTERS = ["", "^ *[0-9]+(?:\\t|→|: |-|\\. )", "^ *[0-9]+(?:\\t|→|:|-|\\. )", "^[ +-]"] as const;

/** The ways in which a text may be read. */
export function readings(text: string, shortened: boolean): Text[] {
	return GUTTERS.map((gutter) => ({ text, gutter, shortened }));
}

/** Every text in the arguments of a call. */
export function textsIn(value: unknown): Text[] {
	if (typeof value === "string") return readings(value, false);
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
