import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import * as is from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/async";
import { cycles, importsOf } from "./imports.ts";

/** What can be counted about a folder of sources; tests are left out, except in `words`. */
export type House = {
	readonly files: number;
	readonly lines: number;
	readonly coreLines: number;
	readonly fileLines: { readonly median: number; readonly longest: Longest };
	readonly functions: number;
	readonly functionLines: { readonly median: number; readonly p90: number; readonly longest: Longest };
	/** Files that exactly one other file imports, in all and by folder. */
	readonly oneImporter: { readonly all: number; readonly folders: Readonly<Record<string, number>> };
	/** Names of types, interfaces and classes that are declared more than once, with how often. */
	readonly repeatedTypes: Readonly<Record<string, number>>;
	/** The same for functions at the top of a file. */
	readonly repeatedFunctions: Readonly<Record<string, number>>;
	/** The files of one longest chain, beginning with the file that starts it. */
	readonly longestChain: readonly string[];
	readonly cycles: number;
	/** Lines that contain only a comment, in percent of all lines. */
	readonly commentShare: number;
	readonly any: number;
	/** Words that plain prose does not need: in the sources, in their tests, and in the rest of the repository. */
	readonly words: Readonly<Record<string, { readonly src: number; readonly tests: number; readonly rest: number }>>;
};

type Longest = { readonly lines: number; readonly name: string };

/** Measures every TypeScript file below a folder. */
export async function measureHouse(folder: string): Promise<House> {
	const names = filesBelow(folder).filter((name) => /\.tsx?$/.test(name));
	const sources = new Map(names.filter((name) => !isTest(name)).map((name) => [name, textOf(folder, name)]));
	const trees = await parse(folder, [...sources.keys()]);
	const files = [...sources].map(([name, text]) => ({ name, lines: countLines(text) }));
	const found = [...trees].map(([name, tree]) => declarationsOf(name, tree));
	const functions = found.flatMap((file) => file.functions);
	const edges = importsAmong(sources);
	const lines = sum(files.map((file) => file.lines));
	const comments = sum([...trees].map(([name, tree]) => commentLines(tree, sources.get(name) ?? "")));
	return {
		files: files.length,
		lines,
		coreLines: sum(files.filter(({ name }) => name.startsWith("core/")).map((file) => file.lines)),
		fileLines: { median: quantile(files, 0.5), longest: longest(files) },
		functions: functions.length,
		functionLines: { median: quantile(functions, 0.5), p90: quantile(functions, 0.9), longest: longest(functions) },
		oneImporter: oneImporter(edges),
		repeatedTypes: repeated(found.flatMap((file) => file.types)),
		repeatedFunctions: repeated(found.flatMap((file) => file.topFunctions)),
		longestChain: longestChain(edges),
		cycles: cycles(edges).length,
		commentShare: lines === 0 ? 0 : (100 * comments) / lines,
		any: sum(found.map((file) => file.any)),
		words: wordCounts(folder),
	};
}

function filesBelow(folder: string): string[] {
	const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return all.map((entry) => posixPath(relative(folder, join(entry.parentPath, entry.name)))).sort();
}

function isTest(name: string): boolean {
	return /\.test\.tsx?$/.test(name);
}

function textOf(folder: string, name: string): string {
	return readFileSync(join(folder, name), "utf8");
}

function posixPath(path: string): string {
	return path.replaceAll("\\", "/");
}

/** Only the compiler's asynchronous interface runs on Bun. It needs a project, so we pass one that resolves nothing. */
async function parse(folder: string, names: readonly string[]): Promise<Map<string, SourceFile>> {
	const project = mkdtempSync(join(tmpdir(), "ibid-house-"));
	const config = join(project, "tsconfig.json");
	const compilerOptions = { noLib: true, noResolve: true, noEmit: true, types: [], allowImportingTsExtensions: true };
	writeFileSync(config, JSON.stringify({ compilerOptions, files: names.map((name) => resolve(folder, name)) }));
	const api = new API({ cwd: project });
	try {
		const program = (await api.updateSnapshot({ openProjects: [config] })).getProjects()[0]?.program;
		const trees = new Map<string, SourceFile>();
		for (const name of names) {
			const tree = await program?.getSourceFile(resolve(folder, name));
			if (!tree) throw new Error(`the compiler does not know ${name}`);
			trees.set(name, tree);
		}
		return trees;
	} finally {
		await api.close();
		rmSync(project, { recursive: true });
	}
}

type Declarations = {
	readonly types: string[];
	readonly functions: Longest[];
	readonly topFunctions: string[];
	any: number;
};

function declarationsOf(file: string, tree: SourceFile): Declarations {
	const found: Declarations = { types: [], functions: [], topFunctions: [], any: 0 };
	const visit = (node: Node): void => {
		if (node.kind === SyntaxKind.AnyKeyword) found.any++;
		if (is.isTypeAliasDeclaration(node) || is.isInterfaceDeclaration(node) || is.isClassDeclaration(node)) {
			found.types.push(node.name?.text ?? "");
		}
		const name = functionName(node);
		if (name) found.functions.push({ name: `${name} in ${file}`, lines: countLines(node.getText(tree)) });
		if (name && isAtTop(node)) found.topFunctions.push(name);
		node.forEachChild(visit);
	};
	visit(tree);
	return found;
}

