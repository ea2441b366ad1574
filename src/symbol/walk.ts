import type { Node, Tree } from "web-tree-sitter";
import type { GrammarRules } from "./rules.ts";
import type { SymbolKind } from "./types.ts";

/** A definition or a function body as it stands in the tree. */
export type Finding = {
	readonly node: Node;
	readonly body: Node | undefined;
	readonly kind: SymbolKind;
	/** Undefined for what defines nothing, such as a callback. */
	readonly name: string | undefined;
	/** The row in which its signature begins, counted from 0: that of its name, or of the node if it has none. */
	readonly row: number;
	/** Whether the body is that of a function; the body of a class, for example, only holds others. */
	readonly isFunction: boolean;
	/** Whether it is a function that is only passed on, such as a callback. */
	readonly isAnonymous: boolean;
	/** The innermost finding around it, by its place in the list. */
	readonly within: number | undefined;
};

/** What a walk through a tree finds, in the order of the text. */
export type Findings = {
	/** Definitions and function bodies. */
	readonly found: readonly Finding[];
	readonly comments: readonly Node[];
	/** What may stand between a comment and a definition. */
	readonly attributes: readonly Node[];
};

/**
 * Finds the definitions in a tree. It looks only into nodes of several lines and into those that the rules name, because
 * each look costs, and what has one line has nothing to fold.
 */
export function walk(tree: Tree, rules: GrammarRules): Findings {
	const meanings = meaningsOf(rules);
	const found: Finding[] = [];
	const [comments, attributes]: [Node[], Node[]] = [[], []];
	// Not a recursion: some generated texts nest more deeply than a stack allows.
	const waiting: Place[] = tree.rootNode.namedChildren.map((node) => ({ node, ...TOP })).reverse();
	for (let place = waiting.pop(); place; place = waiting.pop()) {
		const { node } = place;
		if (meanings.comments.has(node.type)) comments.push(node);
		if (meanings.attributes.has(node.type)) attributes.push(node);
		const finding = findingOf(place, meanings);
		if (finding) found.push(finding);
		const isOpen = place.isOpen && !finding?.isFunction;
		if (!isLong(node) && !(isOpen && (place.isBody || meanings.around.has(node.type)))) continue;
		const within = finding ? found.length - 1 : place.within;
		const children = node.namedChildren;
		const name = finding ? undefined : nameFor(node, place.name, children.length, meanings);
		for (const child of children.reverse()) {
			waiting.push({ node: child, within, name, isOpen, isBody: child.id === finding?.body?.id });
		}
	}
	return { found, comments, attributes };
}

/** A node to look at, and what is known from the nodes around it. */
type Place = {
	readonly node: Node;
	readonly within: number | undefined;
	/** What gives a closure its name if one stands here. */
	readonly name: Node | undefined;
	/** Whether no function is around it. */
	readonly isOpen: boolean;
	/** Whether it is the body of what was found around it. */
	readonly isBody: boolean;
};

const TOP = { within: undefined, name: undefined, isOpen: true, isBody: false };

function isLong(node: Node): boolean {
	return node.endPosition.row > node.startPosition.row;
}

/** The rules of a grammar, for a quick look. */
type Meanings = {
	readonly rules: GrammarRules;
	readonly kinds: ReadonlyMap<string, SymbolKind>;
	readonly onlyWithBody: ReadonlySet<string>;
	readonly closures: ReadonlySet<string>;
	readonly blocks: ReadonlySet<string>;
	readonly isBody: ReadonlySet<string>;
	readonly around: ReadonlySet<string>;
	readonly comments: ReadonlySet<string>;
	readonly attributes: ReadonlySet<string>;
	/** Where bodies are. */
	readonly bodies: readonly string[];
};

