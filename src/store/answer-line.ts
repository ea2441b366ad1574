import type { Answer } from "../core/types.ts";
import { noteHashesIn } from "./note-hashes.ts";
import { type AnswerLine, hashText } from "./record.ts";

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
> & { readonly arguments: unknown; readonly original: string };

/** What the record says of an answer. */
export function answerLineOf({ arguments: input, original, ...occasion }: Occasion, answer: Answer): AnswerLine {
	const { form, reason, before, after, notes } = answer;
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
		...(form !== "whole" && { noteHashes: noteHashesIn(answer.text) }),
	};
}
