import { describe, expect, test } from "bun:test";
import { describeTools, readTool } from "../lens/index.ts";
import { shorteningFetch } from "./fetch.ts";
import { NOTHING_SHORTENED, type RequestOutcome } from "./outcome.ts";
import { type Api, newShortener, shorten } from "./shorten.ts";

const CODE = Array.from({ length: 40 }, (_, index) => `const value${index + 1} = compute(${index + 1});`).join("\n");

/** Two calls of a tool to Anthropic's API, and their results. */
const calls = (tool: string, first: object, second: object, text = CODE): object[] => [
	{ role: "user", content: "Go on." },
	...[first, second].flatMap((input, index) => [
		{ role: "assistant", content: [{ type: "tool_use", id: `${index}`, name: tool, input }] },
		{ role: "user", content: [{ type: "tool_result", tool_use_id: `${index}`, content: text }] },
	]),
];

const formsOf = (request: { readonly messages: readonly object[] }, options = {}): string[] =>
	shorten("anthropic", request, options).results.map(({ form, reason }) => reason ?? form);

const twice = { messages: calls("show", { path: "/w/a.ts" }, { path: "/w/a.ts" }) };

describe("a request", () => {
	test("says of each result what was sent for it", () => {
		const { results, saved } = shorten("anthropic", twice);
		const [first, second] = results;
		expect(first).toEqual({
			message: 2,
			id: "0",
			tool: "show",
			form: "whole",
			reason: "fresh",
			notes: 0,
			before: second!.before,
			after: second!.before,
			original: CODE,
			text: CODE,
		});
		expect(second).toMatchObject({ message: 4, id: "1", form: "same", notes: 1, original: CODE });
		expect(second!.text).toStartWith("[ibid] 40 lines as in the last run");
		expect(saved).toBe(second!.before - second!.after);
	});

	test.each<[string, object]>([
		["a mark of its body", { system: [{ type: "text", text: "x-anthropic-billing-header: cch=4eca3;" }] }],
		["a mark of its body in a text", { system: "x-anthropic-billing-header: cch=4eca3;" }],
		[
			"a mark of its body in a message of the system",
			{ messages: [{ role: "system", content: "billing: cch=4eca3;" }, ...twice.messages] },
		],
		["leave to clear results", { context_management: { edits: [{ type: "clear_tool_uses_20250919" }] } }],
	])("passes as it came with %s", (_, more) => {
		const request = { ...twice, ...more };
		expect(shorten("anthropic", request)).toEqual({ request, ...NOTHING_SHORTENED });
		expect(shorten("anthropic", request).request).toBe(request);
	});

	test.each<[Api, object]>([
		["openai-chat", { messages: [{ role: "developer", content: "cch=4eca3" }] }],
		["openai-chat", { transforms: ["middle-out"] }],
		["openai-responses", { previous_response_id: "resp_1" }],
		["openai-responses", { truncation: "auto" }],
		["gemini", { cachedContent: "cachedContents/1" }],
		["gemini", { config: { cachedContent: "cachedContents/1" } }],
		["ai-sdk", { prompt: [{ role: "system", content: "cch=4eca3" }] }],
		["ai-sdk", { providerOptions: { openai: { previousResponseId: "resp_1" } } }],
	])("to %s passes as it came with %j", (api, more) => {
		const [list, items] = REQUESTS[api];
		expect(shorten(api, Object({ [list]: items })).saved).toBeGreaterThan(0);
		const all = Object({ ...more, [list]: [...(Object(more)[list] ?? []), ...items] });
		expect(shorten(api, all).request).toBe(all);
	});

	test("whose user only speaks of such a mark is shortened", () => {
		const messages = [{ role: "user", content: "What is cch=4eca3?" }, ...twice.messages];
		expect(shorten("anthropic", { messages }).saved).toBeGreaterThan(0);
	});

	test.each<[string, unknown]>([
		["nothing", undefined],
		["null", null],
		["a text", "Go on."],
		["a list", []],
		["a list of another API", { input: [] }],
		["a text in place of the list", { messages: "Go on." }],
	])("that is %s passes as it came", (_, request) => {
		const given: Parameters<typeof formsOf>[0] = Object(request);
		expect(shorten("anthropic", given).request).toBe(given);
	});

	test("with the bytes of an image is compared without looking at them", () => {
		const image = {
			role: "user",
			content: [{ type: "file", mediaType: "image/png", data: new Uint8Array(50_000_000) }],
		};
		const next = newShortener("ai-sdk");
		const request = { prompt: [image, ...TO_AI_SDK] };
		for (const _ of [1, 2, 3]) expect(next(request).saved).toBeGreaterThan(0);
		expect(next(request).request.prompt[0]).toBe(image);
	});
});

