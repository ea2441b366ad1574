import * as v from "valibot";
import type { Usage } from "../conversation/types.ts";
import { blocksOf, Content, textOf } from "../dialect/blocks.ts";
import type { Outcome } from "../lens/types.ts";

/** A block of a reply. All lines of one reply share the message's id. */
export type Reply = {
	readonly kind: "reply";
	readonly message: string;
	readonly model: string;
	readonly usage: Usage | undefined;
	readonly calls: readonly RecordedCall[];
	/** The server left out tool results when it built the prompt of this reply. */
	readonly cleared: boolean;
	/** The request that it replies to, if the log has it. */
	readonly request: string | undefined;
};

/** A tool call as the log has it. */
export type RecordedCall = {
	readonly id: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
};

/** A message from the user's side: words, or results of the calls in the line `source`. */
export type Prompt = {
	readonly kind: "prompt";
	readonly source: string | undefined;
	readonly results: readonly LoggedResult[];
	readonly text: string;
	/** It replaces earlier messages, and the log does not say which. */
	readonly replaces: boolean;
};

/** A tool result as the log has it. */
export type LoggedResult = {
	readonly id: string;
	readonly text: string;
	readonly plain: boolean;
	readonly outcome: Outcome;
};

/** The content of an `assistant` line; undefined if its shape is unknown. */
export function replyOf(value: object): Reply | undefined {
	const parsed = v.safeParse(ReplyShape, value);
	if (!parsed.success) return undefined;
	const { id, model, content, usage, context_management: management } = parsed.output.message;
	const calls = blocksOf(content, "tool_use", CallShape);
	if (!calls) return undefined;
	return {
		kind: "reply",
		message: id,
		model,
		usage: usage ? usageOf(usage) : undefined,
		calls: calls.map(({ id, name, input }) => ({ id, tool: name, input })),
		cleared: management ? hasCleared(management) : false,
		request: parsed.output.requestRef,
	};
}

const Count = v.nullish(v.number(), 0);

const UsageShape = v.object({
	input_tokens: Count,
	cache_creation_input_tokens: Count,
	cache_read_input_tokens: Count,
	output_tokens: Count,
});

const ManagementShape = v.object({
	applied_edits: v.nullish(v.array(v.object({ type: v.string(), cleared_tool_uses: Count })), []),
	client_cut_tool_uses: Count,
});

const ReplyShape = v.object({
	requestRef: v.optional(v.string()),
	message: v.object({
		id: v.string(),
		model: v.optional(v.string(), ""),
		content: v.array(v.unknown()),
		usage: v.nullish(UsageShape),
		context_management: v.nullish(ManagementShape),
	}),
});

const CallShape = v.object({ id: v.string(), name: v.string(), input: v.record(v.string(), v.unknown()) });

function usageOf(usage: v.InferOutput<typeof UsageShape>): Usage {
	return {
		input: usage.input_tokens + usage.cache_creation_input_tokens,
		cacheRead: usage.cache_read_input_tokens,
		cacheWrite: usage.cache_creation_input_tokens,
		output: usage.output_tokens,
	};
}

function hasCleared(management: v.InferOutput<typeof ManagementShape>): boolean {
	if (management.client_cut_tool_uses > 0) return true;
	return management.applied_edits.some((edit) => edit.type.startsWith("clear_tool_uses") && edit.cleared_tool_uses > 0);
}

/** The content of a `user` line; undefined if its shape is unknown. */
export function promptOf(value: object): Prompt | undefined {
	const parsed = v.safeParse(PromptShape, value);
	if (!parsed.success) return undefined;
	const { message, sourceToolAssistantUUID, replacesSpan, toolUseResult } = parsed.output;
	const results = resultsIn(message.content, v.is(CutShape, toolUseResult) ? "cut" : "done");
	if (!results) return undefined;
	return {
		kind: "prompt",
		source: sourceToolAssistantUUID,
		results,
		text: textOf(message.content).text,
		replaces: replacesSpan,
	};
}

const PromptShape = v.object({
	message: v.object({ content: Content }),
	sourceToolAssistantUUID: v.optional(v.string()),
	replacesSpan: v.optional(v.boolean(), false),
	toolUseResult: v.optional(v.unknown()),
});

/** The results in a message, which ended as `ended` says unless they failed; undefined if the shape of one is unknown. */
export function resultsIn(content: string | readonly unknown[], ended: Outcome = "done"): LoggedResult[] | undefined {
	return blocksOf(content, "tool_result", AnswerShape)?.map((answer): LoggedResult => {
		const outcome = answer.is_error === true ? "failed" : ended;
		return { id: answer.tool_use_id, ...textOf(answer.content), outcome };
	});
}

const AnswerShape = v.object({
	tool_use_id: v.string(),
	content: v.nullish(Content, ""),
	is_error: v.nullish(v.boolean()),
});

/** A read that hit the token limit: fewer lines than asked for, and not the end of the file. */
const CutShape = v.object({ file: v.object({ truncatedByTokenCap: v.literal(true) }) });
