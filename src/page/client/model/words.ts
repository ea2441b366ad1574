import type { QuoteSource } from "../../../audit/inspect.ts";
import { PUT_BACK, REASON_WORDS } from "../../../audit/reason-words.ts";
import type { Form } from "../../../core/types.ts";
import type { AnswerStep, SessionData } from "../../data.ts";
import { grouped, percent } from "./format.ts";
import { type Both, oneOf } from "./tally.ts";

/** The outcome of a tool result, by its form. */
const FORM_WORDS: Readonly<Record<Form, string>> = {
	whole: "sent in full",
	same: "shortened, nothing new",
	quoted: "shortened, new lines sent",
	lean: "shortened, all lines in fewer tokens",
	outline: "bodies folded, to be had by asking",
};

/** Whether a saving happened or could have happened. */
export const SAVING_WORDS: Both<string> = { was: "saved", would: "could have saved" };

/** The same as the heading of a column. */
export const SAVED_HEADINGS: Both<string> = { was: "Saved", would: "Could have saved" };

/** How lines came into the context. */
export const SOURCES: Readonly<Record<QuoteSource["by"], string>> = {
	result: "shown",
	write: "written by the model",
	edit: "edited by the model",
	patch: "patched by the model",
};

/** The glossary of the page: each word and its meaning. */
export const FIGURE_MEANINGS: readonly (readonly [word: string, meaning: string])[] = [
	[
		"Tool results",
		"What tools returned to the model. A result that appears in several sessions, because one was resumed or forked, counts once.",
	],
	["Tokens", "Estimates, a few percent off a real tokenizer. Percentages hardly depend on how tokens are counted."],
	[
		"Saved",
		"Tokens that were not sent again, minus the notes sent in their place, limited to results that the agent lets ibid replace. Negative if ibid sent more than it saved.",
	],
	[
		"Saved, could have saved",
		"“Saved” is for sessions in which ibid was active, from its record. “Could have saved” is for the others: ibid replays the recorded session. Bars and percentages count both; the filter “ibid” separates them.",
	],
	["Share of tool results", "Saved tokens as a percentage of all tokens of tool results without ibid."],
	[
		"Share of input",
		"Every request sends the whole context again, so a token saved once is saved in each later request until the context is cleared. All these tokens as a percentage of the input tokens of all requests without ibid, cached or not. Only requests whose size the log records.",
	],
	[
		"New, left out, notes",
		"New lines had to be sent. Left-out lines were in the context already. Notes are sent in their place and say where the lines are.",
	],
	[
		"Verification",
		"Every shortened result is rebuilt line for line from the context alone, and compared with the original. If one cannot be rebuilt, that is a bug in ibid.",
	],
	[
		"Asked again",
		"The model asked again for lines that a note had replaced, and got them in full. The percentage is of all shortened results: how often shortening cost an extra call.",
	],
	[
		"Orphaned notes",
		"Notes whose lines the agent later removed from the context. A model that asks again gets the result in full.",
	],
	[
		"Added time",
		"From the moment the agent hands ibid a result to ibid’s reply: the median (p50) and the slow end (p95).",
	],
];

/** Whether ibid sent the full text in place of a shorter sentence of the agent: the only recorded case that costs tokens. */
export function isPutBack({ form, saved }: Pick<AnswerStep, "form" | "saved">): boolean {
	return form === "whole" && saved < 0;
}

/** The outcome of a result, in one or two sentences. */
export function verdictWords(answer: AnswerStep, session: Pick<SessionData, "isLived">): string {
	const { tokens, saved, form, reason } = answer;
	const sizes = `${grouped(tokens)} → ${grouped(tokens - saved)} tokens`;
	if (isPutBack(answer))
		return `${capitalised(FORM_WORDS.whole)}: ${sizes}, ${grouped(-saved)} more. ${PUT_BACK.sentence}`;
	if (form === "whole") {
		const why = reason ? `: ${REASON_WORDS[reason].because}` : "";
		return `${capitalised(FORM_WORDS.whole)}${why}. ${grouped(tokens)} tokens.`;
	}
	const share = `${percent(Math.abs(saved), tokens)} ${saved < 0 ? "more" : oneOf(LESS_WORDS, session)}`;
	return `${capitalised(FORM_WORDS[form])}: ${sizes}, ${share}.`;
}

const LESS_WORDS: Both<string> = { was: "saved", would: "could have been saved" };

function capitalised(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a result was shortened; if not, why, as far as that is known. */
export function formWords(answer: AnswerStep): string {
	const { form, reason } = answer;
	if (isPutBack(answer)) return `${FORM_WORDS.whole}: ${PUT_BACK.because}`;
	return form === "whole" && reason ? `${FORM_WORDS.whole}: ${REASON_WORDS[reason].because}` : FORM_WORDS[form];
}
