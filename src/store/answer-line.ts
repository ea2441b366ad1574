import { hashOf, MARK } from "../core/lines.ts";
import { HINTS } from "../core/render.ts";
import type { Answer } from "../core/types.ts";
import { type LeanAnswer, leanSavings } from "../lean/deliver.ts";
import { writtenNotesIn } from "../lens/result-text.ts";
import type { ToolCall } from "../lens/types.ts";
import { hashText } from "./record.ts";
import type { AnswerLine } from "./record-lines.ts";

/** When and for what an answer was given. */
export type Occasion = Pick<
	AnswerLine,
	| "time"
	| "host"
	| "version"
	| "session"
	| "agent"
	| "call"
	| "tool"
	| "subject"
	| "brought"
	| "milliseconds"
	| "waited"
	| "way"
	| "opened"
	| "isBlindEdit"
> & { readonly arguments: unknown; readonly original: string };

/** A result of a request, what was sent for it, and what that did to folds. */
type AnsweredResult = Pick<Occasion, "subject" | "brought" | "original" | "opened" | "isBlindEdit"> & {
	readonly id: string;
	readonly call: ToolCall;
	readonly answer: LeanAnswer;
};

/** What the record says of an answer in a request. */
export function answerLineFor(
	{ id, call, answer, subject, brought, original, opened, isBlindEdit }: AnsweredResult,
	when: Omit<Occasion, keyof AnsweredResult | "call" | "tool" | "arguments">,
): AnswerLine {
	const folds = { ...(opened && { opened }), ...(isBlindEdit && { isBlindEdit }) };
	const { tool, input } = call;
	return answerLineOf({ ...when, call: id, tool, subject, brought, arguments: input, original, ...folds }, answer);
}

/** What the record says of an answer. */
export function answerLineOf({ arguments: input, original, ...occasion }: Occasion, answer: LeanAnswer): AnswerLine {
	const { form, reason, before, after, notes } = answer;
	const lean = leanSavings(answer, original);
	const { withheld } = answer;
	return {
		kind: "answer",
		schema: 1,
		...occasion,
		input: hashText(JSON.stringify(input)),
		original: hashText(original),
		delivered: hashText(answer.text),
		form,
		reason,
		before,
		after,
		notes,
		...(withheld && { withheld: withheld.tokens, folds: withheld.folds.length }),
		...(lean && { lean }),
		...(form !== "whole" && { noteHashes: noteHashesIn(answer) }),
	};
}

/** The hashes by which the lines of ours in a shortened text are recognised: its notes, and what it says of its form. */
export function noteHashesIn({ text }: Pick<Answer, "text">): string[] {
	const lines = text.split("\n").filter((line) => line.startsWith(MARK));
	return [...new Set([...lines, ...writtenNotesIn(text)].flatMap(hashesOfNote))];
}

/**
 * Hashes of a note: of all of it, without its hint, and of its first clause alone, since a model may copy less than
 * all.
 */
export function hashesOfNote(note: string): string[] {
	const plain = withoutHint(note);
	const [clause = ""] = plain.split("; ", 1);
	return [...new Set([note, plain, clause])].map((form) => (hashOf(form) >>> 0).toString(36));
}

function withoutHint(note: string): string {
	const hint = Object.values(HINTS).find((words) => words !== "" && note.endsWith(words)) ?? "";
	return note.slice(0, note.length - hint.length);
}
