import * as v from "valibot";
import type { Exchange } from "../rebuild.ts";
import type { Request } from "./model.ts";

/** The calls in a request and the texts that stand there as their results; what a resumed session repeats counts once. */
export function exchangesIn({ contents }: Request, directory: string): Exchange[] {
	const answers = answersIn(contents.flatMap(({ parts }) => parts));
	return contents.flatMap(({ parts }, turn) => {
		const made = parts.flatMap((part) => (v.is(CallShape, part) ? [part.functionCall] : []));
		// The calls of a subagent have no ids; what answers them comes next, in their order.
		const next = [...answersIn(contents[turn + 1]?.parts ?? []).keys()];
		return made.flatMap(({ id: given, name, args }, place): Exchange[] => {
			const id = given ?? next[place] ?? "";
			const answer = answers.get(id);
			return answer ? [{ turn, call: { id, tool: name, input: args, directory }, ...answer }] : [];
		});
	});
}

type Answer = Required<Pick<Exchange, "text" | "outcome">>;

function answersIn(parts: readonly unknown[]): Map<string, Answer> {
	const answers = new Map<string, Answer>();
	for (const part of parts) {
		if (!v.is(AnswerShape, part)) continue;
		const { id, response } = part.functionResponse;
		const answer = answerIn(response);
		const earlier = answers.get(id);
		if (earlier && earlier.text !== answer.text) throw new Error(`${id} has two answers.`);
		answers.set(id, answer);
	}
	return answers;
}

function answerIn(response: { output: string } | { error: string }): Answer {
	if ("error" in response) return { text: response.error, outcome: "failed" };
	return { text: response.output, outcome: "done" };
}

const CallShape = v.looseObject({
	functionCall: v.looseObject({
		id: v.optional(v.string()),
		name: v.string(),
		args: v.record(v.string(), v.unknown()),
	}),
});

const AnswerShape = v.looseObject({
	functionResponse: v.looseObject({
		id: v.string(),
		response: v.union([v.strictObject({ output: v.string() }), v.strictObject({ error: v.string() })]),
	}),
});
