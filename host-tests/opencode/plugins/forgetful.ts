import * as v from "valibot";
import type { OpenCodeMessage } from "../../../src/dialect/opencode.ts";

/** A plugin that empties the first result of a session, once the user says to forget it. */
export async function forgetful(): Promise<object> {
	return {
		"experimental.chat.messages.transform": async (_: object, { messages }: { messages: OpenCodeMessage[] }) => {
			const parts = messages.flatMap(({ parts }) => parts);
			if (!JSON.stringify(parts).includes("Forget it.")) return;
			const first = parts.find((part): part is ResultPart => v.is(ResultShape, part));
			if (first) first.state.output = "[Forgotten]";
		},
	};
}

const ResultShape = v.looseObject({ type: v.literal("tool"), state: v.looseObject({ output: v.string() }) });

type ResultPart = v.InferOutput<typeof ResultShape>;
