import { describe, expect, test } from "bun:test";
import { toldBy } from "../../contracts/body-words.ts";
import { aiSdkOptions } from "./ai-sdk.ts";

const told = (...items: readonly object[]): string[] => toldBy(aiSdkOptions, ...items);
const call = (toolCallId: string, more: object = {}): object => ({
	type: "tool-call",
	toolCallId,
	toolName: "read",
	input: {},
	...more,
});
const reply = (...content: readonly object[]): object => ({ role: "assistant", content });
const result = (toolCallId: string, output: unknown): object => ({
	role: "tool",
	content: [{ type: "tool-result", toolCallId, toolName: "read", output }],
});

describe("a message of the AI SDK", () => {
	test.each([
		["a text", { type: "text", value: "one" }, "done 1: one"],
		["an error", { type: "error-text", value: "no" }, "failed 1: no"],
		["a content of one text", { type: "content", value: [{ type: "text", text: "one" }] }, "done 1: one"],
		[
			"a content with a file",
			{ type: "content", value: [{ type: "text", text: "one" }, { type: "media" }] },
			"cut 1: one",
		],
		["a JSON value", { type: "json", value: { a: 1 } }, "cut 1: "],
		["a JSON string", { type: "json", value: "one" }, "cut 1: "],
		["a JSON error", { type: "error-json", value: { a: 1 } }, "cut 1: "],
		["a refusal", { type: "execution-denied", reason: "No." }, "cut 1: "],
	])("may have a result that is %s", (_, output, expected) => {
		expect(told(reply(call("1")), result("1", output)).at(-1)).toBe(expected);
	});

	test("may have calls that the provider ran, with their results in the reply", () => {
		const provider = { providerExecuted: true };
		const found = { type: "tool-result", toolCallId: "1", toolName: "read", output: { type: "json", value: [] } };
		expect(told(reply(call("1", provider), found, call("2")))).toEqual(["turn", "call 2 read {}"]);
	});

	test.each([
		[
			"a result of an earlier version",
			[reply(call("1")), { role: "tool", content: [{ type: "tool-result", toolCallId: "1", result: "a" }] }],
		],
		["a result without its call", [result("1", { type: "text", value: "a" })]],
		["a call whose input is a text", [reply(call("1", { input: "{}" }))]],
		["a part of another type", [reply({ type: "custom" })]],
		["a prompt that is a text", [{ role: "user", content: "Go on." }]],
	])("cannot be read if it has %s", (_, items) => {
		expect(told(...items).at(-1)).toBe("unknown");
	});
});

describe("a call of a language model of the AI SDK", () => {
	test.each([
		[undefined, false],
		[{ openai: { store: true, truncation: "disabled" } }, false],
		[{ openai: { previousResponseId: "resp_1" } }, true],
		[{ openai: { truncation: "auto" } }, true],
		[{ anthropic: { contextManagement: { edits: [] } } }, true],
		[{ google: { cachedContent: "cachedContents/1" } }, true],
	])("with the options %j may rely on what only the server has: %p", (providerOptions, expected) => {
		expect(aiSdkOptions.mayDiffer({ providerOptions })).toBe(expected);
	});

	test("declares its tools", () => {
		const inputSchema = { properties: { path: {} } };
		const tools = [
			{ type: "function", name: "read", inputSchema },
			{ type: "provider", id: "openai.web_search", name: "search", args: {} },
		];
		expect(aiSdkOptions.tools({ tools })).toEqual([
			{ name: "read", schema: inputSchema },
			{ name: "search", schema: {} },
		]);
	});
});
