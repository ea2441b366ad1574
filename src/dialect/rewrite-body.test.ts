import { testBody } from "../../contracts/body.ts";
import { IN_AI_SDK, IN_ANTHROPIC, IN_CHAT, IN_GEMINI, IN_RESPONSES } from "../../contracts/body-words.ts";
import { aiSdkOptions } from "./ai-sdk.ts";
import { anthropicBody } from "./anthropic.ts";
import { geminiBody } from "./gemini.ts";
import { chatBody } from "./openai-chat.ts";
import { responsesBody } from "./openai-responses.ts";

testBody("Anthropic Messages", anthropicBody, IN_ANTHROPIC, 25);
testBody("OpenAI Responses", responsesBody, IN_RESPONSES, 25);
testBody("OpenAI Chat Completions", chatBody, IN_CHAT, 25);
testBody("Gemini", geminiBody, IN_GEMINI, 25);
testBody("AI SDK prompts", aiSdkOptions, IN_AI_SDK, 25);
