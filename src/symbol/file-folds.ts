import { splitLines } from "../core/lines.ts";
import { GRAMMARS, type GrammarFiles, type Grammars } from "./grammar.ts";
import { languageOf } from "./languages.ts";
import { foldsOf, STANDARD_BODY } from "./outline.ts";
import { readShape } from "./read-shape.ts";
import type { LineSpan } from "./types.ts";

/** Lines of a file that may be withheld: those of one body, both ends included. */
export type Fold = LineSpan & {
	/** The qualified name of the function that they are the body of, such as `Table.add`, if it has one. */
	readonly name?: string;
};

/**
 * The lines of a file that `ibid outline` folds, in the order of the text. None if there are no long bodies, or if the
 * parser gives up; undefined if that is not known, because the language has no grammar or its grammar is not loaded.
 */
export function foldsIn(
	path: string,
	text: string,
	minBody: number = STANDARD_BODY,
	grammars: Grammars = GRAMMARS,
): readonly Fold[] | undefined {
	const language = languageOf(path, text);
	const grammar = language && grammars.loaded(language);
	if (!grammar) return undefined;
	const shape = readShape(grammar, path, text);
	if (!shape) return [];
	const names = new Map(shape.symbols.map(({ id, name }) => [id, name]));
	return foldsOf(splitLines(text), shape, { depth: 0, minBody }).map(({ first, last, symbol = "" }) => {
		const name = names.get(symbol);
		return { first, last, ...(name !== undefined && { name }) };
	});
}

/**
 * Loads what `foldsIn` needs for a file. Says whether there is a grammar for it; the text is for names that leave the
 * language open.
 */
export async function loadGrammarFor(
	path: string,
	text: string,
	files: GrammarFiles,
	grammars: Grammars = GRAMMARS,
): Promise<boolean> {
	const language = languageOf(path, text);
	if (language) await grammars.load(language, files);
	return language !== undefined;
}

/** `foldsIn` once the grammar is loaded. */
export async function foldsOfFile(
	path: string,
	text: string,
	files: GrammarFiles,
): Promise<readonly Fold[] | undefined> {
	await loadGrammarFor(path, text, files);
	return foldsIn(path, text);
}
