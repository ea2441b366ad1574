/**
 * The entry point `ibid/dialect`: how agents and APIs write the messages of a conversation, whole bodies of requests,
 * and the type for a dialect of your own.
 */
export type { Entry } from "../conversation/types.ts";
export { type Agent, agentIn, toolsIn } from "./agents.ts";
export { aiSdkOptions } from "./ai-sdk.ts";
export { anthropicBody, carriesBodyMark } from "./anthropic.ts";
export {
	type BodyMessage,
	type BodyShape,
	bodyDialect,
	conversationIn,
	type DeclaredTool,
	messagesIn,
} from "./body.ts";
export { shapeAt } from "./body-shapes.ts";
export { geminiBody } from "./gemini.ts";
export { chatBody } from "./openai-chat.ts";
export { responsesBody } from "./openai-responses.ts";
export { type OpenCodeMessage, openCodeDialect } from "./opencode.ts";
export { type PiMessage, piDialect } from "./pi.ts";
export { type BodyRequest, rewriteBody } from "./rewrite-body.ts";
export type { Dialect } from "./types.ts";
