import type { Entry } from "../src/conversation/types.ts";
import { type BodyMessage, type BodyShape, bodyDialect, messagesIn } from "../src/dialect/body.ts";
import type { Asked, Line, Speak } from "./dialect.ts";

/** How items of one API say the pieces of a conversation. */
export type ItemWords = {
	readonly prompt: (text: string) => object;
	/** What the model says and calls, and the items with the results that came. */
	readonly reply: (text: string, calls: readonly Asked[], results: readonly Asked[]) => readonly object[];
};

/** Writes lines as items of one API. */
export function itemsIn({ prompt, reply }: ItemWords): (line: Line) => readonly object[] {
	return (line) => {
		switch (line.kind) {
			case "prompt":
				return [prompt(line.text)];
			case "reply":
				return reply(
					"Let me see.",
					line.calls,
					line.calls.filter(({ end }) => end.kind !== "open"),
				);
			case "attached":
				return attached(line.path, line.text).map(prompt);
			// No API has words for it.
			case "asked":
				return [];
			case "summary":
				return [prompt("Files were read and changed.")];
		}
	};
}

function attached(path: string, text: string | undefined): string[] {
	if (text === undefined) return [`Note: ${path} changed on disk since you last read it.`];
	const input = JSON.stringify({ filePath: path });
	return [`Called the read tool with the following input: ${input}`, `Result of calling the read tool:\n${text}`];
}

/** Writes lines as messages of a body; relative paths start where the random sessions work. */
export function inBody(shape: BodyShape, words: ItemWords): Speak<BodyMessage> {
	const items = itemsIn(words);
	return (line) => messagesIn(shape, { [shape.list]: items(line) }).map(inProject);
}

/** A message of a conversation in the project of the random sessions. */
export function inProject(message: BodyMessage): BodyMessage {
	return { ...message, directory: "/w" };
}

const CLEARED = "[Old tool result content cleared]";

/** The text that is left of a result. */
function textOf({ end }: Asked): string {
	if (end.kind === "open") return "";
	return end.kind === "erased" ? CLEARED : end.text;
}

/** Several texts, in which nobody can tell how the result goes on. */
function textBlocks(asked: Asked, type = "text"): object[] {
	const block = { type, text: textOf(asked) };
	return asked.end.kind === "cut" ? [block, { type, text: "And more." }] : [block];
}

export const IN_ANTHROPIC: ItemWords = {
	prompt: (text) => ({ role: "user", content: [{ type: "text", text, cache_control: { type: "ephemeral" } }] }),
	reply: (text, calls, results) => [
		{
			role: "assistant",
			content: [
				{ type: "thinking", thinking: "…", signature: "c2ln" },
				{ type: "text", text },
				...calls.map(({ id, tool, input }) => ({ type: "tool_use", id, name: tool, input })),
			],
		},
		...(results.length === 0 ? [] : [{ role: "user", content: results.map(anthropicResult) }]),
	],
};

function anthropicResult(asked: Asked, index: number): object {
	const isText = asked.end.kind !== "cut" && index % 2 === 0;
	return {
		tool_use_id: asked.id,
		type: "tool_result",
		content: isText ? textOf(asked) : textBlocks(asked),
		...(asked.end.kind === "failed" && { is_error: true }),
	};
}

export const IN_RESPONSES: ItemWords = {
	prompt: (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
	reply: (text, calls, results) => [
		{ type: "reasoning", id: "rs_1", summary: [], encrypted_content: "c2ln" },
		{ type: "message", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
		...calls.map(({ id, tool, input }) => ({
			type: "function_call",
			call_id: id,
			name: tool,
			arguments: JSON.stringify(input),
		})),
		...results.map((asked, index) => ({
			type: "function_call_output",
			call_id: asked.id,
			output: asked.end.kind !== "cut" && index % 2 === 0 ? textOf(asked) : textBlocks(asked, "input_text"),
		})),
	],
};

export const IN_CHAT: ItemWords = {
	prompt: (content) => ({ role: "user", content }),
	reply: (content, calls, results) => [
		{
			role: "assistant",
			content,
			...(calls.length > 0 && {
				tool_calls: calls.map(({ id, tool, input }) => ({
					id,
					type: "function",
					function: { name: tool, arguments: JSON.stringify(input) },
				})),
			}),
		},
		...results.map((asked, index) => ({
			role: "tool",
			tool_call_id: asked.id,
			content: asked.end.kind !== "cut" && index % 2 === 0 ? textOf(asked) : textBlocks(asked),
		})),
	],
};

export const IN_GEMINI: ItemWords = {
	prompt: (text) => ({ role: "user", parts: [{ text }] }),
	reply: (text, calls, results) => [
		{
			role: "model",
			parts: [
				{ text },
				...calls.map(({ id, tool, input }) => ({
					functionCall: { id, name: tool, args: input },
					thoughtSignature: "c2ln",
				})),
			],
		},
		...(results.length === 0 ? [] : [{ role: "user", parts: results.map(geminiResponse) }]),
	],
};

function geminiResponse(asked: Asked): object {
	const { id, tool: name, end } = asked;
	const response = { [end.kind === "failed" ? "error" : "output"]: textOf(asked) };
	const image = { inlineData: { mimeType: "image/png", data: "" } };
	return { functionResponse: { id, name, response, ...(end.kind === "cut" && { parts: [image] }) } };
}

export const IN_AI_SDK: ItemWords = {
	prompt: (text) => ({ role: "user", content: [{ type: "text", text }] }),
	reply: (text, calls, results) => [
		{
			role: "assistant",
			content: [
				{ type: "reasoning", text: "…" },
				{ type: "text", text },
				...calls.map(({ id, tool, input }) => ({ type: "tool-call", toolCallId: id, toolName: tool, input })),
			],
		},
		...(results.length === 0 ? [] : [{ role: "tool", content: results.map(aiSdkResult) }]),
	],
};

function aiSdkResult(asked: Asked, index: number): object {
	const { id: toolCallId, tool: toolName, end } = asked;
	return { type: "tool-result", toolCallId, toolName, output: outputOf(asked, end.kind, index) };
}

function outputOf(asked: Asked, ended: Asked["end"]["kind"], index: number): object {
	if (ended === "failed") return { type: "error-text", value: textOf(asked) };
	const isText = ended !== "cut" && index % 2 === 0;
	return isText ? { type: "text", value: textOf(asked) } : { type: "content", value: textBlocks(asked) };
}

/** What a list of items tells, in words: one for each entry, "unknown" for an item that cannot be read. */
export function toldBy(shape: BodyShape, ...items: readonly object[]): string[] {
	return messagesIn(shape, { [shape.list]: items }).flatMap((message) => {
		const entries = bodyDialect(shape).parse(message);
		return entries?.filter(({ kind }) => kind !== "prompt").map(wordsOf) ?? ["unknown"];
	});
}

function wordsOf(entry: Entry): string {
	switch (entry.kind) {
		case "call":
			return `call ${entry.call.id} ${entry.call.tool} ${JSON.stringify(entry.call.input)}`;
		case "result":
			return `${entry.outcome} ${entry.id}: ${entry.text}`;
		case "shown":
			return `shown by ${entry.call.tool} ${JSON.stringify(entry.call.input)}: ${entry.outcome}`;
		case "hidden":
			return `hidden ${entry.path}`;
		default:
			return entry.kind;
	}
}
