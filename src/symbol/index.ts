import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtGrammars } from "./built-grammars.ts";
import { foldsIn } from "./file-folds.ts";
import { GRAMMARS } from "./grammar.ts";
import { languageOfLarge } from "./large-source.ts";
import type { LanguageName, LineSpan } from "./types.ts";

/**
 * The entry point `ibid/symbol`: where the bodies of functions are in source files. It reads the grammars that ibid
 * brings, so it is for Node, Bun and Deno.
 */
export type { LanguageName, LineSpan } from "./types.ts";

/** The long bodies of a large file in one of these languages; undefined for every other file. */
export type FindFolds = (path: string, text: string) => readonly LineSpan[] | undefined;

/** Loads the grammars of some languages: what comes back is the option `findFolds` of `shorten`. */
export async function findFoldsIn(...languages: readonly LanguageName[]): Promise<FindFolds> {
	const files = builtGrammars(join(dirname(fileURLToPath(import.meta.url)), ".."));
	for (const language of languages) await GRAMMARS.load(language, files);
	return (path, text) => {
		const language = languageOfLarge(path, text);
		if (!language || !languages.includes(language)) return undefined;
		return foldsIn(path, text)?.map(({ first, last }) => ({ first, last }));
	};
}
