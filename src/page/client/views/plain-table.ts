import { element } from "../dom.ts";

/** What a table consists of: cells of its head, and rows of its body. */
export type Parts = {
	readonly caption: string;
	/** Where something beside it says the same. */
	readonly isCaptionUnseen: boolean;
	readonly heads: readonly Node[];
	readonly rows: readonly Node[];
	readonly class?: string;
};

/** A table of these parts. */
export function plainTable({ caption, isCaptionUnseen, heads, rows, ...attributes }: Parts): HTMLTableElement {
	return element(
		"table",
		attributes,
		element("caption", { class: isCaptionUnseen ? "unseen" : undefined }, caption),
		element("thead", {}, element("tr", {}, ...heads)),
		element("tbody", {}, ...rows),
	);
}
