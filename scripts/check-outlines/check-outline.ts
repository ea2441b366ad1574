import type { Node, Tree } from "web-tree-sitter";
import { type Outline, type OutlineFold, unfold } from "../../src/symbol/outline.ts";
import type { LanguageName } from "../../src/symbol/types.ts";

/** What is wrong with an outline, by the text and by a tree of its own; nothing if it is exact. */
export function checkOutline(made: Outline, text: string, tree: Tree, language: LanguageName): string[] {
	const faults = unfold(made.text, text) === text ? [] : ["does not unfold to the file"];
	const lines = text.split("\n");
	const shown = new Set(lines.keys());
	for (const fold of made.folds) {
		for (let row = fold.first - 1; row < fold.last; row++) shown.delete(row);
		const fault = checkFold(fold, lines, tree, language);
		if (fault !== undefined) faults.push(`lines ${fold.first}-${fold.last}: ${fault}`);
	}
	const rest = [...shown].map((row) => lines[row]);
	const own = made.text
		.split("\n")
		.filter((line) => !/… lines \d+-\d+ folded\r?$/.test(line) || made.folds.length === 0);
	if (own.join("\n") !== rest.join("\n")) faults.push("shows other lines than those outside its folds");
	return faults;
}

/** Lines of a text, counted from 1: those inside the bodies of functions, and other comments. */
export type LineKinds = { readonly bodies: ReadonlySet<number>; readonly comments: ReadonlySet<number> };

/** What the lines of a text are. A line of a brace belongs to the body, one of the signature does not. */
export function lineKinds(tree: Tree, language: LanguageName): LineKinds {
	const [bodies, comments] = [new Set<number>(), new Set<number>()];
	const waiting = [tree.rootNode];
	for (let node = waiting.pop(); node; node = waiting.pop()) {
		const { startPosition: start, endPosition: end, type } = node;
		if (type.includes("comment")) addRows(comments, start.row, end.row);
		if (start.row === end.row) continue;
		for (const child of node.children) waiting.push(child);
		if (!isFunction(node, language)) continue;
		const body = node.childForFieldName("body") ?? node.lastNamedChild ?? node;
		addRows(bodies, Math.max(body.startPosition.row, start.row + 1), body.endPosition.row);
	}
	for (const line of bodies) comments.delete(line);
	return { bodies, comments };
}

function addRows(lines: Set<number>, first: number, last: number): void {
	for (let row = first; row <= last; row++) lines.add(row + 1);
}

/** Looks in the tree for the function that the lines are the body of, and for what they would hide besides. */
function checkFold(
	fold: OutlineFold,
	lines: readonly string[],
	tree: Tree,
	language: LanguageName,
): string | undefined {
	const inside = lines.slice(fold.first - 1, fold.last);
	const begin = inside.findIndex((line) => line.trim() !== "");
	const end = inside.findLastIndex((line) => line.trim() !== "");
	const from = { row: fold.first - 1 + begin, column: inside[begin]!.search(/\S/) };
	const to = behindCode({ row: fold.first - 1 + end, column: inside[end]!.trimEnd().length }, lines, tree);
	let node: Node | null = tree.rootNode.descendantForPosition(from, to);
	while (node && !(isFunction(node, language) && isBodyOf(node, from, to))) node = node.parent;
	return node ? undefined : "are not the body of a function";
}

/** A place at the end of a line, or where the code ends if a comment is behind it. */
function behindCode(place: Point, lines: readonly string[], tree: Tree): Point {
	let last = tree.rootNode.descendantForPosition({ row: place.row, column: place.column - 1 }, place);
	while (last?.parent?.type.includes("comment")) last = last.parent;
	const before = lines[place.row]!.slice(0, last?.startPosition.column);
	const isComment = last?.type.includes("comment") && last.startPosition.row === place.row && before.trim() !== "";
	return isComment ? { row: place.row, column: before.trimEnd().length } : place;
}

/** Written again from what the grammars call functions, and not from the rules that the outline is made by. */
function isFunction({ type, isNamed }: Node, language: LanguageName): boolean {
	return isNamed && (FUNCTIONS.test(type) || (language === "ruby" && /^(do_block|block)$/.test(type)));
}

const FUNCTIONS =
	/^(?!.*(?:_call|_type|_signature|_value_param|_declarator|_parameters|_modifier|_use_clause|_body))(?:.*(?:function|method|constructor|destructor|lambda|closure|accessor|initializer|func_literal|operator_declaration|subscript_declaration|init_declaration)\w*|getter|setter|computed_\w+|(?:willset|didset)_clause|class_static_block|singleton_method|local_function_statement|property_hook)$/;

type Point = Node["startPosition"];

/**
 * Whether lines are the body of a function: one child of it holds them all, so that nothing of the signature stands in
 * them, and besides them it has no more than a line at each end that it shares, and before them documentation.
 */
function isBodyOf(node: Node, from: Point, to: Point): boolean {
	const children = OWN_BRACES.test(node.type) ? [...node.children, node] : node.children;
	return children.some((child) => {
		const [opening, closing] = [child.children.find(({ type }) => type === "{"), child.lastChild];
		const begin = closing?.type === "}" && opening ? opening.endPosition : child.startPosition;
		const end = closing?.type === "}" ? closing.startPosition : child.endPosition;
		if (!isBefore(begin, from) || !isBefore(to, end)) return false;
		const lines = child.text.split("\n");
		const [before, behind] = [from.row - child.startPosition.row, child.endPosition.row - to.row];
		const rest = [
			lines.slice(0, before).join("\n").replace(DOC_STRING, ""),
			lines.slice(lines.length - behind).join("\n"),
		];
		return rest.every((text) => text.trim().split("\n").length <= 1);
	});
}

/** What stands before a fold in a body: the beginning of a string, or all of it. */
const DOC_STRING = /^\s*[a-z]{0,2}(?:"""|'''|["'])[\s\S]*/i;

/** These have their statements between braces of their own. */
const OWN_BRACES = /^(lambda_literal|computed_\w+|(?:willset|didset)_clause|do_block|block)$/;

function isBefore(one: Point, other: Point): boolean {
	return one.row < other.row || (one.row === other.row && one.column <= other.column);
}
