import * as v from "valibot";
import type { RecordedResult, Usage } from "../conversation/types.ts";
import { type ToolPart, toolPartOf, typeOf } from "../dialect/opencode-parts.ts";
import type { CallEntry } from "./told.ts";

/** One request to the model: what it cost, the calls in the reply, and their results. */
export type Step = {
	readonly usage: Usage | undefined;
	readonly calls: readonly CallEntry[];
	readonly results: readonly RecordedResult[];
	/** Results that the host emptied, and when. */
	readonly erasures: readonly Erasure[];
};

/** A result emptied at a time. */
export type Erasure = { readonly id: string; readonly time: number };

/** The steps in the parts of a reply, made there and under that version; undefined where a part is not understood. */
export function stepsOf(parts: readonly unknown[], directory: string, version: string): Step[] | undefined {
	const steps: Step[] = [];
	for (const step of splitAtStarts(parts)) {
		const tools = step.filter((part) => typeOf(part) === "tool").map(toolPartOf);
		if (!tools.every((tool) => tool !== undefined)) return undefined;
		steps.push({
			usage: usageOf(step.find((part) => typeOf(part) === "step-finish")),
			calls: tools.map(({ id, tool, input }) => {
				return { kind: "call", call: { id, tool, input, directory }, version };
			}),
			results: tools.flatMap(resultOf),
			erasures: tools.flatMap(erasureOf),
		});
	}
	return steps;
}

/** Versions differ: a reply of several steps was one message once, now each step is one. */
function splitAtStarts(parts: readonly unknown[]): unknown[][] {
	const steps: unknown[][] = [];
	for (const part of parts) {
		const step = steps.at(-1);
		if (step && typeOf(part) !== "step-start") step.push(part);
		else steps.push([part]);
	}
	return steps;
}

const Tokens = v.object({
	input: v.number(),
	output: v.number(),
	reasoning: v.optional(v.number(), 0),
	cache: v.optional(v.object({ read: v.number(), write: v.number() }), { read: 0, write: 0 }),
});

const FinishShape = v.object({ tokens: Tokens });

/** What a step or a message cost; undefined where it does not say. */
export function usageOf(value: unknown): Usage | undefined {
	const parsed = v.safeParse(FinishShape, value);
	if (!parsed.success) return undefined;
	const { input, output, reasoning, cache } = parsed.output.tokens;
	return { input: input + cache.write, cacheRead: cache.read, cacheWrite: cache.write, output: output + reasoning };
}

function resultOf({ id, result }: ToolPart): RecordedResult[] {
	if (!result) return [];
	const { text, outcome, plain, time } = result;
	return [{ kind: "result", id, kept: false, text, outcome, plain, time }];
}

function erasureOf({ id, result }: ToolPart): Erasure[] {
	return result?.erased === undefined ? [] : [{ id, time: result.erased }];
}
