import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** How many tokens of o200k a text has; words that are special to the tokenizer count as the text they are. */
export function countExactly(text: string): number {
	return countTokens(text, PLAIN_TEXT);
}

const PLAIN_TEXT: { readonly disallowedSpecial: Set<string> } = { disallowedSpecial: new Set() };
