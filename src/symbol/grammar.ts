import { Language, Parser, type Tree } from "web-tree-sitter";
import { RULES } from "./rules.ts";
import type { LanguageName } from "./types.ts";

/** A grammar that is ready to parse. */
export type Grammar = {
	readonly language: LanguageName;
	/** What `use` makes of the tree of a text; the tree is gone afterwards, because it takes memory that nothing frees. */
	withTree<Result>(text: string, use: (tree: Tree) => Result): Result;
};

/** Reads a file of tree-sitter's by its name: that of a grammar, or that of the parser itself. */
export type GrammarFiles = (name: string) => Uint8Array;

/** The file of the parser that runs all grammars. */
export const PARSER_FILE = "web-tree-sitter";

/** Loads the grammar of a language, and the parser with the first one. */
export async function loadGrammar(language: LanguageName, files: GrammarFiles): Promise<Grammar> {
	const waiting = grammars.get(language) ?? newGrammar(language, files);
	grammars.set(language, waiting);
	return await waiting;
}

/** A grammar takes some milliseconds and some megabytes, so a process keeps each one that it has loaded. */
const grammars = new Map<LanguageName, Promise<Grammar>>();

async function newGrammar(language: LanguageName, files: GrammarFiles): Promise<Grammar> {
	parserReady ??= Parser.init({ wasmBinary: files(PARSER_FILE) });
	await parserReady;
	const parser = new Parser();
	parser.setLanguage(await Language.load(files(RULES[language].file)));
	return {
		language,
		withTree(text, use) {
			const tree = parser.parse(text);
			if (!tree) throw new Error(`The parser of ${language} gave no tree.`);
			try {
				return use(tree);
			} finally {
				tree.delete();
			}
		},
	};
}

let parserReady: Promise<void> | undefined;
