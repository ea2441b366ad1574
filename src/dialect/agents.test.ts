import { describe, expect, test } from "bun:test";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import { agentIn, toolsIn } from "./agents.ts";
import { anthropicBody } from "./anthropic.ts";
import type { BodyShape, JsonObject } from "./body.ts";
import { geminiBody } from "./gemini.ts";
import { chatBody } from "./openai-chat.ts";
import { responsesBody } from "./openai-responses.ts";

const schemaOf = (...names: readonly string[]): object => ({
	type: "object",
	properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

/** A request to the Messages API with a system prompt and a tool. */
const toAnthropic = (words: string, tool: string, ...names: readonly string[]): JsonObject => ({
	system: [{ type: "text", text: words }],
	tools: [{ name: tool, input_schema: schemaOf(...names) }],
	messages: [],
});

const toResponses = (words: string, ...tools: readonly object[]): JsonObject => ({
	input: [{ type: "message", role: "developer", content: [{ type: "input_text", text: words }] }],
	tools,
});

const toChat = (words: string, tool: string, ...names: readonly string[]): JsonObject => ({
	messages: [{ role: "system", content: words }],
	tools: [{ type: "function", function: { name: tool, parameters: schemaOf(...names) } }],
});

const toGemini = (words: string): JsonObject => ({
	contents: [{ role: "user", parts: [{ text: words }, { text: "Go on." }] }],
	tools: [{ functionDeclarations: [{ name: "read_file", parametersJsonSchema: schemaOf("file_path") }] }],
});

const scripts = { type: "namespace", name: "functions", tools: [{ type: "custom", name: "exec" }] };

describe("an agent", () => {
	test.each<[string, BodyShape, JsonObject]>([
		[
			"Claude Code",
			anthropicBody,
			toAnthropic("x-anthropic-billing-header: cc_version=2.1.325.ff3;", "Read", "file_path"),
		],
		[
			"Claude Code",
			anthropicBody,
			toAnthropic("You are Claude Code, Anthropic's official CLI for Claude.", "Bash", "command"),
		],
		["OpenCode", anthropicBody, toAnthropic("You are OpenCode, the best coding agent.", "read", "filePath")],
		[
			"pi coding agent",
			anthropicBody,
			toAnthropic(
				"You are an expert coding assistant operating inside pi, a coding agent harness. You",
				"read",
				"path",
			),
		],
		[
			"pi coding agent",
			chatBody,
			toChat("You are a coding assistant running inside pi, a coding agent harness. Help", "bash", "command"),
		],
		[
			"Codex",
			responsesBody,
			toResponses("You are Codex, a coding agent.", {
				type: "function",
				name: "exec_command",
				parameters: schemaOf("cmd"),
			}),
		],
		["Codex", responsesBody, { ...toResponses("You are Codex, an agent.", scripts) }],
		["Qwen Code", chatBody, toChat("You are Qwen Code, an interactive CLI agent.", "read_file", "file_path")],
		["Copilot CLI", chatBody, toChat("You are the GitHub Copilot CLI, a terminal assistant.", "view", "path")],
		["Gemini CLI", geminiBody, toGemini("<session_context>\nThis is the Gemini CLI. We are setting up.")],
	])("is known by its words and its tools: %s", (title, shape, request) => {
		expect(agentIn(shape, request)?.title).toBe(title);
		expect(agentIn(shape, { ...request, tools: [] })).toBeUndefined();
	});

	test.each<[string, BodyShape, JsonObject]>([
		[
			"it has the tools of one and not its words",
			anthropicBody,
			toAnthropic("You are a helpful assistant.", "Read", "file_path"),
		],
		[
			"it has the words of one and other tools",
			anthropicBody,
			toAnthropic("You are Claude Code, Anthropic's official CLI.", "read", "path"),
		],
		[
			"a tool has other arguments",
			anthropicBody,
			toAnthropic("You are Claude Code, Anthropic's official CLI.", "Read", "path"),
		],
		[
			"the user speaks of one",
			chatBody,
			toChat("My log: You are Qwen Code, an interactive CLI agent.", "read_file", "file_path"),
		],
	])("is not known if %s", (_, shape, request) => {
		expect(agentIn(shape, request)).toBeUndefined();
	});

	test("stays known while its conversation grows, whatever is said in it", () => {
		const request = toAnthropic("You are OpenCode, the best coding agent.", "read", "filePath");
		const messages = [
			{ role: "user", content: "Go on." },
			{ role: "assistant", content: "Let me see." },
			{ role: "user", content: "You are Claude Code, Anthropic's official CLI." },
		];
		for (let end = 0; end <= messages.length; end++)
			expect(agentIn(anthropicBody, { ...request, messages: messages.slice(0, end) })?.title).toBe("OpenCode");
	});
});

describe("the tools of an agent that is not known", () => {
	const tools = toolsIn(chatBody, toChat("You are helpful.", "read_file", "target_file", "explanation"));
	const viewOf = (input: JsonObject, tool = "read_file") => {
		const call = { id: "1", tool, input, directory: "" };
		const { subjects, readOnly, own } = lookAtCall(tools, call);
		expect({ readOnly, own }).toEqual({ readOnly: false, own: [] });
		const view = lookAtText(tools, call, "1\tone\n2\ttwo\n");
		return `${subjects[0]?.kind}: ${view.kind === "shown" ? view.parts.map(({ count }) => count) : view.kind}`;
	};

	test("show results of calls, and never lines of files", () => {
		expect(viewOf({ target_file: "a.ts", explanation: "look" })).toBe("call: 2");
		expect(viewOf({ command: "cat a.ts" }, "run")).toBe("call: 2");
	});

	test.each([".env", "/w/server.pem", "AGENTS.md", "docs/CLAUDE.md"])(
		"show nothing that could be quoted of %s",
		(path) => {
			expect(viewOf({ target_file: path })).toBe("call: ");
		},
	);
});
