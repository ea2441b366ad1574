import { IN_AI_SDK, IN_ANTHROPIC, IN_CHAT, IN_GEMINI, IN_RESPONSES, inBody } from "../../contracts/body-words.ts";
import { testDialect } from "../../contracts/dialect.ts";
import { aiSdkOptions } from "./ai-sdk.ts";
import { anthropicBody } from "./anthropic.ts";
import { bodyDialect } from "./body.ts";
import { geminiBody } from "./gemini.ts";
import { chatBody } from "./openai-chat.ts";
import { responsesBody } from "./openai-responses.ts";

testDialect("Anthropic Messages", bodyDialect(anthropicBody), inBody(anthropicBody, IN_ANTHROPIC));
testDialect("OpenAI Responses", bodyDialect(responsesBody), inBody(responsesBody, IN_RESPONSES), "unmarked");
testDialect("OpenAI Chat Completions", bodyDialect(chatBody), inBody(chatBody, IN_CHAT), "unmarked");
testDialect("Gemini", bodyDialect(geminiBody), inBody(geminiBody, IN_GEMINI));
testDialect("the AI SDK", bodyDialect(aiSdkOptions), inBody(aiSdkOptions, IN_AI_SDK));
