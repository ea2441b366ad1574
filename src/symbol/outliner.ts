import type { FoldFinder } from "../outline/first-view.ts";
import { foldsIn } from "./file-folds.ts";
import { GRAMMARS, type GrammarFiles, type Grammars } from "./grammar.ts";
import { languageOfLarge } from "./large-source.ts";
import { STANDARD_BODY } from "./outline.ts";
import { RULES } from "./rules.ts";
import type { LanguageName } from "./types.ts";

/** Finds what may be folded of large files of code, and loads the grammars that it was asked for and did not have. */
export type SourceOutliner = { readonly findFolds: FoldFinder; readonly load: () => Promise<void> };

/** A grammar that cannot be loaded is not tried again, so that a session does not change its mind. */
export function newOutliner(
	files: GrammarFiles,
	grammars: Grammars = GRAMMARS,
	first: readonly LanguageName[] = [],
): SourceOutliner {
	const wanted = new Set(first);
	const failed = new Set<LanguageName>();
	return {
		findFolds(path, text) {
			const language = languageOfLarge(path, text);
			if (!language || failed.has(language)) return undefined;
			const folds = foldsIn(path, text, STANDARD_BODY, grammars);
			if (folds) return folds;
			wanted.add(language);
			return "pending";
		},
		async load() {
			for (const language of [...wanted]) {
				wanted.delete(language);
				await grammars.load(language, files).catch(() => failed.add(language));
			}
		},
	};
}

/** Finds the same at once, because all grammars are loaded first: for those who cannot wait in between. */
export async function loadedFolds(files: GrammarFiles, grammars: Grammars = GRAMMARS): Promise<FoldFinder> {
	const { findFolds, load } = newOutliner(files, grammars, Object.keys(RULES) as LanguageName[]);
	await load();
	return findFolds;
}
