import * as v from "valibot";
import type { Outcome } from "../lens/types.ts";
import { isRecord } from "./foreign.ts";
import type { CallEntry } from "./told.ts";
import type { RecordedResult, Usage } from "./types.ts";

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
		const tools = step.filter((part) => typeOf(part) === "tool").map(toolOf);
		if (!tools.every((tool) => tool !== undefined)) return undefined;
		steps.push({
			usage: usageOf(step.find((part) => typeOf(part) === "step-finish")),
			calls: tools.map(({ id, tool, state: { input } }) => {
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

function typeOf(part: unknown): unknown {
	return isRecord(part) && "type" in part ? part.type : undefined;
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

const Input = v.record(v.string(), v.unknown());

const ToolShape = v.object({
	id: v.string(),
	tool: v.string(),
	state: v.variant("status", [
		v.object({ status: v.literal("pending"), input: v.optional(Input, {}) }),
		v.object({ status: v.literal("running"), input: v.optional(Input, {}) }),
		v.object({
			status: v.literal("completed"),
			input: Input,
			output: v.string(),
			metadata: v.optional(
				v.object({
					exit: v.nullish(v.number()),
					truncated: v.optional(v.boolean()),
					outputPath: v.optional(v.string()),
				}),
			),
			attachments: v.optional(v.array(v.unknown()), []),
			time: v.object({ end: v.number(), compacted: v.optional(v.number()) }),
		}),
		v.object({
			status: v.literal("error"),
			input: Input,
			error: v.string(),
			metadata: v.optional(v.object({ interrupted: v.optional(v.boolean()), output: v.optional(v.unknown()) })),
			time: v.object({ end: v.number() }),
		}),
	]),
});

type Tool = v.InferOutput<typeof ToolShape>;

function toolOf(part: unknown): Tool | undefined {
	const parsed = v.safeParse(ToolShape, part);
	return parsed.success ? parsed.output : undefined;
}

function resultOf(tool: Tool): RecordedResult[] {
	const { id, state } = tool;
	if (state.status === "pending" || state.status === "running") return [];
	const common = { kind: "result", id, kept: false, time: state.time.end } as const;
	if (state.status === "completed") {
		const plain = state.attachments.length === 0;
		return [{ ...common, text: state.output, outcome: outcomeOf(state.metadata), plain }];
	}
	const { interrupted, output } = state.metadata ?? {};
	const text = interrupted === true && typeof output === "string" ? output : state.error;
	return [{ ...common, text, outcome: "failed", plain: true }];
}

type Metadata = Extract<Tool["state"], { status: "completed" }>["metadata"];

/** A text that the host has cut says where the whole one is; a page of a file does not. An exit may be null: killed. */
function outcomeOf(metadata: Metadata): Outcome {
	if (metadata?.truncated && metadata.outputPath !== undefined) return "cut";
	return metadata?.exit === undefined || metadata.exit === 0 ? "done" : "failed";
}

function erasureOf({ id, state }: Tool): Erasure[] {
	return state.status === "completed" && state.time.compacted !== undefined ? [{ id, time: state.time.compacted }] : [];
}
