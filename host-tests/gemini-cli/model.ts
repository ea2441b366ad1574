import * as v from "valibot";
import { type Asked, inOrder, type ScriptedModel, startModel } from "../scripted-model.ts";

/** What the model says, the calls that it makes with it, and how many tokens it claims to have read. */
export type Reply = { readonly text?: string; readonly calls?: readonly Call[]; readonly tokens?: number };

/** A tool call. */
export type Call = { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** What the main model replies, in order, and what each subagent does, by the words that it is asked with. */
export type Script = {
	readonly replies: readonly Turn[];
	readonly agents?: Readonly<Record<string, readonly Turn[]>>;
};

/** A reply, or one that is computed when it is requested. */
export type Turn = Reply | ((request: Request) => Reply);

/** A request for a reply, as far as a script must know it. */
export type Request = { readonly contents: readonly { readonly parts: readonly unknown[] }[] };

/** A tool result as the model gets it. */
export type Result = { readonly id: string; readonly text: string };

/** Starts a model that speaks like Gemini's. */
export function startGemini({ replies, agents = {} }: Script): ScriptedModel {
	const main = inOrder<Turn>(replies, LAST_WORD);
	const others = Object.entries(agents).map(([words, turns]) => ({ words, next: inOrder<Turn>(turns, LAST_WORD) }));
	return startModel((asked) => {
		if (asked.path.includes(":countTokens")) return Response.json({ totalTokens: sizeOf(asked) });
		if (!/generateContent/i.test(asked.path)) return undefined;
		const request = requestIn(asked);
		const agent = others.find(({ words }) => JSON.stringify(request?.contents[0]).includes(words));
		if (!request) return responseOf({ text: SUMMARY }, asked);
		const turn = (agent?.next ?? main)();
		return responseOf(typeof turn === "function" ? turn(request) : turn, asked);
	});
}

/** The request for a reply in a request of the host; undefined if it is for the host itself, such as for a summary. */
export function requestIn({ path, body }: Asked): Request | undefined {
	if (!path.includes(":streamGenerateContent")) return undefined;
	const parsed = v.safeParse(RequestShape, body);
	return parsed.success ? parsed.output : undefined;
}

/** The tool results that a request puts before the model, in order; a resumed session puts them there twice. */
export function resultsIn({ contents }: Request): Result[] {
	const parts = contents.flatMap(({ parts }) => parts);
	return parts.flatMap((part) => {
		if (!v.is(ResultShape, part)) return [];
		const { id, response } = part.functionResponse;
		return [{ id, text: "output" in response ? response.output : response.error }];
	});
}

const LAST_WORD: Reply = { text: "Done." };

const SUMMARY = "<state_snapshot>The files of the egg timer were read; durations were changed.</state_snapshot>";

const RequestShape = v.looseObject({
	contents: v.array(v.looseObject({ parts: v.array(v.unknown()) })),
	tools: v.array(v.unknown()),
});

const ResultShape = v.looseObject({
	functionResponse: v.looseObject({
		id: v.string(),
		response: v.union([v.object({ output: v.string() }), v.object({ error: v.string() })]),
	}),
});

/** About how many tokens a request has. */
function sizeOf({ body }: Asked): number {
	return Math.ceil(JSON.stringify(body).length / 4);
}

function responseOf({ text, calls = [], tokens }: Reply, asked: Asked): Response {
	const said = text === undefined ? [] : [{ text }];
	const made = calls.map(({ tool: name, input: args }) => ({ functionCall: { name, args } }));
	const promptTokenCount = tokens ?? sizeOf(asked);
	const answer = {
		candidates: [{ content: { role: "model", parts: [...said, ...made] }, finishReason: "STOP", index: 0 }],
		usageMetadata: { promptTokenCount, candidatesTokenCount: 20, totalTokenCount: promptTokenCount + 20 },
	};
	if (!asked.path.includes(":streamGenerateContent")) return Response.json(answer);
	const headers = { "content-type": "text/event-stream" };
	return new Response(`data: ${JSON.stringify(answer)}\r\n\r\n`, { headers });
}
