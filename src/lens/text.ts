import type { Gutter, Hunk, Part, Subject, View } from "../core/types.ts";
import type { Page } from "./types.ts";

/** As many lines as there may be. */
export const UNLIMITED: number = Number.MAX_SAFE_INTEGER;

/** Nothing stands before the lines. */
export const NO_GUTTER: Gutter = { kind: "none" };

/** All lines of a page as the lines of one subject. */
export function plainView(subject: Subject, page: Page): View {
	return { kind: "shown", parts: [wholePart(subject, page)] };
}

/** A part that is all lines of a page. */
export function wholePart(subject: Subject, { lines }: Page): Part {
	return { subject, from: 0, count: lines.length, first: 1, gutter: NO_GUTTER, room: UNLIMITED };
}

/** A text of which no line is worth quoting. */
export const NOTHING_SHOWN: View = { kind: "shown", parts: [] };

/** A text that cannot be told line by line. */
export function opaqueView(subjects: readonly Subject[]): View {
	return { kind: "opaque", hides: subjects.map((subject) => ({ subject })) };
}

/** A view of content, as a view of the text that has so many lines above it. */
export function lowered(view: View, lines: number): View {
	const lower = <T extends Hunk>(part: T): T => ({ ...part, from: part.from + lines });
	if (view.kind === "shown") return { ...view, parts: view.parts.map(lower) };
	if (view.kind !== "diff") return view;
	const { parts, signed, hunks } = view;
	return { ...view, parts: parts.map(lower), signed: signed.map(lower), hunks: hunks.map(lower) };
}
