import { anthropicBody } from "./anthropic.ts";
import { type BodyShape, conversationIn } from "./body.ts";
import { geminiBody } from "./gemini.ts";
import { chatBody } from "./openai-chat.ts";
import { responsesBody } from "./openai-responses.ts";

/** The same conversation inside a property of the body. */
function inside(shape: BodyShape, ...at: readonly string[]): BodyShape {
	return { ...shape, at };
}

/** Code Assist wraps the request of the Gemini API, and one form of its `countTokens` does, too. */
const wrapped = inside(geminiBody, "request");
const counted = inside(geminiBody, "generateContentRequest");

/** The ends of request paths, and the shapes that a body there may have. Requests that only count tokens are alike. */
const PATHS: readonly (readonly [RegExp, readonly BodyShape[]])[] = [
	[/\/v1internal:(?:generateContent|streamGenerateContent|countTokens)$/, [wrapped]],
	[/\/models\/[^/]+:(?:generateContent|streamGenerateContent)$/, [geminiBody]],
	[/\/models\/[^/]+:countTokens$/, [geminiBody, counted]],
	[/\/v1\/messages(?:\/count_tokens)?$/, [anthropicBody]],
	[/\/responses(?:\/input_tokens)?$/, [responsesBody]],
	[/\/chat\/completions$/, [chatBody]],
];

/**
 * How the body of a request to this path holds a conversation: a function of the body, because that must fit, too.
 * Undefined if requests to this path are none that we know, so that their bodies need not be read.
 */
export function shapeAt(path: string): ((body: unknown) => BodyShape | undefined) | undefined {
	const [bare = ""] = path.split(/[?#]/, 1);
	const shapes = PATHS.find(([end]) => end.test(bare))?.[1];
	if (!shapes) return undefined;
	return (body) => {
		const fitting = shapes.filter((shape) => conversationIn(shape, body));
		return fitting.length === 1 ? fitting[0] : undefined;
	};
}
