import * as v from "valibot";
import type { RecordedResult, Usage } from "../conversation/types.ts";
import { attachedIn, isSent, promptTextIn, type ToolPart, toolPartOf, typeOf } from "../dialect/opencode-parts.ts";
import type { CallEntry } from "./log-state.ts";

/** A session as OpenCode exports it. */
export type OpenCodeSession = {
	readonly session: string;
	/** Set if the session is a subagent's. */
	readonly agent: string | undefined;
	readonly messages: readonly LoggedMessage[];
};

/** A message of a session. */
export type LoggedMessage = {
	readonly id: string;
	readonly time: number;
	readonly body: OpenCodeReply | OpenCodePrompt | { readonly kind: "unknown" };
};

/** What the model said. */
export type OpenCodeReply = {
	readonly kind: "reply";
	readonly model: string | undefined;
	readonly steps: readonly Step[];
	/** The prompt that began a compaction, if this is the summary that completes it. */
	readonly summaryOf: string | undefined;
};

/** A message from the user's side. */
export type OpenCodePrompt = {
	readonly kind: "prompt";
	readonly text: string;
	/** Files that the host itself read for the user. */
	readonly paths: readonly string[];
	/** A compaction begins here; once completed, it keeps the messages from this one up to here. */
	readonly tail: string | undefined;
	readonly compacts: boolean;
};

/** The session in a value; undefined if it is not one. */
export function sessionOf(value: unknown): OpenCodeSession | undefined {
	const parsed = v.safeParse(SessionShape, value);
	if (!parsed.success) return undefined;
	const { info, messages } = parsed.output;
	const read = messages.map((message) => messageOf(message, info));
	const end = read.findIndex(({ id }) => id === info.revert?.messageID);
	const agent = info.parentID === undefined ? undefined : info.id;
	return { session: info.id, agent, messages: end < 0 ? read : read.slice(0, end) };
}

const InfoShape = v.object({
	id: v.string(),
	directory: v.string(),
	version: v.optional(v.string(), ""),
	parentID: v.optional(v.string()),
	/** Everything from this message on is undone; the host deletes it when the user goes on. */
	revert: v.optional(v.object({ messageID: v.string() })),
});

type Info = v.InferOutput<typeof InfoShape>;

const SessionShape = v.object({ info: InfoShape, messages: v.array(v.unknown()) });

const MessageShape = v.object({
	info: v.object({
		id: v.string(),
		role: v.picklist(["user", "assistant"]),
		time: v.object({ created: v.number() }),
		parentID: v.optional(v.string()),
		summary: v.optional(v.unknown()),
		finish: v.optional(v.string()),
		error: v.optional(v.object({ name: v.optional(v.string()) })),
		modelID: v.optional(v.string()),
		path: v.optional(v.object({ cwd: v.string() })),
		tokens: v.optional(v.unknown()),
	}),
	parts: v.array(v.unknown()),
});

type StoredMessage = v.InferOutput<typeof MessageShape>;

function messageOf(value: unknown, info: Info): LoggedMessage {
	const parsed = v.safeParse(MessageShape, value);
	if (!parsed.success) return { id: "", time: 0, body: { kind: "unknown" } };
	const message = parsed.output;
	const body = message.info.role === "user" ? promptOf(message) : replyOf(message, info);
	return { id: message.info.id, time: message.info.time.created, body: body ?? { kind: "unknown" } };
}

function replyOf({ info, parts }: StoredMessage, session: Info): OpenCodeReply | undefined {
	const steps = stepsOf(parts, info.path?.cwd ?? session.directory, session.version);
	if (!steps) return undefined;
	const isSummary = info.summary === true && info.finish !== undefined && info.error === undefined;
	return {
		kind: "reply",
		model: info.modelID,
		steps: steps.map((step) => {
			const usage = step.usage ?? (steps.length === 1 ? usageOf(info) : undefined);
			return isSent(info.error, parts) ? { ...step, usage } : { usage, calls: [], results: [], erasures: [] };
		}),
		summaryOf: isSummary ? info.parentID : undefined,
	};
}

const CompactionShape = v.object({ type: v.literal("compaction"), tail_start_id: v.optional(v.string()) });

function promptOf({ parts }: StoredMessage): OpenCodePrompt {
	const compaction = parts.find((part) => v.is(CompactionShape, part));
	return {
		kind: "prompt",
		text: parts.flatMap((part) => promptTextIn(part) ?? []).join("\n"),
		paths: parts.flatMap((part) => attachedIn(part)?.path ?? []),
		tail: compaction?.tail_start_id,
		compacts: compaction !== undefined,
	};
}

/** One request to the model: what it cost, the calls in the reply, and their results. */
type Step = {
	readonly usage: Usage | undefined;
	readonly calls: readonly CallEntry[];
	readonly results: readonly RecordedResult[];
	/** Results that the host emptied, and when. */
	readonly erasures: readonly Erasure[];
};

/** A result emptied at a time. */
type Erasure = { readonly id: string; readonly time: number };

/** The steps in the parts of a reply, with their directory and version; undefined if a part is not understood. */
function stepsOf(parts: readonly unknown[], directory: string, version: string): Step[] | undefined {
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

/** Versions differ: a reply of several steps was one message in old ones; now each step is one. */
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

/** The usage of a step or a message; undefined if it has none. */
function usageOf(value: unknown): Usage | undefined {
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
