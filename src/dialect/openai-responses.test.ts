import { describe, expect, test } from "bun:test";
import { toldBy } from "../../contracts/body-words.ts";
import { messagesIn } from "./body.ts";
import { responsesBody } from "./openai-responses.ts";

const told = (...items: readonly object[]): string[] => toldBy(responsesBody, ...items);
const call = (id: string, more: object = {}): object => ({
	type: "function_call",
	call_id: id,
	name: "exec_command",
	arguments: '{"cmd":"ls"}',
	...more,
});
const output = (id: string, text: unknown): object => ({ type: "function_call_output", call_id: id, output: text });
const text = (words: string): object => ({ type: "input_text", text: words });

describe("an item of the Responses API", () => {
	test.each([
		["a text", "one", "done 1: one"],
		["a text in a list", [text("one")], "done 1: one"],
		["two texts", [text("one"), text("two")], "cut 1: one\ntwo"],
		["a picture", [{ type: "input_image", image_url: "data:" }], "cut 1: "],
		["a server's text below the agent's head", [text("Wall time: 0.1 seconds\nOutput:"), text("one")], "done 1: one"],
		["what a script printed", [text("Script completed\nWall time 0.1 seconds\nOutput:\n"), text("one")], "done 1: one"],
		[
			"what a script printed twice",
			[text("Script completed\nWall time 0.1 seconds\nOutput:\n"), text("one"), text("two")],
			"cut",
		],
		["what a failed script printed", [text("Script failed\nWall time 0.1 seconds\nOutput:\n"), text("one")], "cut"],
		["nothing", undefined, "cut 1: "],
	])("may be an output that is %s", (_, content, expected) => {
		expect(told(call("1"), output("1", content)).at(-1)).toStartWith(expected);
	});

	test("is one of a reply if the model made it, and a reply is one turn", () => {
		const reasoning = { type: "reasoning", summary: [], encrypted_content: "c2ln" };
		const said = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Let me see." }] };
		const items = [reasoning, call("1"), said, reasoning, call("2"), output("1", "a"), output("2", "b"), call("1")];
		const ls = 'exec_command {"cmd":"ls"}';
		const first = ["turn", `call 1 ${ls}`, `call 2 ${ls}`, "done 1: a", "done 2: b"];
		expect(told({ role: "user", content: "Go on." }, ...items)).toEqual([...first, "turn", `call 1 ${ls}`]);
	});

	test("may be what another agent says, which ends a reply", () => {
		const sealed = { type: "encrypted_content", encrypted_content: "c2ln" };
		const heard = { type: "agent_message", author: "/root", content: [text("Task: look.\nPayload:\n"), sealed] };
		const ls = 'exec_command {"cmd":"ls"}';
		expect(told(call("1"), output("1", "a"), heard, call("2"))).toEqual([
			...["turn", `call 1 ${ls}`, "done 1: a"],
			...["turn", `call 2 ${ls}`],
		]);
		expect(told(call("1"), heard, output("1", "a")).at(-1)).toBe("done 1: a");
	});

	test("may have words of a user beside those of the host, each of which is read by itself", () => {
		const stated = text("<environment_context>\n  <cwd>/w</cwd>\n</environment_context>");
		const items = [{ type: "message", role: "user", content: [text("# AGENTS.md"), stated, text("Go on.")] }];
		expect(messagesIn(responsesBody, { input: items })[0]?.directory).toBe("/w");
	});

	test.each([
		[
			"a patch",
			{ type: "custom_tool_call", call_id: "1", name: "apply_patch", input: "a" },
			'apply_patch {"input":"a"}',
		],
		[
			"a command",
			{ type: "local_shell_call", call_id: "1", action: { command: ["ls"] } },
			'local_shell {"command":["ls"]}',
		],
		["one of a namespace", call("1", { namespace: "mcp__docs" }), 'mcp__docs__exec_command {"cmd":"ls"}'],
		["one without arguments", call("1", { arguments: "" }), "exec_command {}"],
	])("may be a call of %s", (_, item, expected) => {
		const ended = { type: "custom_tool_call_output", call_id: "1", output: "one" };
		expect(told(item, ended)).toEqual(["turn", `call 1 ${expected}`, "done 1: one"]);
	});

	test.each([
		["a compaction", [{ type: "compaction", encrypted_content: "c2ln" }]],
		["a reference to what the server has stored", [{ type: "item_reference", id: "msg_1" }]],
		["a call of a server's tool by MCP", [{ type: "mcp_call", id: "1", name: "read", arguments: "{}", output: "a" }]],
		["a call whose arguments are not JSON", [call("1", { arguments: "{" })]],
		["a call whose arguments are a list", [call("1", { arguments: "[]" })]],
		["an output without a call", [output("1", "a")]],
		["a second output", [call("1"), output("1", "a"), output("1", "a")]],
	])("cannot be read if it is %s", (_, items) => {
		expect(told(...items).at(-1)).toBe("unknown");
	});
});

describe("a request to the Responses API", () => {
	test.each([
		[{}, false],
		[{ store: true, previous_response_id: null, truncation: "disabled" }, false],
		[{ previous_response_id: "resp_1" }, true],
		[{ conversation: { id: "conv_1" } }, true],
		[{ truncation: "auto" }, true],
		[{ context_management: [{ type: "compaction", compact_threshold: 1000 }] }, true],
	])("with %j may rely on what only the server has: %p", (body, expected) => {
		expect(responsesBody.mayDiffer(body)).toBe(expected);
	});

	test("declares tools beside the list or in it, and in namespaces", () => {
		const parameters = { properties: { cmd: {} } };
		const script = { type: "custom", name: "exec", format: {} };
		const wait = { type: "function", name: "wait", parameters };
		const added = {
			type: "additional_tools",
			role: "developer",
			tools: [{ type: "namespace", name: "functions", tools: [script, wait] }],
		};
		const tools = [{ type: "function", name: "exec_command", parameters }, { type: "web_search" }];
		expect(responsesBody.tools({ tools, input: [added] })).toEqual([
			{ name: "exec_command", schema: parameters },
			{ name: "functions__exec", schema: {} },
			{ name: "functions__wait", schema: parameters },
		]);
		expect(told(added)).toEqual([]);
	});
});
