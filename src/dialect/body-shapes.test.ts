import { describe, expect, test } from "bun:test";
import { shapeAt } from "./body-shapes.ts";

const contents = { contents: [] };
const messages = { messages: [] };

/** Where the list is in a body that was posted to a path. */
function listAt(path: string, body: unknown): string | undefined {
	const shape = shapeAt(path)?.(body);
	return shape && [...shape.at, shape.list].join(".");
}

describe("the shape of a request", () => {
	test.each<[string, unknown, string]>([
		["/v1/messages", messages, "messages"],
		["/secret/v1/messages?beta=true", messages, "messages"],
		["/v1/messages/count_tokens", messages, "messages"],
		["/v1/responses", { input: [] }, "input"],
		["/backend-api/codex/responses", { input: [] }, "input"],
		["/v1/responses/input_tokens", { input: [] }, "input"],
		["/v1/chat/completions", messages, "messages"],
		["/openai/deployments/a/chat/completions?api-version=1", messages, "messages"],
		["/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse", contents, "contents"],
		["/v1beta/models/gemini-2.5-pro:generateContent", contents, "contents"],
		["/v1beta/models/gemini-2.5-pro:countTokens", contents, "contents"],
		["/v1beta/models/a:countTokens", { generateContentRequest: contents }, "generateContentRequest.contents"],
		["/v1beta1/publishers/google/models/a:generateContent", contents, "contents"],
		["/v1internal:streamGenerateContent?alt=sse", { model: "a", request: contents }, "request.contents"],
		["/v1internal:countTokens", { request: contents }, "request.contents"],
	])("to %s with %j is known", (path, body, expected) => {
		expect(listAt(path, body)).toBe(expected);
	});

	test.each<[string, unknown]>([
		["/v1/messages", { messages: "a" }],
		["/v1/messages", { input: [] }],
		["/v1/messages", undefined],
		["/v1/responses", { input: "Go on." }],
		["/v1internal:generateContent", contents],
		["/v1beta/models/a:countTokens", { ...contents, generateContentRequest: contents }],
	])("to %s with %j is not", (path, body) => {
		expect(listAt(path, body)).toBeUndefined();
	});

	test.each([
		"/",
		"/v1/models",
		"/v1/messages/batches",
		"/v1/responses/resp_1",
		"/v1/completions",
		"/v1/embeddings",
		"/v1internal:loadCodeAssist",
		"/v1beta/models/a:embedContent",
		"/v1/projects/p/locations/l/publishers/anthropic/models/claude:rawPredict",
		"/model/anthropic.claude/invoke",
		"/v1/audio?for=/v1/messages",
	])("to %s need not be read", (path) => {
		expect(shapeAt(path)).toBeUndefined();
	});
});
