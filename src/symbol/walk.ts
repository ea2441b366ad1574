import type { Node, Tree } from "web-tree-sitter";
import type { SplitText } from "../core/lines.ts";
import { rowAt } from "./body-lines.ts";
import type { GrammarRules, SymbolKind } from "./types.ts";

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
export type TreeFindings = {
	/** Definitions and function bodies. */
	readonly found: readonly Finding[];
	readonly comments: readonly Node[];
	/** What may stand between a comment and a definition. */
	readonly attributes: readonly Node[];
};

/**
 * Finds the definitions in a tree. It looks only into nodes of several lines and into those that the rules name: each
 * question about a node is a call into the parser, and what has one line has nothing to fold.
 */
export function walk(tree: Tree, lines: SplitText, rules: GrammarRules): TreeFindings {
	const meanings = meaningsOf(rules);
	const found: Finding[] = [];
	const [comments, attributes]: [Node[], Node[]] = [[], []];
	// Not a recursion: some generated texts nest more deeply than a stack allows.
	const waiting: TreePlace[] = tree.rootNode.namedChildren.map((node) => ({ node, ...TOP })).reverse();
	for (let place = waiting.pop(); place; place = waiting.pop()) {
		const { node } = place;
		const { type } = node;
		const role = meanings.roles.get(type);
		if (role === "comment") comments.push(node);
		if (role === "attribute") attributes.push(node);
		const finding = findingOf(place, type, meanings);
		if (finding) found.push(finding);
		const isOpen = place.isOpen && !finding?.isFunction;
		if (!(isOpen && (place.isBody || meanings.around.has(type))) && !isLong(node, lines)) continue;
		const within = finding ? found.length - 1 : place.within;
		const children = node.namedChildren;
		const name = finding ? undefined : nameFor(node, type, place.name, meanings);
		for (let at = children.length - 1; at >= 0; at--) {
			const child = children[at]!;
			waiting.push({ node: child, within, name, isOpen, isBody: child.id === finding?.body?.id });
		}
	}
	return { found, comments, attributes };
}

/** A node to look at, and what is known from the nodes around it. */
type TreePlace = {
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

function isLong(node: Node, lines: SplitText): boolean {
	return node.endIndex >= lines.starts[rowAt(node.startIndex, lines) + 1]!;
}

/** What a node is by its type, if it does not define something by a name of its own. */
type NodeRole = "closure" | "block" | "comment" | "attribute";

/** The rules of a grammar, for a quick look. */
type Meanings = {
	readonly rules: GrammarRules;
	readonly kinds: ReadonlyMap<string, SymbolKind>;
	readonly roles: ReadonlyMap<string, NodeRole>;
	readonly onlyWithBody: ReadonlySet<string>;
	readonly isBody: ReadonlySet<string>;
	readonly around: ReadonlySet<string>;
	/** Where bodies are. */
	readonly bodies: readonly string[];
};

function meaningsOf(rules: GrammarRules): Meanings {
	const known = KNOWN.get(rules);
	if (known) return known;
	const { closures, blocks, comments, attributes } = rules;
	const meanings = {
		rules,
		kinds: byType<SymbolKind>(rules.defines),
		roles: byType<NodeRole>({ closure: closures, block: blocks, comment: comments, attribute: attributes }),
		onlyWithBody: new Set(words(rules.onlyWithBody)),
		isBody: new Set(words(rules.isBody)),
		around: new Set(words(rules.around)),
		bodies: words(rules.body ?? "body"),
	};
	KNOWN.set(rules, meanings);
	return meanings;
}

const KNOWN = new WeakMap<GrammarRules, Meanings>();

function byType<Key extends string>(lists: Partial<Record<Key, string | undefined>>): ReadonlyMap<string, Key> {
	const keys = Object.keys(lists) as Key[];
	return new Map(keys.flatMap((key) => words(lists[key]).map((type) => [type, key] as const)));
}

function words(list: string | undefined): string[] {
	return list?.split(" ").filter((word) => word !== "") ?? [];
}

function findingOf({ node, within, name: given }: TreePlace, type: string, meanings: Meanings): Finding | undefined {
	const kind = meanings.kinds.get(type);
	const role = meanings.roles.get(type);
	if (kind === undefined && role !== "closure" && role !== "block") return undefined;
	const body = meanings.isBody.has(type) ? node : bodyOf(node, meanings.bodies);
	if (!body && meanings.onlyWithBody.has(type)) return undefined;
	const name = kind === undefined ? given && plainName(given) : nameOf(node, type, meanings.rules);
	const row = Math.min(node.startPosition.row, given?.startPosition.row ?? node.startPosition.row);
	const isFunction = kind === undefined || kind === "function";
	const isAnonymous = role === "closure" && name === undefined;
	return { node, body, kind: kind ?? "function", name, row, isFunction, isAnonymous, within };
}

function bodyOf(node: Node, places: readonly string[]): Node | undefined {
	for (const place of places) {
		const body = partOf(node, place);
		if (body) return body;
	}
	return undefined;
}

/** A child by its field, or by its type if the grammar has no field of that name. */
function partOf(node: Node, place: string): Node | undefined {
	if (node.tree.language.fields.includes(place)) return node.childForFieldName(place) ?? undefined;
	return node.namedChildren.findLast((child) => child.type === place);
}

function nameOf(node: Node, type: string, rules: GrammarRules): string | undefined {
	const called = rules.called?.[type];
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
function nameFor(node: Node, type: string, given: Node | undefined, { rules }: Meanings): Node | undefined {
	const place = rules.names?.[type];
	const part = place === undefined ? undefined : partOf(node, place);
	return part ?? (node.namedChildren.length === 1 ? given : undefined);
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
