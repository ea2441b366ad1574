import type { Gutter, Part, View } from "../core/types.ts";

/** A view as if the host did not number whatever we return. */
export function withoutForcedNumbers(view: View): View {
	return view.kind === "shown" ? { ...view, parts: view.parts.map(freePart) } : view;
}

/** Whether the host numbers whatever we return. */
export function hasForcedNumbers(view: View): boolean {
	return view.kind === "shown" && view.parts.some(({ gutter }) => gutter.kind === "number" && gutter.forced);
}

function freePart(part: Part): Part {
	const gutter: Gutter = part.gutter.kind === "number" ? { ...part.gutter, forced: false } : part.gutter;
	return { ...part, gutter };
}