function meaningsOf(rules: GrammarRules): Meanings {
	const known = KNOWN.get(rules);
	if (known) return known;
	const kinds = Object.entries(rules.defines) as [SymbolKind, string][];
	const meanings = {
		rules,
		kinds: new Map(kinds.flatMap(([kind, types]) => words(types).map((type) => [type, kind] as const))),
		onlyWithBody: new Set(words(rules.onlyWithBody)),
		closures: new Set(words(rules.closures)),
		blocks: new Set(words(rules.blocks)),
		isBody: new Set(words(rules.isBody)),
		around: new Set(words(rules.around)),
		comments: new Set(words(rules.comments)),
		attributes: new Set(words(rules.attributes)),
		bodies: words(rules.body ?? "body"),
	};
	KNOWN.set(rules, meanings);
	return meanings;
}

const KNOWN = new WeakMap<GrammarRules, Meanings>();

function words(list: string | undefined): string[] {
	return list?.split(" ").filter((word) => word !== "") ?? [];
}

function findingOf({ node, within, name: given }: Place, meanings: Meanings): Finding | undefined {
	const kind = meanings.kinds.get(node.type);
	const isClosure = meanings.closures.has(node.type);
	if (kind === undefined && !isClosure && !meanings.blocks.has(node.type)) return undefined;
	const body = bodyOf(node, meanings);
	if (!body && meanings.onlyWithBody.has(node.type)) return undefined;
	const name = kind === undefined ? given && plainName(given) : nameOf(node, meanings.rules);
	const row = Math.min(node.startPosition.row, given?.startPosition.row ?? node.startPosition.row);
	const isFunction = kind === undefined || kind === "function";
	const isAnonymous = isClosure && name === undefined;
	return { node, body, kind: kind ?? "function", name, row, isFunction, isAnonymous, within };
}

function bodyOf(node: Node, { isBody, bodies }: Meanings): Node | undefined {
	if (isBody.has(node.type)) return node;
	for (const place of bodies) {
		const body = partOf(node, place);
		if (body) return body;
	}
	return undefined;
}

/** A child by its field, or else by its type. */
function partOf(node: Node, place: string): Node | undefined {
	return node.childForFieldName(place) ?? node.namedChildren.findLast((child) => child.type === place);
}

function nameOf(node: Node, rules: GrammarRules): string | undefined {
	const called = rules.called?.[node.type];
	if (called !== undefined) return called;
	for (const field of ["name", "declarator", "type", "value"]) {
		const part = node.childForFieldName(field);
		if (part) return [receiverOf(node, rules), plainName(part)].filter(Boolean).join(".");
	}
	return undefined;
}

/** `Window` of `func (w *Window[T]) Close()`. */
function receiverOf(node: Node, rules: GrammarRules): string {
	const receiver = rules.receiver === undefined ? undefined : node.childForFieldName(rules.receiver)?.text;
	return /([\p{L}\p{N}_]+)\s*(?:\[[^\]]*\])?\s*\)$/u.exec(receiver ?? "")?.[1] ?? "";
}

/** What gives a closure in a node its name; a node with just one child hands on what it was given. */
function nameFor(node: Node, given: Node | undefined, children: number, { rules }: Meanings): Node | undefined {
	const place = rules.names?.[node.type];
	const part = place === undefined ? undefined : partOf(node, place);
	return part ?? (children === 1 ? given : undefined);
}

/**
 * A name on one line with dots between its parts. Of a declarator in C it is what stands before the parameters: `parse`
 * of `*parse(char *text)`.
 */
function plainName(node: Node): string | undefined {
	const text = node.text.slice(0, LONGEST_NAME).replace(/^["'`*&(\s]+|["'`]$/g, "");
	const name = OPERATOR.exec(text)?.[1] ?? text.replace(/(?<=.)(?:[(<[={]|:\s).*/s, "");
	return (
		name
			.replaceAll(/\s*(?:::|->|[:.])\s*/g, ".")
			.replaceAll(/\s+/g, " ")
			.trim() || undefined
	);
}

const LONGEST_NAME = 200;
const OPERATOR = /^(.*?\boperator\s*(?:\(\)|[^(]+))/s;
