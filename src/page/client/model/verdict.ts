import { PUT_BACK, REASON_WORDS } from "../../../audit/reason-words.ts";
import type { AnswerStep, SessionData } from "../../data.ts";
import { grouped, percent } from "./format.ts";
import { oneOf } from "./tally.ts";
import { FORMS, MOODS } from "./words.ts";

/** Whether a whole text was sent in place of a shorter one of the host's, which is the one loss that is recorded. */
export function isPutBack({ form, saved }: Pick<AnswerStep, "form" | "saved">): boolean {
	return form === "whole" && saved < 0;
}

/** What an answer came to, to be read after the name of its form. */
export function verdictWords(answer: AnswerStep, session: Pick<SessionData, "isLived">): string {
	const { tokens, saved, form, reason } = answer;
	const sizes = `${grouped(tokens)} → ${grouped(tokens - saved)} tokens`;
	const mood = oneOf(MOODS, session);
	if (isPutBack(answer)) return `${FORMS.whole}: ${sizes}, ${grouped(-saved)} more (${mood}). ${PUT_BACK.sentence}`;
	if (form === "whole") {
		const why = reason ? `, because ${REASON_WORDS[reason].because}` : "";
		return `${grouped(tokens)} tokens, ${FORMS.whole}${why}.`;
	}
	const share = `${percent(Math.abs(saved), tokens)} ${saved < 0 ? "more" : "less"}`;
	return `${FORMS[form]}: ${sizes}, ${share} (${mood}).`;
}

/** The form of an answer; if it is whole, with the reason as far as it is known. */
export function formWords(answer: AnswerStep): string {
	const { form, reason } = answer;
	if (isPutBack(answer)) return `whole: ${PUT_BACK.because}`;
	return form === "whole" && reason ? `whole: ${REASON_WORDS[reason].because}` : form;
}
