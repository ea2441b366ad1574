import { countTokens } from "gpt-tokenizer/encoding/o200k_base";

/** How many tokens of o200k a text has; special tokens count as plain text. */
export function countExactly(text: string): number {
	return countTokens(text, PLAIN_TEXT);
}

const PLAIN_TEXT: { readonly disallowedSpecial: Set<string> } = { disallowedSpecial: new Set() };
