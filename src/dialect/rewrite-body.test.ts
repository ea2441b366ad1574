import { describe, expect, test } from "bun:test";
import { testBody } from "../../contracts/body.ts";
import { IN_AI_SDK, IN_ANTHROPIC, IN_CHAT, IN_GEMINI, IN_RESPONSES } from "../../contracts/body-words.ts";
import { aiSdkOptions } from "./ai-sdk.ts";
import { anthropicBody } from "./anthropic.ts";
import { bodyDialect } from "./body.ts";
import { shapeAt } from "./body-shapes.ts";
import { geminiBody } from "./gemini.ts";
import { chatBody } from "./openai-chat.ts";
import { responsesBody } from "./openai-responses.ts";
import { type BodyRequest, rewriteBody } from "./rewrite-body.ts";

testBody("Anthropic Messages", anthropicBody, IN_ANTHROPIC, 20);
testBody("OpenAI Responses", responsesBody, IN_RESPONSES, 20);
testBody("OpenAI Chat Completions", chatBody, IN_CHAT, 20);
testBody("Gemini", geminiBody, IN_GEMINI, 20);
testBody("AI SDK prompts", aiSdkOptions, IN_AI_SDK, 20);

/** Every result in a request with other words. */
const shorten = ({ shape, messages }: BodyRequest) => {
	const { parse, rewrite } = bodyDialect(shape);
	return messages.map((message) => {
		const results = (parse(message) ?? []).filter((entry) => entry.kind === "result");
		return rewrite(message, new Map(results.map(({ id }) => [id, "short"])));
	});
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A body as it comes out, and whether it is the very object that went in. */
function sent(path: string, text: string, change = shorten): { readonly text: string; readonly isSame: boolean } {
	const body = bytesOf(text);
	const out = rewriteBody(body, shapeAt(path) ?? (() => undefined), change);
	return { text: new TextDecoder().decode(out), isSame: out === body };
}

const CALL = '{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"Read","input":{}}]}';
const answered = (text: string): string =>
	`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"${text}","cache_control":{"type":"ephemeral","ttl":"1h"}}]}`;
const request = (before: string, text = "a long text"): string =>
	`{ "model":"a", ${before} "messages":[${CALL},${answered(text)}],"temperature":1.0,"big":12345678901234567890}`;

describe("a body", () => {
	test("has other texts for its results, and every other byte as it was", () => {
		const { text } = sent("/v1/messages", request('"system":"\\u0041",'));
		expect(text).toBe(request('"system":"\\u0041",', "short"));
	});

	test("is changed inside the request of Code Assist", () => {
		const call = '{"role":"model","parts":[{"functionCall":{"name":"read_file","args":{}}}]}';
		const body = (text: string): string =>
			`{"model":"a","request":{"contents":[${call},{"role":"user","parts":[{"functionResponse":{"name":"read_file","response":{"output":"${text}"}}}]}],"session_id":"s"}}`;
		expect(sent("/v1internal:streamGenerateContent?alt=sse", body("a long text")).text).toBe(body("short"));
	});

	test("has another text wherever a response is that comes twice", () => {
		const call = '{"role":"model","parts":[{"functionCall":{"id":"1","name":"read_file","args":{}}}]}';
		const part = (text: string): string =>
			`{"functionResponse":{"id":"1","name":"read_file","response":{"output":"${text}"}}}`;
		const body = (text: string): string =>
			`{"contents":[${call},{"role":"user","parts":[${part(text)},${part(text)}]}]}`;
		expect(sent("/v1beta/models/m:generateContent", body("a long text")).text).toBe(body("short"));
	});

	test.each([
		[
			"carries a mark of itself",
			request('"system":[{"type":"text","text":"x-anthropic-billing-header: cch=4eca3;"}],'),
		],
		["lets the server clear results", request('"context_management":{"edits":[{"type":"clear_tool_uses_20250919"}]},')],
		["is not JSON", request("").slice(0, -1)],
		["begins with a byte order mark", `\ufeff${request("")}`],
		[
			"has a key twice on the way to a text",
			request("").replace('"tool_use_id":"1"', '"tool_use_id":"1","tool_use_id":"1"'),
		],
		["has its list twice", request('"messages":[],')],
		["has no list", "{}"],
		["is a list", "[]"],
		["is empty", ""],
	])("passes as it came if it %s", (_, text) => {
		expect(sent("/v1/messages", text).isSame).toBe(true);
	});

	test("passes as it came to a path that is not known", () => {
		expect(sent("/v1/messages/batches", request("")).isSame).toBe(true);
	});

	test.each<[string, typeof shorten]>([
		["shortening it fails", () => fail()],
		["a message is lost", (given) => shorten(given).slice(1)],
		["a message comes twice", (given) => [...shorten(given), ...given.messages]],
		["something else of a message is changed", ({ messages }) => messages.map((message) => ({ ...message, item: {} }))],
		[
			"half a letter is cut off",
			({ shape, messages }) =>
				messages.map((message) => bodyDialect(shape).rewrite(message, new Map([["1", "\ud83d"]]))),
		],
	])("passes as it came if %s", (_, change) => {
		expect(sent("/v1/messages", request(""), change).isSame).toBe(true);
	});

	test("passes as it came if it is nested deeper than any stack, and is never an error", () => {
		const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
		const text = request(`"metadata":${deep},`);
		expect([text, request(`"metadata":${deep},`, "short")]).toContain(sent("/v1/messages", text).text);
	});

	test("is never an error, whatever bytes it has", () => {
		const body = bytesOf(request(""));
		for (let at = 0; at < body.length; at++)
			for (const byte of [0x00, 0x22, 0x5c, 0x7d, 0x5d, 0xff]) {
				const spoiled = body.with(at, byte);
				expect(rewriteBody(spoiled, () => anthropicBody, shorten)).toBeInstanceOf(Uint8Array);
			}
	});
});

function fail(): never {
	throw new Error("a fault");
}
