import * as v from "valibot";
import type { OpenCodeMessage } from "../../../src/dialect/opencode.ts";

/** The hooks of a plugin that empties the first result of a session once the user has said certain words. */
export function forgetAfter(words: string): object {
	return {
		"experimental.chat.messages.transform": async (_: object, { messages }: { messages: OpenCodeMessage[] }) => {
			const parts = messages.flatMap(({ parts }) => parts);
			if (!JSON.stringify(parts).includes(words)) return;
			const first = parts.find(isResult);
			if (first) first.state.output = "[Forgotten]";
		},
	};
}

/** A part with a result, which can be changed. */
export type ResultPart = { readonly state: { output: string } };

/** Whether a part is one. */
export function isResult(part: unknown): part is ResultPart {
	return v.is(ResultShape, part);
}

const ResultShape = v.looseObject({ type: v.literal("tool"), state: v.looseObject({ output: v.string() }) });
