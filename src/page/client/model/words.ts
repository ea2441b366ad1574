import type { Source } from "../../../audit/inspect.ts";
import type { Form } from "../../../core/types.ts";
import type { Both } from "./tally.ts";

/** What a form means. */
export const FORMS: Readonly<Record<Form, string>> = {
	whole: "sent whole",
	same: "all of it quoted",
	quoted: "fresh lines with notes between them",
};

/** How a saving is meant. */
export const MOODS: Both<string> = { was: "was", would: "would be" };

/** What brought lines before the model. */
export const SOURCES: Readonly<Record<Source["by"], string>> = {
	result: "shown",
	write: "written by the model",
	edit: "edited by the model",
	patch: "patched by the model",
};

/** How the figures of the page are made, a word and its meaning each. */
export const FIGURES: readonly (readonly [word: string, meaning: string])[] = [
	[
		"Results",
		"What tools answered, as it reached the model. A result that stands in several sessions, because one was resumed or forked, counts once.",
	],
	[
		"Tokens",
		"Estimates by classes of letters, off by a few percent from a real tokenizer; shares hardly change with the way of counting.",
	],
	[
		"Saved",
		"Tokens that were not sent, less the notes sent in their place, within what the host lets ibid replace. Below zero where ibid has cost more than it spared.",
	],
	[
		"Was, would be",
		"“Was” is told of sessions that ibid was at work in, from its record. “Would be” is told of the others: the recorded session is lived again with ibid in it. Where both stand in one figure, as in bars and in shares of subjects, the choice “ibid” tells them apart.",
	],
	["Share of results", "Saved tokens in a hundred tokens of results as they are without ibid."],
	[
		"Share of input",
		"What is not added to a window is not carried by any later request until a reset. All tokens so spared, in a hundred tokens of all requests as they are without ibid, cached or not. Only requests whose size the host writes down.",
	],
	[
		"Fresh, quoted, notes",
		"Fresh lines had to be sent. Quoted lines already stood before the model. Notes are what is said in their place.",
	],
	[
		"Proofs",
		"Every shortened answer is rebuilt, line for line, from what the model has and nothing else, and compared with the original. A failed proof is a fault of ibid.",
	],
	[
		"Insisted",
		"The model asked again for what a note stood for, and got it whole: in a hundred shortened answers, how many we should regret.",
	],
	["Orphans", "Notes whose lines the host took away later. Whoever asks again gets the whole text."],
	[
		"Added time",
		"From the moment the host asks ibid about a result to its answer: the middle of all (p50) and the slow end (p95).",
	],
];
