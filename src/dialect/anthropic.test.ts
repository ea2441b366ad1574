import { describe, expect, test } from "bun:test";
import { toldBy } from "../../contracts/body-words.ts";
import { anthropicBody, carriesBodyMark } from "./anthropic.ts";

const told = (...items: readonly object[]): string[] => toldBy(anthropicBody, ...items);
const reply = (...content: readonly object[]): object => ({ role: "assistant", content });
const user = (...content: readonly object[]): object => ({ role: "user", content });
const use = (id: string, name = "Read"): object => ({ type: "tool_use", id, name, input: {} });
const result = (id: string, content: unknown, more: object = {}): object => ({
	type: "tool_result",
	tool_use_id: id,
	content,
	...more,
});
const text = (words: string): object => ({ type: "text", text: words });

/** What is told of the result of one call. */
const toldOf = (content: unknown, more?: object): string | undefined =>
	told(reply(use("1")), user(result("1", content, more))).at(-1);

describe("a message to the Messages API", () => {
	test.each([
		["a text", "one", {}, "done 1: one"],
		["a text block", [text("one")], {}, "done 1: one"],
		["a marked text block", [{ ...text("one"), cache_control: { type: "ephemeral" } }], {}, "done 1: one"],
		["an error", "no", { is_error: true }, "failed 1: no"],
		["two text blocks", [text("one"), text("two")], {}, "cut 1: one\ntwo"],
		["a text and an image", [text("one"), { type: "image", source: {} }], {}, "cut 1: one"],
		["a reference to a tool", [{ type: "tool_reference", tool_name: "WebFetch" }], {}, "cut 1: "],
		["nothing", undefined, {}, "cut 1: "],
		["an empty list", [], {}, "cut 1: "],
		["a number", 7, {}, "cut 1: "],
	])("may have a result that is %s", (_, content, more, expected) => {
		expect(toldOf(content, more)).toBe(expected);
	});

	test("belongs to the turn of the reply before it, whatever stands between them", () => {
		const reminder = { role: "system", content: "<total_tokens>7 tokens left</total_tokens>" };
		const items = [reply(use("1"), use("2")), user(result("2", "b")), reminder, user(result("1", "a"), text("Go on."))];
		expect(told(...items)).toEqual(["turn", "call 1 Read {}", "call 2 Read {}", "done 2: b", "done 1: a"]);
	});

	test.each([
		["a result without its call", [user(result("1", "a"))]],
		["a second result of a call", [reply(use("1")), user(result("1", "a")), user(result("1", "b"))]],
		["two results of a call at once", [reply(use("1")), user(result("1", "a"), result("1", "b"))]],
		[
			"a result of a call before the last reply",
			[reply(use("1")), user(text("No.")), reply(use("2")), user(result("1", "a"))],
		],
		["a call of the user", [user(use("1"))]],
		["a result in a reply", [reply(use("1"), result("1", "a"))]],
		["a block of another type", [reply({ type: "compaction", content: "a" })]],
		["a call of a server's tool by MCP", [reply({ type: "mcp_tool_use", id: "1", name: "Read", input: {} })]],
		["a call whose input is a text", [reply({ ...use("1"), input: "{}" })]],
		["another role", [{ role: "tool", content: "a" }]],
	])("cannot be read if it has %s", (_, items) => {
		expect(told(...items).at(-1)).toBe("unknown");
	});

	test("may have thinking, pictures and tools that the server runs, which show nothing of files", () => {
		const thinking = { type: "thinking", thinking: "…", signature: "c2ln" };
		const server = { type: "server_tool_use", id: "1", name: "web_search", input: {} };
		const found = { type: "web_search_tool_result", tool_use_id: "1", content: [] };
		expect(told(user({ type: "image", source: {} }), reply(thinking, server, found))).toEqual(["turn"]);
	});

	test("hides a file that the host has attached or that has changed on disk", () => {
		const called = text(
			'<system-reminder>\nCalled the Read tool with the following input: {"file_path":"/w/a.ts"}\n</system-reminder>',
		);
		const shown = text("<system-reminder>\nResult of calling the Read tool:\n1\tone\n</system-reminder>");
		const changed = { role: "system", content: "Note: b.ts changed on disk since you last read it." };
		expect(told(user(called), user(shown), changed)).toEqual([
			'shown by Read {"file_path":"/w/a.ts"}: cut',
			"hidden /w/a.ts",
			"hidden b.ts",
		]);
	});
});

describe("a request to the Messages API", () => {
	test.each([
		["nothing", undefined, false],
		["null", null, false],
		["clearing of thinking", { edits: [{ type: "clear_thinking_20251015", keep: "all" }] }, false],
		[
			"clearing of results",
			{ edits: [{ type: "clear_tool_uses_20250919", keep: { type: "tool_uses", value: 3 } }] },
			true,
		],
		["both", { edits: [{ type: "clear_thinking_20251015" }, { type: "clear_tool_uses_20250919" }] }, true],
		["a compaction", { edits: [{ type: "compact_20260112" }] }, true],
		["something unknown", "all", true],
	])("that asks the server for %s", (_, management, expected) => {
		expect(anthropicBody.mayDiffer({ context_management: management })).toBe(expected);
	});

	test.each([
		["x-anthropic-billing-header: cc_version=2.1.325.ff3; cc_entrypoint=sdk-cli;", false],
		["x-anthropic-billing-header: cc_version=2.1.325.ff3; cc_entrypoint=sdk-cli; cch=4eca3; cc_prev_req=req_1;", true],
		["cch=4eca3;", true],
		["x-anthropic-billing-header: cc_version=2.1.325.ff3;\ncch=4eca3;", true],
		["Branches are named cch-1.", false],
	])("whose system prompt is %j carries a mark of its body: %p", (words, expected) => {
		for (const system of [words, [text(words)], [{ type: "image" }, text(words)]])
			expect(carriesBodyMark({ system, messages: [] })).toBe(expected);
		expect(carriesBodyMark({ messages: [{ role: "user", content: words }] })).toBe(false);
	});

	test("declares tools by name", () => {
		const schema = { type: "object", properties: { file_path: { type: "string" } } };
		const tools = [
			{ name: "Read", input_schema: schema },
			{ type: "web_search_20250305", name: "web_search" },
		];
		expect(anthropicBody.tools({ tools })).toEqual([
			{ name: "Read", schema },
			{ name: "web_search", schema: {} },
		]);
		expect(anthropicBody.tools({})).toEqual([]);
	});
});
