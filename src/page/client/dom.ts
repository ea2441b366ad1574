/** Content of an element; undefined is left out. */
export type Child = Node | string | undefined;

/** Attributes of an element; undefined and false are left out, true is an attribute without a value. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element. Text is always inserted as text, never as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
	return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
export function shape<Tag extends keyof SVGElementTagNameMap>(
	tag: Tag,
	attributes: Attributes = {},
	...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
	return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill<Made extends Element>(made: Made, attributes: Attributes, children: readonly Child[]): Made {
	for (const [name, value] of Object.entries(attributes)) {
		if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
	}
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** A link. */
export function link(href: string, words: string, attributes: Attributes = {}): HTMLAnchorElement {
	return element("a", { ...attributes, href }, words);
}

/** A button with an action. */
export function button(words: string, attributes: Attributes, act: () => void): HTMLButtonElement {
	const made = element("button", { ...attributes, type: "button" }, words);
	made.addEventListener("click", act);
	return made;
}

/** Text with other styles in it, such as figures. */
export function span(name: string, ...children: readonly Child[]): HTMLSpanElement {
	return element("span", { class: name }, ...children);
}

/** The parts of a table: heading cells, and rows. */
type Parts = {
	readonly caption: string;
	/** For tables whose caption is already on the screen. */
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

/** Terms and their values, in a list with its own style. */
export function wordList(name: string, entries: readonly (readonly [word: string, says: Child])[]): HTMLElement {
	const rows = entries.map(([word, says]) => element("div", {}, element("dt", {}, word), element("dd", {}, says)));
	return element("dl", { class: name }, ...rows);
}
