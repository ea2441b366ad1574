import { tokenWords } from "../../store/savings-words.ts";
import type { SessionReport } from "../../transform/sessions.ts";

/** What the model is spared in a window, in a few words for the footer; undefined where that is nothing. */
export function statusOf(answers: readonly SessionReport[]): string | undefined {
	const saved = savedIn(answers);
	return saved === 0 ? undefined : `ibid ${tokenWords(saved)}`;
}

/** The same in full: what stood in the last request, how much of it was shortened, and where that saved most. */
export function accountOf(answers: readonly SessionReport[] | undefined): string {
	if (!answers) return "The model has not been asked for anything yet.";
	if (answers.length === 0) return "The last request held no results.";
	const shortened = answers.filter(({ answer }) => answer.form !== "whole");
	const insisted = answers.filter(({ answer }) => answer.reason === "insisted").length;
	const words = [
		`The last request held ${results(answers.length)}, about ${tokenWords(tokensIn(answers))} tokens.`,
		`${shortened.length || "None"} came shortened${shortened.length === 0 ? "" : `: ${lessIn(shortened)}`}.`,
		...(insisted === 0 ? [] : [`${insisted} came whole because the model asked again.`]),
	];
	return [words.join(" "), ...bySubject(shortened).slice(0, MOST).map(lineOf)].join("\n");
}

const MOST = 8;

function results(count: number): string {
	return count === 1 ? "1 result" : `${count} results`;
}

function tokensIn(answers: readonly SessionReport[]): number {
	return answers.reduce((sum, { answer }) => sum + answer.after, 0);
}

function lessIn(answers: readonly SessionReport[]): string {
	return `${tokenWords(savedIn(answers))} tokens less`;
}

function savedIn(answers: readonly SessionReport[]): number {
	return answers.reduce((sum, { answer }) => sum + answer.before - answer.after, 0);
}

function bySubject(answers: readonly SessionReport[]): [string, number][] {
	const saved = new Map<string, number>();
	for (const each of answers) saved.set(each.subject, (saved.get(each.subject) ?? 0) + savedIn([each]));
	return [...saved].sort((a, b) => b[1] - a[1]);
}

function lineOf([subject, tokens]: [string, number]): string {
	return `${tokenWords(tokens).padStart(6)}  ${subject}`;
}
