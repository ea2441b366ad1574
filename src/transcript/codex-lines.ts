import * as v from "valibot";
import type { Usage } from "../conversation/types.ts";
import { isRecord, understood } from "../dialect/foreign.ts";
import type { ToolCall } from "../lens/types.ts";

/** An event in a line of a rollout. */
export type RolloutEvent =
	| ({ readonly kind: "thread" } & RolloutThread)
	| { readonly kind: "context"; readonly directory: string; readonly model: string | undefined; readonly room: number }
	/** The model writes or thinks, or someone else writes to it. */
	| { readonly kind: "reply" }
	| { readonly kind: "remark" }
	| { readonly kind: "call"; readonly call: Omit<ToolCall, "directory"> }
	| ({ readonly kind: "output" } & Output)
	/** A call is known to have failed, or succeeded. */
	| { readonly kind: "failure"; readonly id: string }
	| { readonly kind: "success"; readonly id: string }
	/**
	 * The usage of a request; with the total of its thread if known, which does not grow if the same usage is logged
	 * twice.
	 */
	| { readonly kind: "usage"; readonly usage: Usage; readonly total: number | undefined }
	| { readonly kind: "compaction"; readonly left: readonly RolloutEvent[] }
	| { readonly kind: "task"; readonly id: string }
	| { readonly kind: "question" }
	| { readonly kind: "rollback"; readonly tasks: number };

/** The thread of the log: `agent` if it is a subagent's, `fork` if it may begin with its parent's history. */
export type RolloutThread = {
	readonly id: string;
	readonly session: string;
	readonly agent: string | undefined;
	readonly fork: boolean;
	readonly version: string;
	readonly directory: string;
};

type Output = {
	readonly id: string;
	readonly text: string;
	readonly plain: boolean;
	readonly hasFailed: boolean;
	/** How many bytes of it the model gets, if the line says so. */
	readonly room: number | undefined;
};

/** Reads a line: undefined if we do not need it, "strange" if we do and cannot read it. */
export function readLine({ type, payload, metadata }: RolloutLine): RolloutEvent | "strange" | undefined {
	switch (type) {
		case "session_meta":
			return readAs(Meta, payload, threadOf);
		case "turn_context":
			return readAs(Context, payload, ({ cwd, model, truncation_policy: policy }) => {
				const bytes = policy?.mode === "bytes" ? policy.limit : (policy?.limit ?? 10_000) * BYTES_PER_TOKEN;
				return { kind: "context", directory: cwd, model: model ?? undefined, room: bytes * 1.2 };
			});
		case "response_item":
			return readItem(payload, metadata?.fallback_token_limit_override);
		case "compacted":
			return readAs(Compacted, payload, ({ replacement_history }) => {
				const left = (replacement_history ?? []).map((item) => readItem(item, undefined));
				return { kind: "compaction", left: left.filter((event) => event !== undefined && event !== "strange") };
			});
		case "token_usage_record":
			return readAs(UsageRecord, payload, ({ usage }) => ({ kind: "usage", usage: usageOf(usage), total: undefined }));
		case "event_msg":
			return readEvent(payload);
		default:
			return undefined;
	}
}

/** A line of a rollout, its payload not parsed yet. */
export type RolloutLine = {
	readonly type: string;
	readonly payload: Payload;
	readonly timestamp?: unknown;
	readonly metadata?: Payload;
};

type Payload = Readonly<Record<string, unknown>>;

/** Whether a value has the outer form of a line. */
export function isLine(value: unknown): value is RolloutLine {
	if (!isRecord(value) || typeof value.type !== "string" || !isRecord(value.payload)) return false;
	return value.metadata === undefined || isRecord(value.metadata);
}

function threadOf(meta: v.InferOutput<typeof Meta>): RolloutEvent {
	const { id, session_id, parent_thread_id, forked_from_id, source, cwd, cli_version } = meta;
	const isAgent = isRecord(source);
	const parent = isAgent ? (parent_thread_id ?? forked_from_id) : undefined;
	return {
		kind: "thread",
		id,
		session: session_id ?? parent ?? id,
		agent: isAgent ? id : undefined,
		fork: typeof forked_from_id === "string",
		version: cli_version ?? "",
		directory: cwd ?? "",
	};
}

function readItem(item: unknown, tokens: unknown): RolloutEvent | "strange" | undefined {
	if (!isRecord(item)) return "strange";
	switch (item.type) {
		case "function_call":
			return readAs(FunctionCall, item, ({ call_id, namespace, name, arguments: input }) => {
				return { kind: "call", call: { id: call_id, tool: namespace ? `${namespace}__${name}` : name, input } };
			});
		case "custom_tool_call":
			return readAs(CustomCall, item, ({ call_id, name, input }) => {
				return { kind: "call", call: { id: call_id, tool: name, input: { input } } };
			});
		case "local_shell_call":
			return readAs(ShellCall, item, ({ call_id, action }) => {
				return { kind: "call", call: { id: call_id, tool: "local_shell", input: action } };
			});
		case "function_call_output":
		case "custom_tool_call_output":
			return readAs(CallOutput, item, ({ call_id, output }) => {
				const room = typeof tokens === "number" ? tokens * BYTES_PER_TOKEN : undefined;
				return { kind: "output", id: call_id, ...outputText(output), room };
			});
		case "reasoning":
		case "web_search_call":
		case "tool_search_call":
			return { kind: "reply" };
		case "message":
			return { kind: item.role === "assistant" ? "reply" : "remark" };
		default:
			return undefined;
	}
}

