import { type Child, element } from "../dom.ts";

/** Words and what stands behind each, in a list that is styled by its name. */
export function wordList(name: string, entries: readonly (readonly [word: string, says: Child])[]): HTMLElement {
	const rows = entries.map(([word, says]) => element("div", {}, element("dt", {}, word), element("dd", {}, says)));
	return element("dl", { class: name }, ...rows);
}
