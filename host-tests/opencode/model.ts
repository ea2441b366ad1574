import * as v from "valibot";
import { type Asked, inOrder, type ScriptedModel, startModel } from "../scripted-model.ts";

/** What the model says, the calls that it makes with it, and how many tokens it claims to have read. */
export type Reply = {
	readonly text?: string;
	readonly calls?: readonly Call[];
	readonly tokens?: number;
	/** What happens on the machine before the model says it. */
	readonly meanwhile?: () => void;
};

/** A tool call. It gets an id of its own unless it has one. */
export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly id?: string };

/** What the main model replies, in order, and what each subagent does, by the words that it is asked with. */
export type Script = {
	readonly replies: readonly Turn[];
	readonly agents?: Readonly<Record<string, readonly Turn[]>>;
};

/** A reply, or one that depends on what the model has before it. */
export type Turn = Reply | ((request: Request) => Reply);

/** A request for a reply, as far as a script must know it. */
export type Request = { readonly messages: readonly Message[]; readonly tools: readonly unknown[] };

/** A message of a request. */
export type Message = { readonly role: string; readonly content?: unknown; readonly tool_call_id?: string | undefined };

/** A model whose script can be changed while it runs. */
export type ChatModel = ScriptedModel & { readonly play: (script: Script) => void };

/** Starts a model that speaks like OpenAI's chat completions. */
export function startChat(): ChatModel {
	let next = playerOf({ replies: [] });
	let count = 0;
	const model = startModel((asked) => {
		if (!asked.path.endsWith("/chat/completions")) return undefined;
		const request = requestIn(asked);
		const reply = request ? next(request) : SUMMARY;
		reply.meanwhile?.();
		return responseOf(reply, asked, ++count);
	});
	return {
		...model,
		play: (script) => {
			next = playerOf(script);
		},
	};
}

/** The request for a reply in what a host has asked; undefined where it wants something for itself, such as a title. */
export function requestIn({ body }: Asked): Request | undefined {
	const parsed = v.safeParse(RequestShape, body);
	return parsed.success ? parsed.output : undefined;
}

/** The results of tools in a request, in order. */
export function resultsIn({ messages }: Request): string[] {
	return messages.flatMap(({ role, content }) => (role === "tool" && typeof content === "string" ? content : []));
}

const LAST_WORD: Reply = { text: "Done." };

/** For what the host wants to name or to sum up. */
const SUMMARY: Reply = { text: "The files of the egg timer." };

const RequestShape = v.looseObject({
	messages: v.array(
		v.looseObject({ role: v.string(), content: v.optional(v.unknown()), tool_call_id: v.optional(v.string()) }),
	),
	tools: v.pipe(v.array(v.unknown()), v.minLength(1)),
});

function playerOf({ replies, agents = {} }: Script): (request: Request) => Reply {
	const main = inOrder<Turn>(replies, LAST_WORD);
	const others = Object.entries(agents).map(([words, turns]) => ({ words, next: inOrder<Turn>(turns, LAST_WORD) }));
	return (request) => {
		const prompt = JSON.stringify(request.messages.find(({ role }) => role === "user"));
		const turn = (others.find(({ words }) => prompt.includes(words))?.next ?? main)();
		return typeof turn === "function" ? turn(request) : turn;
	};
}

function responseOf({ text = "", calls = [], tokens }: Reply, { body }: Asked, count: number): Response {
	const common = { id: `reply_${count}`, object: "chat.completion.chunk", created: 1, model: "scripted" };
	const made = calls.map(({ tool: name, input, id }, index) => {
		return { index, id: id ?? `call_${count}_${index + 1}`, type: "function", function: functionOf(name, input) };
	});
	const delta = { role: "assistant", content: text, ...(made.length > 0 ? { tool_calls: made } : {}) };
	const end = made.length > 0 ? "tool_calls" : "stop";
	const prompt = tokens ?? Math.ceil(JSON.stringify(body).length / 4);
	const usage = { prompt_tokens: prompt, completion_tokens: 20, total_tokens: prompt + 20 };
	const chunks = [
		{ ...common, choices: [{ index: 0, delta, finish_reason: null }] },
		{ ...common, choices: [{ index: 0, delta: {}, finish_reason: end }] },
		{ ...common, choices: [], usage },
	].map((chunk) => JSON.stringify(chunk));
	const stream = [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
	return new Response(stream, { headers: { "content-type": "text/event-stream" } });
}

function functionOf(name: string, input: object): { name: string; arguments: string } {
	return { name, arguments: JSON.stringify(input) };
}
