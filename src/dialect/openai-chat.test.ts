import { describe, expect, test } from "bun:test";
import { toldBy } from "../../contracts/body-words.ts";
import { chatBody } from "./openai-chat.ts";

const told = (...items: readonly object[]): string[] => toldBy(chatBody, ...items);
const call = (id: string, words = '{"path":"a.ts"}'): object => ({
	id,
	type: "function",
	function: { name: "read", arguments: words },
});
const reply = (...calls: readonly object[]): object => ({ role: "assistant", content: null, tool_calls: calls });
const result = (id: string, content: unknown): object => ({ role: "tool", tool_call_id: id, content });
const text = (words: string): object => ({ type: "text", text: words });

describe("a message of Chat Completions", () => {
	test.each([
		["a text", "one", "done 1: one"],
		["a text in a list", [text("one")], "done 1: one"],
		["two texts", [text("one"), text("two")], "cut 1: one\ntwo"],
		["a picture", [{ type: "image_url", image_url: { url: "data:" } }], "cut 1: "],
		["an empty text", "", "done 1: "],
		["nothing", [], "cut 1: "],
	])("may be a result that is %s", (_, content, expected) => {
		expect(told(reply(call("1")), result("1", content)).at(-1)).toBe(expected);
	});

	test("has a call of the older form, whose result names the function", () => {
		const asked = { role: "assistant", content: null, function_call: { name: "read", arguments: "{}" } };
		const answered = { role: "function", name: "read", content: "one" };
		expect(told(asked, answered)).toEqual(["turn", "call read read {}", "done read: one"]);
	});

	test("has calls of custom tools, and what providers add to it", () => {
		const custom = { id: "1", type: "custom", custom: { name: "patch", input: "a" } };
		const item = { ...reply(custom), reasoning_content: "…", copilot_cache_control: {}, refusal: null };
		expect(told(item, result("1", "ok"))).toEqual(["turn", 'call 1 patch {"input":"a"}', "done 1: ok"]);
	});

	test.each([
		["a result without its call", [result("1", "a")]],
		["a second result of a call", [reply(call("1")), result("1", "a"), result("1", "b")]],
		[
			"a result after the next reply",
			[reply(call("1")), { role: "user", content: "No." }, reply(call("2")), result("1", "a")],
		],
		["arguments that are not JSON", [reply(call("1", "{"))]],
		["a call without an id", [reply({ type: "function", function: { name: "read", arguments: "{}" } })]],
		["another role", [{ role: "critic", content: "a" }]],
	])("cannot be read if it has %s", (_, items) => {
		expect(told(...items).at(-1)).toBe("unknown");
	});
});

describe("a request for Chat Completions", () => {
	test.each([
		[{ store: true }, false],
		[{ transforms: [] }, false],
		[{ transforms: ["middle-out"] }, true],
		[{ plugins: [{ id: "web" }] }, false],
		[{ plugins: [{ id: "web" }, { id: "context-compression" }] }, true],
	])("with %j may lose messages on its way: %p", (body, expected) => {
		expect(chatBody.mayDiffer(body)).toBe(expected);
	});

	test("declares tools of both forms", () => {
		const parameters = { properties: { path: {} } };
		const tools = [
			{ type: "function", function: { name: "read", parameters } },
			{ type: "custom", custom: { name: "patch" } },
		];
		expect(chatBody.tools({ tools, functions: [{ name: "now" }] })).toEqual([
			{ name: "read", schema: parameters },
			{ name: "now", schema: {} },
		]);
	});
});
