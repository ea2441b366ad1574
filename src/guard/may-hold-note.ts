import { MARK } from "../core/lines.ts";

/**
 * Whether the arguments of a call contain the mark that every note begins with: most do not, and need no closer look.
 */
export function mayHoldNote(input: unknown): boolean {
	return stringsIn(input).some((text) => text.includes(MARK));
}

/** All texts in a value. */
export function stringsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
