import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { estimateTokens } from "../../src/core/tokens.ts";
import { type Grammar, loadGrammar } from "../../src/symbol/grammar.ts";
import { languageOf } from "../../src/symbol/languages.ts";
import { LEAST_BODY, type Outline, outlineOf, STANDARD_BODY } from "../../src/symbol/outline.ts";
import { readShape } from "../../src/symbol/read-shape.ts";
import type { LanguageName } from "../../src/symbol/types.ts";
import { installedGrammar } from "../grammars.ts";
import { checkOutline, type LineKinds, lineKinds } from "./check-outline.ts";
import { Drip, type OtherView } from "./drip.ts";

/**
 * Outlines the sources in the folders that are named, and checks each outline against the file and against a tree of its
 * own: the exact file comes back, and each fold has lines of one function body only.
 */
async function main(): Promise<void> {
	const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
	if (positionals.length === 0)
		throw new Error(
			"Name folders of sources; --most N for at most N files a language; --drip FILE for what drip hides.",
		);
	const drip = values.drip === undefined ? undefined : new Drip(values.drip);
	const files = sourcesIn(positionals);
	let [passed, failed] = [0, 0];
	console.log(`${[...COLUMNS, ...(drip ? DRIP_COLUMNS : [])].map(cell).join("")}\n`);
	for (const [language, all] of [...files].sort()) {
		const sum = newSum();
		const grammar = await loadGrammar(language, installedGrammar);
		for (const path of spread(all, Number(values.most ?? Number.POSITIVE_INFINITY))) {
			const faults = checkFile(path, grammar, sum, drip);
			for (const fault of faults) console.log(`${path}: ${fault}`);
			if (faults.length > 0) failed++;
			else passed++;
		}
		console.log([...cellsOf(language, sum), ...(drip ? dripCells(sum) : [])].map(cell).join(""));
	}
	drip?.close();
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}

const OPTIONS = { most: { type: "string" }, drip: { type: "string" } } as const;

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
	/** Tokens of the views of `drip`. */
	drip: number;
	/** Tokens of the lines that only `drip` hides, and of those that only an outline withholds. */
	onlyDripBody: number;
	onlyDripDoc: number;
	onlyDripRest: number;
	onlyOutline: number;
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

const DRIP_COLUMNS = ["drip hides", "its bodies", "its comments", "its rest", "only ibid"];

function newSum(): Sum {
	const counts = { files: 0, broken: 0, given: 0, lines: 0, folds: 0, named: 0 };
	return {
		...counts,
		before: 0,
		after: 0,
		floor: 0,
		drip: 0,
		onlyDripBody: 0,
		onlyDripDoc: 0,
		onlyDripRest: 0,
		onlyOutline: 0,
	};
}

function dripCells({ before, drip, onlyDripBody, onlyDripDoc, onlyDripRest, onlyOutline }: Sum): string[] {
	return [before - drip, onlyDripBody, onlyDripDoc, onlyDripRest, onlyOutline].map(
		(part) => `${((100 * part) / before).toFixed(1)}%`,
	);
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
			// A file of declarations has no bodies.
			if (!/(?<!\.d)\.\w+$/.test(path) || !statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
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

function checkFile(path: string, grammar: Grammar, sum: Sum, drip: Drip | undefined): string[] {
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
				if (depth === 0 && minBody === STANDARD_BODY && drip)
					compare(sum, text, made, drip.view(path, text), lineKinds(tree, grammar.language));
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

function add(sum: Sum, text: string, made: Outline, isStandard: boolean): void {
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

/** Adds what another program hides of a text, and how that differs from an outline. */
function compare(sum: Sum, text: string, { folds }: Outline, other: OtherView, { bodies, comments }: LineKinds): void {
	const lines = text.split("\n");
	const withheld = new Set<number>();
	for (const { first, last } of folds) for (let line = first; line <= last; line++) withheld.add(line);
	const tokensOf = (isOne: (line: number) => boolean): number =>
		estimateTokens(lines.filter((_, row) => isOne(row + 1)).join("\n"));
	sum.drip += estimateTokens(other.text);
	const isOnlyOther = (line: number): boolean => other.hidden.has(line) && !withheld.has(line);
	sum.onlyDripBody += tokensOf((line) => isOnlyOther(line) && bodies.has(line));
	sum.onlyDripDoc += tokensOf((line) => isOnlyOther(line) && comments.has(line));
	sum.onlyDripRest += tokensOf((line) => isOnlyOther(line) && !bodies.has(line) && !comments.has(line));
	sum.onlyOutline += tokensOf((line) => withheld.has(line) && !other.hidden.has(line));
}

await main();
