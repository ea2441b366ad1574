import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Node, Tree } from "web-tree-sitter";
import { estimateTokens } from "../src/core/tokens.ts";
import { type Grammar, loadGrammar } from "../src/symbol/grammar.ts";
import { languageOf } from "../src/symbol/languages.ts";
import { LEAST_BODY, type OutlineFold, outlineOf, STANDARD_BODY, unfold } from "../src/symbol/outline.ts";
import { readShape } from "../src/symbol/read-shape.ts";
import type { LanguageName } from "../src/symbol/types.ts";
import { installedGrammar } from "./grammars.ts";

/**
 * Outlines the sources in the folders that are named, and checks each outline against the file and against a tree of its
 * own: the exact file comes back, and each fold has lines of one function body only.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: { most: { type: "string" } } });
	if (positionals.length === 0)
		throw new Error("Name folders of sources, and --most N for at most N files a language.");
	const files = sourcesIn(positionals);
	let [passed, failed] = [0, 0];
	console.log(`${COLUMNS.map(cell).join("")}\n`);
	for (const [language, all] of [...files].sort()) {
		const sum = newSum();
		const grammar = await loadGrammar(language, installedGrammar);
		for (const path of spread(all, Number(values.most ?? Number.POSITIVE_INFINITY))) {
			const faults = checkFile(path, grammar, sum);
			for (const fault of faults) console.log(`${path}: ${fault}`);
			if (faults.length > 0) failed++;
			else passed++;
		}
		console.log(cellsOf(language, sum).map(cell).join(""));
	}
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}

/** What was found in the files of a language. */
type Sum = {
	files: number;
	broken: number;
	given: number;
	lines: number;
	before: number;
	after: number;
	floor: number;
	folds: number;
	named: number;
};

const COLUMNS = [
	"language",
	"files",
	"with errors",
	"given up",
	"lines",
	"tokens",
	"withheld",
	"from 4 lines",
	"folds",
	"named",
];

function newSum(): Sum {
	return { files: 0, broken: 0, given: 0, lines: 0, before: 0, after: 0, floor: 0, folds: 0, named: 0 };
}

function cellsOf(language: string, { files, broken, given, lines, before, after, floor, folds, named }: Sum): string[] {
	const share = (rest: number): string => `${(100 - (100 * rest) / before).toFixed(1)}%`;
	return [language, files, broken, given, lines, before, share(after), share(floor), folds, named].map(String);
}

function cell(text: string, at: number): string {
	return at === 0 ? text.padEnd(12) : text.padStart(13);
}

/** The sources in folders by language; a text that stands in several files counts once. */
function sourcesIn(folders: readonly string[]): Map<LanguageName, string[]> {
	const [files, seen] = [new Map<LanguageName, string[]>(), new Set<bigint | number>()];
	for (const folder of folders) {
		for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
			const path = join(folder, name);
			if (!/\.\w+$/.test(path) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
			const text = readFileSync(path, "latin1");
			const language = languageOf(path, text);
			const hash = Bun.hash(text);
			if (!language || seen.has(hash)) continue;
			seen.add(hash);
			const others = files.get(language);
			if (others) others.push(path);
			else files.set(language, [path]);
		}
	}
	return files;
}

/** At most so many of them, from the whole list. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
	const step = Math.max(1, items.length / most);
	return Array.from({ length: Math.min(items.length, most) }, (_, at) => items[Math.floor(at * step)]!);
}

function checkFile(path: string, grammar: Grammar, sum: Sum): string[] {
	const text = textOf(path);
	if (text === undefined) return [];
	const shape = readShape(grammar, path, text);
	if (!shape) {
		sum.given++;
		return [];
	}
	const faults = grammar.withTree(text, (tree) => {
		const faults = [LEAST_BODY, STANDARD_BODY].flatMap((minBody) => {
			return [0, 1].flatMap((depth) => {
				const made = outlineOf(text, shape, { depth, minBody });
				if (depth === 0) add(sum, text, made, minBody === STANDARD_BODY);
				return checkOutline(made, text, tree, grammar.language);
			});
		});
		sum.broken += tree.rootNode.hasError ? 1 : 0;
		return [...new Set(faults)];
	});
	return faults ?? ["is parsed once, and not a second time"];
}

function textOf(path: string): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
	} catch {
		return undefined;
	}
}

type Made = ReturnType<typeof outlineOf>;

function add(sum: Sum, text: string, made: Made, isStandard: boolean): void {
	const tokens = estimateTokens(made.text);
	if (!isStandard) {
		sum.floor += tokens;
		return;
	}
	sum.files++;
	sum.lines += text.split("\n").length;
	sum.before += estimateTokens(text);
	sum.after += tokens;
	sum.folds += made.folds.length;
	sum.named += made.folds.filter(({ symbol }) => symbol !== undefined).length;
}

function checkOutline(made: Made, text: string, tree: Tree, language: LanguageName): string[] {
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
		if (!isBefore(child.startPosition, from) || !isBefore(to, child.endPosition)) return false;
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

await main();
