import { estimateTokens } from "../core/tokens.ts";
import { languageOf } from "./languages.ts";
import type { LanguageName } from "./types.ts";

/** Smaller files are shown as they are: in tokens. */
const LARGE = 2_000;

/** The language of a file of code that is worth folding; undefined for any other file. */
export function languageOfLarge(path: string, text: string): LanguageName | undefined {
	const language = languageOf(path, text);
	return language && estimateTokens(text) >= LARGE ? language : undefined;
}