describe("options", () => {
	const tools = describeTools({ show: readTool({ path: "path" }), open: readTool({ path: "file" }) });
	const noteOf = (first: object, second: object, options: object): string | undefined =>
		shorten("anthropic", { messages: calls("show", first, second) }, options).results[1]?.text;

	test("describe tools, so that lines of a file are known wherever they are shown", () => {
		const [first, second] = [{ path: "/w/a.ts" }, { path: "/w/a.ts", why: "check" }];
		expect(noteOf(first, second, {})).toContain('40 lines = output of "show /w/a.ts"');
		expect(noteOf(first, second, { tools })).toContain("lines 1-40 as last shown by show");
	});

	test("say where relative paths start", () => {
		const [first, second] = [{ path: "a.ts" }, { path: "/w/a.ts" }];
		expect(noteOf(first, second, { tools })).toContain('= output of "show a.ts"');
		expect(noteOf(first, second, { tools, directory: "/w" })).toContain("lines 1-40 as last shown by show");
	});

	test("have gates of their own, and keep the others", () => {
		expect(formsOf(twice, { policy: { tokens: 10_000 } })).toEqual(["short", "short"]);
		const ignored = { tools, policy: { isIgnored: (file: string) => file === "/w/a.ts" } };
		expect(formsOf(twice, ignored)).toEqual(["ignored", "ignored"]);
	});

	test("switch lean text off", () => {
		const hits = Array.from({ length: 40 }, (_, index) => `src/conversation/fold.ts:${index}:value ${index * 7}`);
		const messages = calls("search", { words: "a" }, { words: "b" }, hits.join("\n")).slice(0, 3);
		expect(formsOf({ messages })).toEqual(["lean"]);
		expect(formsOf({ messages }, { lean: [] })).toEqual(["fresh"]);
	});
});

describe("folds", () => {
	const tools = describeTools({ show: readTool({ path: "path" }) });
	const findFolds = (path: string) => (path === "/w/a.ts" ? [{ first: 3, last: 35 }] : undefined);
	const whole = { path: "/w/a.ts" };

	test("are left out of a first view, said to the program and not counted as saved", () => {
		const { request, results, saved, withheld } = shorten(
			"anthropic",
			{ messages: calls("show", whole, whole).slice(0, 3) },
			{ tools, findFolds },
		);
		expect(results.map(({ form }) => form)).toEqual(["outline"]);
		expect(JSON.stringify(request.messages[2])).toContain("[ibid] lines 3-35 folded");
		expect(withheld).toEqual(new Map([["/w/a.ts", [{ first: 3, last: 35 }]]]));
		expect(saved).toBe(0);
	});

	test("come whole when they are asked for, and are withheld no more", () => {
		const { results, withheld } = shorten("anthropic", { messages: calls("show", whole, whole) }, { tools, findFolds });
		expect(results[1]!.text).toContain(CODE.split("\n").slice(2, 35).join("\n"));
		expect(withheld.size).toBe(0);
	});

	test("are in no file without the option, or that it does not know", () => {
		const other = { path: "/w/b.ts" };
		const { results, withheld } = shorten("anthropic", { messages: calls("show", other, other) }, { tools, findFolds });
		expect(results[0]!.text).toBe(CODE);
		expect(withheld.size).toBe(0);
		expect(formsOf({ messages: calls("show", whole, whole).slice(0, 3) }, { tools })).toEqual(["fresh"]);
	});

	test("are known to a program that only sends requests", async () => {
		const outcomes: RequestOutcome[] = [];
		const send = async (_url: string, init?: { readonly body?: string }): Promise<string> => init?.body ?? "";
		const options = { tools, findFolds, onRequest: (outcome: RequestOutcome) => void outcomes.push(outcome) };
		const body = JSON.stringify({ messages: calls("show", whole, whole).slice(0, 3) });
		const sent = await shorteningFetch(send, options)("https://api.example.com/v1/messages", { body });
		expect(sent).toContain("[ibid] lines 3-35 folded");
		expect(outcomes.map(({ withheld }) => [...withheld.keys()])).toEqual([["/w/a.ts"]]);
	});
});

describe("what is remembered", () => {
	test("does not outlive another table of tools", () => {
		const declared = { name: "show", input_schema: { type: "object", properties: { path: { type: "string" } } } };
		const messages = calls("show", { path: "/w/AGENTS.md" }, { path: "/w/AGENTS.md" });
		const next = newShortener("anthropic");
		const forms = [{ messages }, { messages, tools: [declared] }, { messages }].map((request) =>
			next(request).results.map(({ form }) => form),
		);
		expect(forms).toEqual([
			["whole", "same"],
			["whole", "whole"],
			["whole", "same"],
		]);
	});
});

const IDS = ["1", "2"];

const TO_AI_SDK = IDS.flatMap((id) => [
	{ role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "show", input: {} }] },
	{
		role: "tool",
		content: [{ type: "tool-result", toolCallId: id, toolName: "show", output: { type: "text", value: CODE } }],
	},
]);

/** A request to each API in which a call comes again, by its list. */
const REQUESTS = {
	anthropic: ["messages", twice.messages],
	"openai-chat": [
		"messages",
		IDS.flatMap((id) => [
			{ role: "assistant", tool_calls: [{ id, type: "function", function: { name: "show", arguments: "{}" } }] },
			{ role: "tool", tool_call_id: id, content: CODE },
		]),
	],
	"openai-responses": [
		"input",
		IDS.flatMap((id) => [
			{ type: "function_call", call_id: id, name: "show", arguments: "{}" },
			{ type: "function_call_output", call_id: id, output: CODE },
		]),
	],
	gemini: [
		"contents",
		IDS.flatMap((id) => [
			{ role: "model", parts: [{ functionCall: { id, name: "show", args: {} } }] },
			{ role: "user", parts: [{ functionResponse: { id, name: "show", response: { output: CODE } } }] },
		]),
	],
	"ai-sdk": ["prompt", TO_AI_SDK],
} as const;
