import { Language, Parser, type Tree } from "web-tree-sitter";
import { RULES } from "./rules.ts";
import type { LanguageName } from "./types.ts";

/** A grammar that is ready to parse. */
export type Grammar = {
	readonly language: LanguageName;
	/**
	 * What `use` makes of the tree of a text; undefined if the parser gives up. The tree is gone afterwards, because it
	 * takes memory that nothing else frees.
	 */
	withTree<Result>(text: string, use: (tree: Tree) => Result): Result | undefined;
};

/** Reads a file of tree-sitter's by its name: that of a grammar, or that of the parser itself. */
export type GrammarFiles = (name: string) => Uint8Array;

/** The file of the parser that runs all grammars. */
export const PARSER_FILE = "web-tree-sitter";

/** Grammars that are loaded when they are asked for, and kept: each takes some milliseconds and some megabytes. */
export class Grammars {
	readonly #waiting = new Map<LanguageName, Promise<Grammar>>();
	readonly #loaded = new Map<LanguageName, Grammar>();

	/** Loads the grammar of a language, and the parser with the first one. After a failure it is tried again. */
	async load(language: LanguageName, files: GrammarFiles): Promise<Grammar> {
		const waiting = this.#waiting.get(language) ?? newGrammar(language, files);
		this.#waiting.set(language, waiting);
		try {
			const grammar = await waiting;
			this.#loaded.set(language, grammar);
			return grammar;
		} catch (error) {
			this.#waiting.delete(language);
			throw error;
		}
	}

	/** The grammar of a language if it has been loaded. */
	loaded(language: LanguageName): Grammar | undefined {
		return this.#loaded.get(language);
	}
}

/** The grammars of this process. */
export const GRAMMARS: Grammars = new Grammars();

/** Loads a grammar for this process. */
export function loadGrammar(language: LanguageName, files: GrammarFiles): Promise<Grammar> {
	return GRAMMARS.load(language, files);
}

async function newGrammar(language: LanguageName, files: GrammarFiles): Promise<Grammar> {
	await startParser(files);
	const parser = new Parser();
	parser.setLanguage(await Language.load(files(RULES[language].file)));
	return {
		language,
		withTree(text, use) {
			const tree = parseWithin(parser, text);
			if (!tree) return undefined;
			try {
				return use(tree);
			} finally {
				tree.delete();
			}
		},
	};
}

/**
 * Some grammars look for sense in a text with a foreign sign until no memory is left, and then the parser is lost for all
 * of them; others read to the end of the text again and again. So a parser is stopped after three times the steps, and
 * three times the reads, that any of 5,000 real files took.
 */
function parseWithin(parser: Parser, text: string): Tree | undefined {
	let steps = FREE_STEPS + text.length / 10;
	let reads = FREE_READS + text.length / 100;
	let isParsing = true;
	// Later the tree asks for the text of its nodes in the same way.
	const read = (index: number): string => (isParsing && --reads < 0 ? "" : text.slice(index, index + CHUNK));
	try {
		const tree = parser.parse(read, null, { progressCallback: () => --steps < 0 || reads < 0 });
		isParsing = false;
		if (!tree) parser.reset();
		if (reads >= 0) return tree ?? undefined;
		tree?.delete();
		return undefined;
	} catch {
		return undefined;
	}
}

/** Steps for starting, however short a text is; each is a hundred of the parser's own. */
const FREE_STEPS = 500;

/** Reads for starting, and the most that the parser takes of a text at once. */
const FREE_READS = 40_000;
const CHUNK = 5_120;

/** The parser is one for the process, whatever grammars it runs. */
async function startParser(files: GrammarFiles): Promise<void> {
	parserReady ??= Parser.init({ wasmBinary: files(PARSER_FILE) });
	try {
		await parserReady;
	} catch (error) {
		parserReady = undefined;
		throw error;
	}
}

let parserReady: Promise<void> | undefined;
