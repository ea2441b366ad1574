import * as v from "valibot";
import {
	type Asked,
	eventStream,
	inOrder,
	newId,
	type ScriptedModel,
	type StreamEvent,
	startModel,
} from "../scripted-model.ts";

/** What the model says, the calls that it makes with it, and how many tokens it claims to have read. */
export type Reply = {
	readonly text?: string;
	readonly calls?: readonly Call[];
	readonly tokens?: number;
	/** What happens on the machine before the model says it. */
	readonly meanwhile?: () => void;
};

/** A tool call. */
export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What the main model replies, in order, and what each sub-agent does, by the words of its prompt. */
export type Script = {
	readonly replies: readonly Turn[];
	readonly agents?: Readonly<Record<string, readonly Turn[]>>;
};

/** A reply, or one that depends on what the model has in front of it. */
export type Turn = Reply | ((request: Request) => Reply);

/** A request for a reply, with what a script needs to know. */
export type Request = {
	readonly model: string;
	readonly messages: readonly unknown[];
	readonly tools: readonly { readonly name: string }[];
	readonly stream: boolean;
};

/** Starts a model that speaks Anthropic's messages. */
export function startClaude({ replies, agents = {} }: Script): ScriptedModel {
	const main = inOrder<Turn>(replies, LAST_WORD);
	const others = Object.entries(agents).map(([words, turns]) => ({ words, next: inOrder<Turn>(turns, LAST_WORD) }));
	return startModel((asked) => {
		if (asked.path.startsWith("/v1/messages/count_tokens")) return Response.json({ input_tokens: sizeOf(asked) });
		const request = requestIn(asked);
		if (!request) return undefined;
		const agent = others.find(({ words }) => JSON.stringify(request.messages[0]).includes(words));
		// A request without tools is for the host itself, such as for a title.
		const turn = request.tools.length === 0 ? LAST_WORD : (agent?.next ?? main)();
		const reply = typeof turn === "function" ? turn(request) : turn;
		reply.meanwhile?.();
		return responseOf(reply, request, sizeOf(asked));
	});
}

/** The request for a reply in a request of the host; undefined if it asked for something else. */
export function requestIn({ method, path, body }: Asked): Request | undefined {
	if (method !== "POST" || !/^\/v1\/messages(\?|$)/.test(path)) return undefined;
	const parsed = v.safeParse(RequestShape, body);
	return parsed.success ? parsed.output : undefined;
}

const LAST_WORD: Reply = { text: "Done." };

const RequestShape: v.GenericSchema<unknown, Request> = v.looseObject({
	model: v.string(),
	messages: v.array(v.unknown()),
	tools: v.optional(v.array(v.looseObject({ name: v.string() })), []),
	stream: v.optional(v.boolean(), false),
});

/** About how many tokens a request has. */
function sizeOf({ body }: Asked): number {
	return Math.ceil(JSON.stringify(body).length / 4);
}

function responseOf({ text, calls = [], tokens }: Reply, request: Request, size: number): Response {
	const said = text === undefined ? [] : [{ type: "text", text }];
	const made = calls.map(({ tool: name, input }) => ({ type: "tool_use", id: newId("toolu"), name, input }));
	const usage = { input_tokens: tokens ?? size, output_tokens: 20, ...NO_CACHE };
	const message = { id: newId("msg"), type: "message", role: "assistant", model: request.model, usage };
	const end = { stop_reason: made.length > 0 ? "tool_use" : "end_turn", stop_sequence: null };
	const content = [...said, ...made];
	if (!request.stream) return Response.json({ ...message, ...end, content });
	return eventStream([
		{ type: "message_start", message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
		...content.flatMap(blockEvents),
		{ type: "message_delta", delta: end, usage },
		{ type: "message_stop" },
	]);
}

const NO_CACHE = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

type Block = { type: string; text: string } | { type: string; id: string; name: string; input: object };

function blockEvents(block: Block, index: number): StreamEvent[] {
	const [empty, delta] =
		"text" in block
			? [
					{ ...block, text: "" },
					{ type: "text_delta", text: block.text },
				]
			: [
					{ ...block, input: {} },
					{ type: "input_json_delta", partial_json: JSON.stringify(block.input) },
				];
	return [
		{ type: "content_block_start", index, content_block: empty },
		{ type: "content_block_delta", index, delta },
		{ type: "content_block_stop", index },
	];
}

/** A tool result as the model gets it. */
export type Result = { readonly id: string; readonly text: string };

/** The tool results in a request, in order. */
export function resultsIn({ messages }: Request): Result[] {
	return messages.flatMap((message) => {
		const blocks = v.is(MessageShape, message) ? message.content : [];
		return blocks.flatMap((block) => (v.is(ResultShape, block) ? [resultOf(block)] : []));
	});
}

const MessageShape = v.looseObject({ content: v.array(v.unknown()) });
const TextShape = v.looseObject({ type: v.literal("text"), text: v.string() });
const ResultShape = v.looseObject({
	type: v.literal("tool_result"),
	tool_use_id: v.string(),
	content: v.union([v.string(), v.array(v.unknown())]),
});

function resultOf({ tool_use_id: id, content }: v.InferOutput<typeof ResultShape>): Result {
	if (typeof content === "string") return { id, text: content };
	return { id, text: content.flatMap((block) => (v.is(TextShape, block) ? [block.text] : [])).join("\n") };
}
