/** What can stand in an element; undefined is left out. */
export type Child = Node | string | undefined;

/** Attributes of an element; undefined and false are left out, true is an attribute without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element. Texts are put in as texts, whatever they hold. */
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

/** A button that does something. */
export function button(words: string, attributes: Attributes, act: () => void): HTMLButtonElement {
	const made = element("button", { ...attributes, type: "button" }, words);
	made.addEventListener("click", act);
	return made;
}

/** Text with other styles in it, such as figures. */
export function span(name: string, ...children: readonly Child[]): HTMLSpanElement {
	return element("span", { class: name }, ...children);
}
