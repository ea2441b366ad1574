import { estimateTokens } from "../core/tokens.ts";
import type { FindFolds } from "../outline/first-view.ts";
import { foldsIn } from "./file-folds.ts";
import { GRAMMARS, type GrammarFiles } from "./grammar.ts";
import { languageOf } from "./languages.ts";
import type { LanguageName } from "./types.ts";

/** Finds what may be folded of large files of code, and loads the grammars that it was asked for and did not have. */
export type SourceOutliner = { readonly findFolds: FindFolds; readonly load: () => Promise<void> };

/** Smaller files are shown as they are: in tokens. */
const LARGE = 2_000;

/** A grammar that cannot be loaded is not tried again, so that a session does not change its mind. */
export function newOutliner(files: GrammarFiles): SourceOutliner {
	const wanted = new Set<LanguageName>();
	const failed = new Set<LanguageName>();
	return {
		findFolds(path, text) {
			const language = languageOf(path, text);
			if (!language || failed.has(language) || estimateTokens(text) < LARGE) return undefined;
			const folds = foldsIn(path, text);
			if (folds) return folds;
			wanted.add(language);
			return "pending";
		},
		async load() {
			for (const language of wanted) {
				wanted.delete(language);
				await GRAMMARS.load(language, files).catch(() => failed.add(language));
			}
		},
	};
}
