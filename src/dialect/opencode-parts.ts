import * as v from "valibot";
import type { Outcome } from "../lens/types.ts";
import { isRecord } from "./foreign.ts";

/** A tool's part in a reply of OpenCode: the call, and its result once there is one. */
export type ToolPart = {
	readonly id: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly result: PartResult | undefined;
};

/** The answer to a call. */
export type PartResult = {
	readonly text: string;
	readonly outcome: Outcome;
	/** A text and nothing else: no images. */
	readonly plain: boolean;
	readonly time: number;
	/** When the host emptied it, if it did. */
	readonly erased: number | undefined;
	/** The file that it shows, according to the host's own notes. */
	readonly path: string | undefined;
};

/** Which type a part claims to have. */
export function typeOf(part: unknown): unknown {
	return isRecord(part) && "type" in part ? part.type : undefined;
}

/** The part in a value of type `tool`; undefined if its shape is unknown. */
export function toolPartOf(part: unknown): ToolPart | undefined {
	const parsed = v.safeParse(ToolShape, part);
	if (!parsed.success) return undefined;
	const { id, tool, state } = parsed.output;
	return { id, tool, input: state.input, result: resultOf(state) };
}

const Input = v.record(v.string(), v.unknown());

const StateShape = v.variant("status", [
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
				display: v.optional(v.unknown()),
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
]);

const ToolShape = v.object({ id: v.string(), tool: v.string(), state: StateShape });

type State = v.InferOutput<typeof StateShape>;

function resultOf(state: State): PartResult | undefined {
	if (state.status === "pending" || state.status === "running") return undefined;
	const time = state.time.end;
	if (state.status === "completed") {
		const { output: text, metadata, attachments } = state;
		const display = v.safeParse(DisplayShape, metadata?.display);
		const path = display.success ? display.output.path : undefined;
		const plain = attachments.length === 0;
		return { text, outcome: outcomeOf(metadata), plain, time, erased: state.time.compacted, path };
	}
	const { interrupted, output } = state.metadata ?? {};
	const text = interrupted === true && typeof output === "string" ? output : state.error;
	return { text, outcome: "failed", plain: true, time, erased: undefined, path: undefined };
}

const DisplayShape = v.object({ path: v.string() });

type Metadata = Extract<State, { status: "completed" }>["metadata"];

/**
 * A text that the host has cut says where the full one is; a page of a file does not. The exit code may be null:
 * killed.
 */
function outcomeOf(metadata: Metadata): Outcome {
	if (metadata?.truncated && metadata.outputPath !== undefined) return "cut";
	return metadata?.exit === undefined || metadata.exit === 0 ? "done" : "failed";
}

/**
 * Whether the model gets a reply with these parts: not if it ended in an error, unless the user interrupted it after it
 * had begun.
 */
export function isSent(error: { readonly name?: string | undefined } | undefined, parts: readonly unknown[]): boolean {
	if (!error) return true;
	return error.name === "MessageAbortedError" && parts.some((part) => !SILENT.has(typeOf(part)));
}

const SILENT = new Set<unknown>(["step-start", "reasoning"]);

/** What the user wrote in a part of a prompt; undefined if it is the host's. */
export function promptTextIn(part: unknown): string | undefined {
	return v.is(PromptShape, part) ? part.text : undefined;
}

const PromptShape = v.object({
	type: v.literal("text"),
	text: v.string(),
	ignored: v.optional(v.literal(false)),
	synthetic: v.optional(v.literal(false)),
});

/** A file that the host has read for the user: how, and the resulting texts. */
export type Attached = { readonly path: string; readonly input: Readonly<Record<string, unknown>> };

/** The file that the host has read according to a part of a prompt; undefined if the part does not say so. */
export function attachedIn(part: unknown): Attached | undefined {
	if (!isRecord(part) || !v.is(SyntheticShape, part) || !part.text.startsWith(CALLED)) return undefined;
	const parsed = v.safeParse(ReadShape, part.text.slice(CALLED.length));
	return parsed.success ? { path: parsed.output.filePath, input: parsed.output } : undefined;
}

/** What the host writes before a file that it has read for the user. */
const CALLED = "Called the Read tool with the following input: ";

const SyntheticShape = v.object({
	type: v.literal("text"),
	text: v.string(),
	synthetic: v.literal(true),
	ignored: v.optional(v.literal(false)),
});

const ReadShape = v.pipe(v.string(), v.parseJson(), v.looseObject({ filePath: v.string() }));

/** The text that the host itself has added to a prompt; undefined if a part is something else. */
export function syntheticIn(part: unknown): string | undefined {
	return v.is(SyntheticShape, part) ? part.text : undefined;
}
