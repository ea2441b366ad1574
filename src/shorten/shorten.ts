import { aiSdkOptions } from "../dialect/ai-sdk.ts";
import { anthropicBody, carriesBodyMark } from "../dialect/anthropic.ts";
import { type BodyShape, conversationIn, type JsonObject, messagesIn } from "../dialect/body.ts";
import { isRecord } from "../dialect/foreign.ts";
import { geminiBody } from "../dialect/gemini.ts";
import { chatBody } from "../dialect/openai-chat.ts";
import { responsesBody } from "../dialect/openai-responses.ts";
import { newConversations, type ShortenOptions } from "./conversations.ts";
import { NOTHING_SHORTENED, outcomeOf, type RequestOutcome } from "./outcome.ts";

/** What must be in a request to each API. All else in it says which tools there are, and what the server may do. */
export type RequestTo = {
	/** Anthropic's Messages API. */
	readonly anthropic: { readonly messages: readonly unknown[] };
	/** OpenAI's Chat Completions API, which many providers have. */
	readonly "openai-chat": { readonly messages: readonly unknown[] };
	/** OpenAI's Responses API. */
	readonly "openai-responses": { readonly input?: unknown };
	/** `generateContent` of the Gemini API, as its SDK or its body has it. */
	readonly gemini: { readonly contents: unknown };
	/** The call options of a language model of the AI SDK. `ibid/ai-sdk` uses this. */
	readonly "ai-sdk": { readonly prompt: readonly unknown[] };
};

/** The name of an API. */
export type Api = keyof RequestTo;

const SHAPES: Readonly<Record<Api, BodyShape>> = {
	anthropic: anthropicBody,
	"openai-chat": chatBody,
	"openai-responses": responsesBody,
	gemini: geminiBody,
	"ai-sdk": aiSdkOptions,
};

/** A request as it should be sent. */
export type ShortenedRequest<Request> = RequestOutcome & {
	/** The same object if nothing in it is shortened. In it, every message that is not shortened is the same object. */
	readonly request: Request;
};

/** Shortens one request after another. */
export type Shortener<Name extends Api> = <Request extends RequestTo[Name]>(
	request: Request,
) => ShortenedRequest<Request>;

/**
 * A request to an API without the lines that stand in it already. It is a pure function: how it changes a message
 * depends only on that message and those before it, so the provider's prompt cache stays valid. It never throws.
 */
export function shorten<Name extends Api, Request extends RequestTo[Name]>(
	api: Name,
	request: Request,
	options: ShortenOptions = {},
): ShortenedRequest<Request> {
	return newShortener(api, options)(request);
}

/** The same for many requests, of one conversation or of several: it remembers the latest ones to save time. */
export function newShortener<Name extends Api>(api: Name, options: ShortenOptions = {}): Shortener<Name> {
	const shape = SHAPES[api];
	const shortenConversation = newConversations(options);
	return (request) => {
		const untouched = { request, ...NOTHING_SHORTENED };
		try {
			const conversation = conversationIn(shape, withConfig(request));
			if (!conversation || isOffLimits(shape, conversation)) return untouched;
			const before = messagesIn(shape, conversation);
			const shortened = shortenConversation({ shape, conversation, messages: before });
			const items = shortened.messages.map(({ item }) => item);
			const isSame = items.every((item, index) => item === before[index]!.item);
			return { request: isSame ? request : { ...request, [shape.list]: items }, ...outcomeOf(shortened) };
		} catch {
			// Such as a message that is nested deeper than the stack.
			return untouched;
		}
	};
}

/** Gemini's SDK has a property for what its API has beside the list. */
function withConfig(request: unknown): unknown {
	return isRecord(request) && isRecord(request.config) ? { ...request.config, ...request } : request;
}

/** Whether no note may rely on the list, or the request carries the agent's own mark of its body. */
function isOffLimits(shape: BodyShape, conversation: JsonObject): boolean {
	return shape.mayDiffer(conversation) || [conversation, ...systemMessages(shape, conversation)].some(carriesBodyMark);
}

/** The messages of the system before the first reply, where an agent's own words may be. */
function systemMessages({ list, read }: BodyShape, conversation: JsonObject): JsonObject[] {
	const items = conversation[list];
	const all: readonly unknown[] = Array.isArray(items) ? items : [];
	const first = all.findIndex((item) => read(item)?.isReply);
	return all
		.slice(0, first < 0 ? all.length : first)
		.filter((item) => isRecord(item) && (item.role === "system" || item.role === "developer"))
		.map((system) => ({ system }));
}
