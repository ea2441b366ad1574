import type { Answer } from "../core/types.ts";
import type { Shortened, TransformedResult, WithheldByFile } from "../transform/transform.ts";

/** What was done to a request. */
export type RequestOutcome = {
	/** Every tool result in it, in order. */
	readonly results: readonly ResultOutcome[];
	/** The tokens by which its results are smaller, estimated. */
	readonly saved: number;
	/** The lines of each file that the model has seen only as a fold, if `findFolds` is given. */
	readonly withheld: WithheldByFile;
};

/**
 * How a tool result is sent: as it is (`whole`, with the reason), without some lines (`quoted`), as one note (`same`), or
 * all of it in fewer tokens (`lean`).
 */
export type ResultOutcome = Pick<Answer, "form" | "reason" | "notes" | "before" | "after"> & {
	/** The place of its message in the list. */
	readonly message: number;
	/** The id of its call. */
	readonly id: string;
	readonly tool: string;
	readonly original: string;
	/** The text as it is sent. */
	readonly text: string;
};

/** The request is as it was, and nothing is known of its results. */
export const NOTHING_SHORTENED: RequestOutcome = { results: [], saved: 0, withheld: new Map() };

/** What was done, by the answers to the results in each message. */
export function outcomeOf({ answers, withheld }: Pick<Shortened<unknown>, "answers" | "withheld">): RequestOutcome {
	const results = answers.flatMap((each, message) => each.map((answered) => resultOutcome(answered, message)));
	return { results, saved: results.reduce((sum, { before, after }) => sum + before - after, 0), withheld };
}

function resultOutcome({ id, call, original, answer }: TransformedResult, message: number): ResultOutcome {
	const { form, reason, text, notes, before, after } = answer;
	return { message, id, tool: call.tool, form, reason, notes, before, after, original, text };
}