/**
 * The name of a function, a method or a constant that holds a function; callbacks have none and count as part of the
 * code around them.
 */
function functionName(node: Node): string | undefined {
	if (is.isFunctionDeclaration(node) || is.isMethodDeclaration(node)) return node.name?.getText();
	if (!is.isVariableDeclaration(node) || !node.initializer) return undefined;
	const isFunction = is.isArrowFunction(node.initializer) || is.isFunctionExpression(node.initializer);
	return isFunction ? node.name.getText() : undefined;
}

function isAtTop(node: Node): boolean {
	const statement = is.isVariableDeclaration(node) ? node.parent.parent : node;
	return statement.parent?.kind === SyntaxKind.SourceFile;
}

/** Blanks out strings and patterns, so that text in them that looks like a comment is not counted. */
function commentLines(tree: SourceFile, source: string): number {
	let text = source;
	const visit = (node: Node): void => {
		if (LITERALS.has(node.kind)) {
			const [from, to] = [node.getStart(tree), node.end];
			text = text.slice(0, from) + text.slice(from, to).replaceAll(/[^\n]/g, "x") + text.slice(to);
		}
		node.forEachChild(visit);
	};
	visit(tree);
	const marked = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replaceAll(/[^\n]/g, "\0"));
	return marked.split("\n").filter((line) => line.includes("\0") && /^[\s\0]*$/.test(line)).length;
}

const LITERALS: ReadonlySet<SyntaxKind> = new Set([
	SyntaxKind.StringLiteral,
	SyntaxKind.NoSubstitutionTemplateLiteral,
	SyntaxKind.TemplateHead,
	SyntaxKind.TemplateMiddle,
	SyntaxKind.TemplateTail,
	SyntaxKind.RegularExpressionLiteral,
]);

/** For each file the other files of the folder that it imports, types included. */
function importsAmong(sources: ReadonlyMap<string, string>): Map<string, string[]> {
	return new Map(
		[...sources].map(([file, source]) => {
			const targets = importsOf(source).map((name) => posix.join(file, "..", name));
			return [file, [...new Set(targets.filter((target) => sources.has(target)))]];
		}),
	);
}

function oneImporter(edges: ReadonlyMap<string, readonly string[]>): House["oneImporter"] {
	const importers = countEach([...edges.values()].flat());
	const single = Object.keys(importers).filter((file) => importers[file] === 1);
	const folders = countEach(single.map((file) => (file.includes("/") ? (file.split("/")[0] ?? "") : ".")));
	return { all: single.length, folders };
}

function longestChain(edges: ReadonlyMap<string, readonly string[]>): string[] {
	const known = new Map<string, string[]>();
	const chainFrom = (file: string): string[] => {
		const before = known.get(file);
		if (before) return before;
		// A placeholder while the answer is computed, so that a cycle ends.
		known.set(file, [file]);
		const behind = (edges.get(file) ?? []).map(chainFrom).reduce((a, b) => (b.length > a.length ? b : a), []);
		known.set(file, [file, ...behind]);
		return [file, ...behind];
	};
	return [...edges.keys()].map(chainFrom).reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** Written so that this file does not count itself. */
const WORDS = { nobody: /\bno(?:body)\b/gi, whoever: /\bwho(?:ever)\b/gi, "of\u0020late": /\bof(?:\s)late\b/gi };

/** Where the repository keeps prose and programs besides the measured folder. */
const BESIDE = ["bench", "contracts", "docs", "host-tests", "mutants", "plugins", "proof", "scripts", "sim"];

function wordCounts(folder: string): House["words"] {
	const root = dirname(resolve(folder));
	const names = filesBelow(folder).filter((name) => /\.(tsx?|css)$/.test(name));
	const [tests, sources] = [names.filter(isTest), names.filter((name) => !isTest(name))];
	const all = (within: string, files: readonly string[]) => files.map((name) => textOf(within, name)).join("\n");
	const rest = all(root, filesBeside(root));
	const [inSources, inTests] = [all(folder, sources), all(folder, tests)];
	const count = (text: string, word: RegExp) => text.match(word)?.length ?? 0;
	return Object.fromEntries(
		Object.entries(WORDS).map(([word, pattern]) => {
			return [word, { src: count(inSources, pattern), tests: count(inTests, pattern), rest: count(rest, pattern) }];
		}),
	);
}

function filesBeside(root: string): string[] {
	const pages = readdirSync(root).filter((name) => name.endsWith(".md"));
	const folders = readdirSync(root).filter((name) => BESIDE.includes(name));
	const below = folders.flatMap((name) => filesBelow(join(root, name)).map((file) => posix.join(name, file)));
	return [...pages, ...below.filter((file) => /\.(tsx?|md)$/.test(file) && !file.includes("node_modules/"))];
}

function repeated(names: readonly string[]): Record<string, number> {
	const often = Object.entries(countEach(names)).filter(([name, times]) => name !== "" && times > 1);
	return Object.fromEntries(often.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}

function countEach(names: readonly string[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function countLines(text: string): number {
	return text.replace(/\n$/, "").split("\n").length;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((a, b) => a + b, 0);
}

function quantile(of: readonly { readonly lines: number }[], share: number): number {
	const sorted = of.map(({ lines }) => lines).sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function longest(of: readonly Longest[]): Longest {
	return of.reduce((a, b) => (b.lines > a.lines ? b : a), { name: "", lines: 0 });
}
