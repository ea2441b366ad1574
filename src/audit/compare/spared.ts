import type { Spared } from "../findings.ts";
import type { Count } from "./types.ts";

/** What is spared where a text is replaced by a few words, and perhaps by other lines behind them. */
export function replaced(count: Count, text: string, words: string, rest = ""): Spared {
	const saved = count(text) - (rest === "" ? 0 : count(rest));
	return { saved, net: saved - count(words) };
}
