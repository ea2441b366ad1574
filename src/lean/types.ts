import type { NumberGutter, Part } from "../core/types.ts";

/**
 * Lean text: the same result in fewer tokens. Every policy has an exact inverse, and the first line of a lean text says
 * in plain words how to undo what was done to the lines below it.
 */

/** The names of the policies, in the order in which they are applied. */
export const LEAN_POLICIES = [
	"terminal-text",
	"working-directory",
	"search-groups",
	"path-folders",
	"repeated-lines",
	"sparse-numbers",
	"short-gutters",
] as const;

/** One of them; the same name in settings, in audits and in reports. */
export type LeanPolicy = (typeof LEAN_POLICIES)[number];

/**
 * The policies that apply unless the user says otherwise. With sparse numbers a model has to count; terminal text does
 * not say everything that the result says.
 */
export const DEFAULT_LEAN: readonly LeanPolicy[] = LEAN_POLICIES.filter(
	(name) => name !== "sparse-numbers" && name !== "terminal-text",
);

/** The policies where a text is kept as it was sent: there, what has no inverse could not be audited. */
export const LEAN_WITH_INVERSE: readonly LeanPolicy[] = LEAN_POLICIES.filter((name) => name !== "terminal-text");

/** A text to write in fewer tokens. */
export type LeanSource = {
	readonly text: string;
	/** The same as lines. */
	readonly lines: readonly string[];
	/** The working directory of its call. */
	readonly directory: string;
	/** Which of its lines are lines of a file with their numbers before them, or notes between such lines. */
	readonly numbered: readonly NumberedLines[];
};

/** Consecutive lines with numbers before them, right-aligned to a width, and a mark after each number. */
export type NumberedLines = Pick<Part, "from" | "count"> & Pick<NumberGutter, "width" | "mark">;

/** One way to write a text in fewer tokens. It works on lines, so a text keeps its line ends and its last newline. */
export type LeanRule = {
	readonly name: LeanPolicy;
	/** Whether it changes nothing but the numbers before lines of a file. Only such rules apply to these lines. */
	readonly isOfNumbers?: true;
	/** The lines in their lean form; undefined if the rule finds nothing in them. It need not check that it pays. */
	readonly lean: (source: LeanSource) => LeanLines | undefined;
	/** What a sentence at the beginning of some words tells to undo; undefined if it is none of this rule's. */
	readonly readSentence: (words: string) => LeanSentence | undefined;
};

/** Lines in their lean form, and the sentence that says how to undo it. */
export type LeanLines = { readonly lines: readonly string[]; readonly sentence: string };

/** A sentence, and the inverse that it tells; the inverse returns undefined for lines that no rule has made. */
export type LeanSentence = {
	readonly sentence: string;
	readonly undo: (lines: readonly string[]) => readonly string[] | undefined;
};

/** A text after one policy more. */
export type LeanStep = { readonly policy: LeanPolicy; readonly text: string };

/** How many tokens each policy has saved, net of its words in the first line. */
export type LeanSavings = Readonly<Partial<Record<LeanPolicy, number>>>;
