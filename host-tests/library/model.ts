import * as v from "valibot";
import { type Asked, inOrder, newId, type ScriptedModel, startModel } from "../scripted-model.ts";

/** What the model says, and the calls that it makes with it. */
export type Reply = { readonly text?: string; readonly calls?: readonly Call[] };

/** A tool call. */
export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** Starts a model that speaks as the APIs of Anthropic and OpenAI do, each at its path. */
export function startAnyModel(replies: readonly Reply[]): ScriptedModel {
	const next = inOrder<Reply>(replies, { text: "Done." });
	return startModel((asked) => responseTo(asked, next()));
}

function responseTo({ path, body }: Asked, { text = "", calls = [] }: Reply): Response | undefined {
	const made = calls.map(({ tool, input }) => ({ id: newId("call"), name: tool, input }));
	switch (path) {
		case "/v1/messages":
			return Response.json(anthropicMessage(text, made));
		case "/v1/responses":
			return Response.json(openAiResponse(text, made));
		case "/v1/chat/completions":
			return v.is(StreamedShape, body) ? chatStream(text, made) : Response.json(chatCompletion(text, made));
		default:
			return undefined;
	}
}

const StreamedShape = v.looseObject({ stream: v.literal(true) });

type MadeCall = { readonly id: string; readonly name: string; readonly input: object };

function anthropicMessage(text: string, made: readonly MadeCall[]): object {
	const uses = made.map((call) => ({ type: "tool_use", ...call }));
	return {
		id: newId("msg"),
		type: "message",
		role: "assistant",
		model: "scripted",
		content: [...(text ? [{ type: "text", text }] : []), ...uses],
		stop_reason: made.length > 0 ? "tool_use" : "end_turn",
		stop_sequence: null,
		usage: { input_tokens: 10, output_tokens: 10 },
	};
}

function openAiResponse(text: string, made: readonly MadeCall[]): object {
	const content = [{ type: "output_text", text, annotations: [] }];
	const said = { type: "message", id: newId("msg"), role: "assistant", status: "completed", content };
	const calls = made.map(({ id, name, input }) => {
		const json = JSON.stringify(input);
		return { type: "function_call", id: newId("fc"), call_id: id, name, arguments: json, status: "completed" };
	});
	return {
		id: newId("resp"),
		object: "response",
		created_at: 1,
		status: "completed",
		model: "scripted",
		output: [...(text ? [said] : []), ...calls],
		parallel_tool_calls: true,
		tools: [],
		usage: {
			input_tokens: 10,
			input_tokens_details: { cached_tokens: 0 },
			output_tokens: 10,
			output_tokens_details: { reasoning_tokens: 0 },
			total_tokens: 20,
		},
	};
}

function chatCompletion(text: string, made: readonly MadeCall[]): object {
	const message = { role: "assistant", content: text || null, ...withCalls(made), refusal: null };
	const choice = { index: 0, message, finish_reason: endOf(made), logprobs: null };
	return { ...ofChat(), object: "chat.completion", choices: [choice], usage: CHAT_USAGE };
}

/** The same in several chunks: a call's arguments come in two. */
function chatStream(text: string, made: readonly MadeCall[]): Response {
	const deltas = [
		{ role: "assistant", content: "" },
		...[...text].map((content) => ({ content })),
		...made.flatMap(({ id, name, input }, index) => {
			const json = JSON.stringify(input);
			const begun = { index, id, type: "function", function: { name, arguments: json.slice(0, 5) } };
			return [{ tool_calls: [begun] }, { tool_calls: [{ index, function: { arguments: json.slice(5) } }] }];
		}),
	];
	const head = { ...ofChat(), object: "chat.completion.chunk" };
	const chunks = [
		...deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta, finish_reason: null }] })),
		{ ...head, choices: [{ index: 0, delta: {}, finish_reason: endOf(made) }] },
		{ ...head, choices: [], usage: CHAT_USAGE },
	].map((chunk) => JSON.stringify(chunk));
	const stream = [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
	return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

function ofChat(): object {
	return { id: newId("chatcmpl"), created: 1, model: "scripted" };
}

const CHAT_USAGE = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

function withCalls(made: readonly MadeCall[]): object {
	if (made.length === 0) return {};
	return {
		tool_calls: made.map(({ id, name, input }) => {
			return { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
		}),
	};
}

function endOf(made: readonly MadeCall[]): string {
	return made.length > 0 ? "tool_calls" : "stop";
}
