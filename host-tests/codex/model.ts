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
	/** What else stands in the reply. */
	readonly items?: readonly object[];
};

/** A call with arguments, or with one text, as patches and scripts are. */
export type Call =
	| { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
	| { readonly tool: string; readonly text: string };

/** What the model replies, in order, and what each sub-agent does, by the words that it is asked with. */
export type Script = {
	readonly replies: readonly Turn[];
	readonly agents?: Readonly<Record<string, readonly Turn[]>>;
};

/** A reply, or one that depends on what the model has in front of it. */
export type Turn = Reply | ((request: Request) => Reply);

/** A request for a reply, with what a test needs to know. */
export type Request = {
	readonly model: string;
	readonly input: readonly unknown[];
	readonly tools: readonly unknown[];
};

/** Starts a model that speaks OpenAI's responses. */
export function startCodexModel({ replies, agents = {} }: Script): ScriptedModel {
	const main = inOrder<Turn>(replies, LAST_WORD);
	const others = Object.entries(agents).map(([words, turns]) => ({ words, next: inOrder<Turn>(turns, LAST_WORD) }));
	return startModel((asked) => {
		// What the host posts to is asked for only as a WebSocket.
		if (asked.method === "GET" && asked.path.endsWith("/responses")) return new Response(null, { status: 426 });
		if (asked.method === "GET") return Response.json({ object: "list", data: [], models: [] });
		const request = requestIn(asked);
		if (!request) return undefined;
		const turn = (others.find(({ words }) => isAskedWith(words, request))?.next ?? main)();
		return eventStream(eventsOf(typeof turn === "function" ? turn(request) : turn));
	});
}

/** Whether a request has certain words outside the model's own calls. */
function isAskedWith(words: string, { input }: Request): boolean {
	return input.some((item) => v.is(AskedShape, item) && JSON.stringify(item).includes(words));
}

const AskedShape = v.looseObject({
	type: v.picklist(["message", "agent_message"]),
	role: v.optional(v.literal("user")),
});

/** The request for a reply in a request of the host; undefined if it asked for something else. */
export function requestIn({ method, path, body }: Asked): Request | undefined {
	if (method !== "POST" || !path.endsWith("/responses")) return undefined;
	const parsed = v.safeParse(RequestShape, body);
	return parsed.success ? parsed.output : undefined;
}

const LAST_WORD: Reply = { text: "Done." };

const RequestShape: v.GenericSchema<unknown, Request> = v.looseObject({
	model: v.string(),
	input: v.array(v.unknown()),
	tools: v.optional(v.array(v.unknown()), []),
});

function eventsOf({ text, calls = [], items = [], tokens = 1000 }: Reply): StreamEvent[] {
	const id = newId("resp");
	const said = text === undefined ? [] : [messageOf(text)];
	const usage = {
		input_tokens: tokens,
		input_tokens_details: null,
		output_tokens: 20,
		output_tokens_details: null,
		total_tokens: tokens + 20,
	};
	return [
		{ type: "response.created", response: { id } },
		...[...said, ...calls.map(callOf), ...items].map((item) => ({ type: "response.output_item.done", item })),
		{ type: "response.completed", response: { id, usage } },
	];
}

function messageOf(text: string): object {
	return { type: "message", role: "assistant", id: newId("msg"), content: [{ type: "output_text", text }] };
}

function callOf(call: Call): object {
	const call_id = newId("call");
	if ("text" in call) return { type: "custom_tool_call", call_id, name: call.tool, input: call.text };
	const [, namespace, name = call.tool] = /^(mcp__.+?|collaboration)__(.+)$/.exec(call.tool) ?? [];
	return { type: "function_call", call_id, namespace, name, arguments: JSON.stringify(call.input) };
}

/** A tool result as the model gets it. */
export type Result = { readonly id: string; readonly text: string };

/** The tool results in a request, in order. */
export function resultsIn({ input }: Request): Result[] {
	return input.flatMap((item) => {
		if (!v.is(ResultShape, item)) return [];
		const { call_id: id, output } = item;
		return [{ id, text: typeof output === "string" ? output : output.map(({ text }) => text).join("\n") }];
	});
}

const ResultShape = v.looseObject({
	type: v.picklist(["function_call_output", "custom_tool_call_output"]),
	call_id: v.string(),
	output: v.union([v.string(), v.array(v.looseObject({ text: v.string() }))]),
});
