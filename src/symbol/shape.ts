import type { Node, Tree } from "web-tree-sitter";
import { type SplitText, sliceLines, splitLines } from "../core/lines.ts";
import { isBlank, linesOfBody, rowAt } from "./body-lines.ts";
import { isIndented, looksLikeType } from "./doubt.ts";
import { LEAST_BODY } from "./outline.ts";
import { RULES } from "./rules.ts";
import type { CodeSymbol, FunctionBody, LanguageName, LineSpan, SourceShape, SymbolKind } from "./types.ts";
import { type Finding, type TreeFindings, walk } from "./walk.ts";

/** What a text defines, by its tree. */
export function shapeOf(tree: Tree, text: string, path: string, language: LanguageName): SourceShape {
	const lines = splitLines(text);
	const findings = walk(tree, lines, RULES[language]);
	const above = docsAbove(findings, lines);
	const comments = new Map(findings.comments.map((node) => [node.startIndex, endOf(node, lines)]));
	const symbols: CodeSymbol[] = [];
	const bodies: FunctionBody[] = [];
	const uses = new Map<string, number>();
	const places: Around[] = [];
	for (const finding of findings.found) {
		const around = places[finding.within ?? -1] ?? {};
		if (finding.isFunction && looksLikeType(finding, lines)) {
			places.push(around);
			continue;
		}
		const inner = finding.body && linesOfBody(finding.body, lines, comments);
		const inside = RULES[language].hasDocStrings && finding.body && docStringIn(finding.body);
		const symbol = symbolOf(finding, {
			path,
			around: around.symbol,
			inner,
			doc: inside || above(finding.row),
			lines,
			uses,
		});
		if (symbol) symbols.push(symbol);
		const foldable = inner && inside ? behindFirstLine(inner, inside, lines) : inner;
		const isBody = finding.isFunction && foldable && isCertain(tree, finding, foldable, lines);
		if (isBody) bodies.push(functionBody(finding, foldable, symbol, around.body));
		places.push({ symbol: symbol ?? around.symbol, body: isBody ? bodies.length - 1 : around.body });
	}
	return { language, symbols, bodies };
}

/** What is around the findings that stand in a finding. */
type Around = { readonly symbol?: CodeSymbol | undefined; readonly body?: number | undefined };

function functionBody(
	{ isAnonymous }: Finding,
	lines: LineSpan,
	symbol: CodeSymbol | undefined,
	within: number | undefined,
): FunctionBody {
	return { lines, ...(symbol && { symbol: symbol.id }), ...(within !== undefined && { within }), isAnonymous };
}

/** What a symbol is made of, besides what was found. */
type SymbolParts = {
	readonly path: string;
	readonly around: CodeSymbol | undefined;
	readonly inner: LineSpan | undefined;
	readonly doc: LineSpan | undefined;
	readonly lines: SplitText;
	/** How many symbols have each id so far. */
	readonly uses: Map<string, number>;
};

function symbolOf(finding: Finding, { path, around, inner, doc, lines, uses }: SymbolParts): CodeSymbol | undefined {
	if (finding.name === undefined) return undefined;
	const name = around ? `${around.name}.${finding.name}` : finding.name;
	const id = `${path}#${name}`;
	const use = (uses.get(id) ?? 0) + 1;
	uses.set(id, use);
	const last = rowAt(finding.node.endIndex, lines) + 1;
	const first = finding.row + 1;
	return {
		id: use === 1 ? id : `${id}~${use}`,
		name,
		kind: kindOf(finding, around?.kind),
		lines: { first, last },
		signature: { first, last: Math.max(first, finding.body ? signatureEnd(finding.body, lines) : last) },
		...(doc && { doc }),
		...(inner && { body: inner }),
		...(around && { parent: around.id }),
	};
}

/** A function is a method if it stands in a type, or if its name says to which type it belongs. */
function kindOf({ kind, name = "" }: Finding, around: SymbolKind | undefined): SymbolKind {
	const isMethod = kind === "function" && (HOLDS_METHODS.includes(around ?? "function") || /.\../.test(name));
	return isMethod ? "method" : kind;
}

const HOLDS_METHODS: readonly SymbolKind[] = ["class", "enum", "impl", "interface", "struct"];

/** The line where a signature ends: the one that the body begins in, unless it begins with that line. */
function signatureEnd(body: Node, lines: SplitText): number {
	const row = rowAt(body.startIndex, lines);
	return isBlank(lines, lines.starts[row]!, body.startIndex) ? row : row + 1;
}

/** Finds the comment that ends right above a row, or above what may stand between the two. */
function docsAbove({ comments, attributes }: TreeFindings, lines: SplitText): (row: number) => LineSpan | undefined {
	const spans = new Map<number, LineSpan & { readonly isDoc: boolean }>();
	for (const [nodes, isDoc] of [[comments, true] as const, [attributes, false] as const]) {
		for (const node of nodes) {
			const [first, last] = [node.startPosition.row, rowAt(endOf(node, lines), lines)];
			const isAlone = isBlank(lines, lines.starts[first]!, node.startIndex);
			if (isAlone) spans.set(last, { first, last, isDoc });
		}
	}
	return (row) => {
		let doc: LineSpan | undefined;
		for (let span = spans.get(row - 1); span; span = spans.get(span.first - 1))
			if (span.isDoc) doc = { first: span.first + 1, last: doc?.last ?? span.last + 1 };
		return doc;
	};
}

/** Where a node ends; in some grammars a comment takes the line break along. */
function endOf(node: Node, { text }: SplitText): number {
	return text.charAt(node.endIndex - 1) === "\n" ? node.endIndex - 1 : node.endIndex;
}

/** The string that a body begins with. */
function docStringIn(body: Node): LineSpan | undefined {
	const [first] = body.namedChildren;
	const doc = first?.type === "expression_statement" ? first.namedChildren[0] : first;
	if (doc?.type !== "string" && doc?.type !== "concatenated_string") return undefined;
	return { first: doc.startPosition.row + 1, last: doc.endPosition.row + 1 };
}

/** The lines of a body behind the first line of its documentation that says something. */
function behindFirstLine(inner: LineSpan, doc: LineSpan, lines: SplitText): LineSpan | undefined {
	const isEmpty = /^\s*[a-z]{0,2}(?:"""|''')?\s*$/i.test(sliceLines(lines, doc.first - 1, doc.first));
	const first = Math.max(inner.first, Math.min(doc.last, isEmpty ? doc.first + 1 : doc.first) + 1);
	return first <= inner.last ? { first, last: inner.last } : undefined;
}

/** Whether lines may be folded: the smallest node around them, looked up by the lines, is the body or a part of it. */
function isCertain(tree: Tree, finding: Finding, span: LineSpan, lines: SplitText): boolean {
	// No outline folds it, so that we need not ask.
	if (span.last - span.first + 1 < LEAST_BODY) return true;
	const text = sliceLines(lines, span.first - 1, span.last);
	const begin = lines.starts[span.first - 1]! + text.search(/\S|$/);
	const body = finding.body!;
	// A comment behind the last statement is no part of it.
	const end = Math.min(lines.starts[span.first - 1]! + text.trimEnd().length, body.endIndex);
	const around = end > begin ? tree.rootNode.descendantForIndex(begin, end) : null;
	const isInside = around !== null && around.startIndex >= body.startIndex && around.endIndex <= body.endIndex;
	return isInside && (!finding.node.hasError || isIndented(finding.row, span, lines));
}
