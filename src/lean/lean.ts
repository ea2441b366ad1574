import { MARK } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import { outlineSentence } from "../outline/mark.ts";
import { shortGutters, sparseNumbers } from "./line-numbers.ts";
import { pathFolders } from "./path-folders.ts";
import { repeatedLines } from "./repeated-lines.ts";
import { searchGroups } from "./search-groups.ts";
import { terminalSentence } from "./terminal-text.ts";
import type { LeanPolicy, LeanRule, LeanSource, LeanStep } from "./types.ts";
import { workingDirectory } from "./working-directory.ts";

/** A text that may be written lean. */
export type LeanOriginal = Omit<LeanSource, "lines"> & {
	/** How many tokens it is estimated to have. */
	readonly tokens: number;
	/** Output of a command or tool; lines of a file or of a diff; or a text with notes in it. */
	readonly kind: "output" | "lines" | "quoted";
	/** What was said already of the text. */
	readonly said?: readonly string[];
};

/** How to write texts lean: by which policies, and what must be saved. */
export type LeanTerms = {
	readonly policies: readonly LeanPolicy[];
	/** At least this many tokens. */
	readonly tokens: number;
};

/** The rules in the order in which they are applied; a text is read back in the opposite order. */
const RULES: readonly LeanRule[] = [
	terminalSentence,
	workingDirectory,
	searchGroups,
	pathFolders,
	repeatedLines,
	sparseNumbers,
	shortGutters,
];

/** All that the first line can say. */
const SENTENCES: readonly Pick<LeanRule, "readSentence">[] = [outlineSentence, ...RULES];

/**
 * The text after each policy that makes it shorter, the last of which is to be sent; undefined if the text stays as it
 * is: too little is saved, a line could be taken for one of ours, or the inverse does not give back the text.
 */
export function lean(
	{ text, tokens: before, kind, said = [], ...source }: LeanOriginal,
	terms: LeanTerms,
): readonly LeanStep[] | undefined {
	if (kind !== "quoted" && text.includes(LOOKALIKE)) return undefined;
	if (kind !== "output" && source.numbered.length === 0) return undefined;
	const plain = sentUnder(said, text);
	const steps: LeanStep[] = [];
	let [lines, sentences, tokens]: [readonly string[], readonly string[], number] = [text.split("\n"), said, before];
	let body = text;
	for (const rule of RULES) {
		if (!terms.policies.includes(rule.name) || (kind !== "output" && !rule.isOfNumbers)) continue;
		const made = rule.lean({ ...source, text: body, lines });
		if (!made) continue;
		const words = [...sentences, made.sentence];
		const shorter = made.lines.join("\n");
		const leaner = sentUnder(words, shorter);
		const after = estimateTokens(leaner);
		if (after >= tokens || unlean(leaner) !== text) continue;
		[lines, body, sentences, tokens] = [made.lines, shorter, words, after];
		steps.push({ policy: rule.name, text: leaner });
	}
	const last = steps.at(-1);
	const isWorthIt = before - tokens >= Math.max(terms.tokens, 1);
	// The estimate may be off for odd texts, so a lean text must have fewer characters, too.
	return last && isWorthIt && last.text.length < plain.length ? steps : undefined;
}

const LOOKALIKE = MARK.trim();

/** A text below what is said of it. */
export function sentUnder(sentences: readonly string[], text: string): string {
	return sentences.length === 0 ? text : `${MARK}${sentences.join(" ")}\n${text}`;
}

/** The text that a lean text stands for; undefined if it is not one of ours. */
export function unlean(text: string): string | undefined {
	const [head = "", ...body] = text.split("\n");
	if (!head.startsWith(MARK)) return undefined;
	const undos: ((lines: readonly string[]) => readonly string[] | undefined)[] = [];
	for (let words = head.slice(MARK.length); words !== ""; ) {
		const found = SENTENCES.map(({ readSentence }) => readSentence(words)).find((each) => each !== undefined);
		if (!found) return undefined;
		undos.push(found.undo);
		words = words.slice(found.sentence.length).replace(/^ /, "");
	}
	if (undos.length === 0) return undefined;
	const lines = undos.reduceRight<readonly string[] | undefined>((each, undo) => each && undo(each), body);
	return lines?.join("\n");
}