function outputText(output: v.InferOutput<typeof CallOutput>["output"]): Pick<Output, "text" | "plain" | "hasFailed"> {
	if (typeof output === "string") return { text: output, plain: true, hasFailed: false };
	if (!Array.isArray(output)) return { ...outputText(output.content), hasFailed: output.success === false };
	const texts = output.flatMap(({ text }) => text ?? []);
	// A server's result is a block of its own, after one that has only the host's head.
	const blocks = HEAD.test(texts[0] ?? "") ? 2 : 1;
	return { text: texts.join("\n"), plain: output.length === blocks && texts.length === blocks, hasFailed: false };
}

const HEAD = /^Wall time: [\d.]+ seconds\nOutput:$/;

function readEvent(payload: Payload): RolloutEvent | "strange" | undefined {
	switch (payload.type) {
		case "token_count":
			return readAs(TokenCount, payload, ({ info }) => {
				if (!info) return undefined;
				return { kind: "usage", usage: usageOf(info.last_token_usage), total: info.total_token_usage.total_tokens };
			});
		case "task_started":
			return readAs(TaskStarted, payload, ({ turn_id }) => ({ kind: "task", id: turn_id ?? "" }));
		case "user_message":
			return { kind: "question" };
		case "thread_rolled_back":
			return readAs(RolledBack, payload, ({ num_turns }) => ({ kind: "rollback", tasks: num_turns }));
		case "item_completed":
			return readAs(ItemCompleted, payload, ({ item: { type, id, status, exit_code } }) => {
				if (type === "UserMessage") return { kind: "question" };
				if (status === "failed" || status === "declined" || exit_code) return { kind: "failure", id };
				return status === "completed" || exit_code === 0 ? { kind: "success", id } : undefined;
			});
		case "exec_command_end":
		case "patch_apply_end":
		case "mcp_tool_call_end":
			return readAs(End, payload, ({ call_id, success, exit_code, result }) => {
				const hasFailed = success === false || exit_code || (result && ("Err" in result || result.Ok?.isError));
				return hasFailed ? { kind: "failure", id: call_id } : undefined;
			});
		default:
			return undefined;
	}
}

/** In our terms: cached input is not counted as input. */
function usageOf(tokens: v.InferOutput<typeof Tokens>): Usage {
	const cacheRead = tokens.cached_input_tokens ?? 0;
	const input = Math.max(0, tokens.input_tokens - cacheRead);
	return { input, cacheRead, cacheWrite: tokens.cache_write_input_tokens ?? 0, output: tokens.output_tokens };
}

function readAs<T>(
	schema: v.GenericSchema<unknown, T>,
	value: unknown,
	event: (value: T) => RolloutEvent | undefined,
): RolloutEvent | "strange" | undefined {
	const read = understood(schema, value);
	return read === undefined ? "strange" : event(read);
}

const BYTES_PER_TOKEN = 4;

const Text = v.nullish(v.string());
const Count = v.nullish(v.number());
const Input = v.record(v.string(), v.unknown());

const Meta = v.looseObject({
	id: v.string(),
	session_id: Text,
	parent_thread_id: Text,
	forked_from_id: Text,
	cwd: Text,
	cli_version: Text,
	source: v.optional(v.unknown()),
});
const Context = v.looseObject({
	cwd: v.string(),
	model: Text,
	truncation_policy: v.nullish(v.looseObject({ mode: v.string(), limit: v.number() })),
});
const FunctionCall = v.looseObject({
	call_id: v.string(),
	name: v.string(),
	namespace: Text,
	arguments: v.pipe(v.string(), v.parseJson(), Input),
});
const CustomCall = v.looseObject({ call_id: v.string(), name: v.string(), input: v.string() });
const ShellCall = v.looseObject({ call_id: v.string(), action: Input });
const Blocks = v.union([v.string(), v.array(v.looseObject({ text: v.optional(v.string()) }))]);
const CallOutput = v.looseObject({
	call_id: v.string(),
	output: v.union([Blocks, v.looseObject({ content: Blocks, success: v.nullish(v.boolean()) })]),
});
const Compacted = v.looseObject({ replacement_history: v.nullish(v.array(v.unknown())) });
const Tokens = v.looseObject({
	input_tokens: v.number(),
	cached_input_tokens: Count,
	cache_write_input_tokens: Count,
	output_tokens: v.number(),
});
const UsageRecord = v.looseObject({ usage: Tokens });
const Total = v.looseObject({ total_tokens: v.number() });
const TokenCount = v.looseObject({
	info: v.nullish(v.looseObject({ last_token_usage: Tokens, total_token_usage: Total })),
});
const TaskStarted = v.looseObject({ turn_id: Text });
const RolledBack = v.looseObject({ num_turns: v.number() });
const ItemCompleted = v.looseObject({
	item: v.looseObject({ type: v.string(), id: v.string(), status: v.optional(v.unknown()), exit_code: Count }),
});
const End = v.looseObject({
	call_id: v.string(),
	success: v.nullish(v.boolean()),
	exit_code: Count,
	result: v.nullish(v.looseObject({ Ok: v.nullish(v.looseObject({ isError: v.nullish(v.boolean()) })) })),
});
