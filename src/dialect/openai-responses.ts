import * as v from "valibot";
import type { BodyShape, DeclaredTool, JsonObject } from "./body.ts";
import { Arguments, isRecord, Properties, understood } from "./foreign.ts";
import { type ItemReading, type ItemResult, itemOf, resultText, wordsIn } from "./item.ts";

/** Requests to OpenAI's Responses API. A reply is several items in a row. */
export const responsesBody: BodyShape = {
	at: [],
	list: "input",
	read: readItem,
	system: ({ instructions }) => (typeof instructions === "string" ? [instructions] : []),
	tools: declaredTools,
	mayDiffer: goesOn,
};

const Name = v.object({ name: v.string(), namespace: v.nullish(v.string()) });
const Output = { output: v.unknown() };

const Content = v.union([v.string(), v.array(v.looseObject({ type: v.string() }))]);

/** An item of another type may show anything, or stand for what is no longer there, such as a compaction. */
const ItemShape = v.variant("type", [
	v.object({
		type: v.literal("message"),
		role: v.picklist(["user", "assistant", "system", "developer"]),
		content: Content,
	}),
	// What another agent of the same session says.
	v.object({ type: v.literal("agent_message"), content: Content }),
	v.object({ type: v.literal("function_call"), call_id: v.string(), ...Name.entries, arguments: Arguments }),
	v.object({ type: v.literal("custom_tool_call"), call_id: v.string(), ...Name.entries, input: v.string() }),
	v.object({ type: v.literal("local_shell_call"), call_id: v.string(), action: Properties }),
	v.object({
		type: v.picklist(["function_call_output", "custom_tool_call_output"]),
		call_id: v.string(),
		...Output,
	}),
	v.object({ type: v.literal("local_shell_call_output"), id: v.string(), ...Output }),
	v.object({ type: v.literal("additional_tools"), tools: v.array(v.unknown()) }),
	v.object({
		type: v.picklist([
			"code_interpreter_call",
			"file_search_call",
			"image_generation_call",
			"reasoning",
			"tool_search_call",
			"tool_search_output",
			"web_search_call",
		]),
	}),
]);

function readItem(value: unknown): ItemReading | undefined {
	// A message may leave out its type.
	const item = understood(ItemShape, isRecord(value) && !("type" in value) ? { ...value, type: "message" } : value);
	if (!item) return undefined;
	switch (item.type) {
		case "message":
			return itemOf(item.role === "assistant", wordsIn(item.content, "input_text"));
		case "agent_message":
			return itemOf(false, wordsIn(item.content, "input_text"));
		case "function_call":
			return itemOf(true, [{ kind: "call", id: item.call_id, tool: toolName(item), input: item.arguments }]);
		case "custom_tool_call":
			return itemOf(true, [{ kind: "call", id: item.call_id, tool: toolName(item), input: { input: item.input } }]);
		case "local_shell_call":
			return itemOf(true, [{ kind: "call", id: item.call_id, tool: "local_shell", input: item.action }]);
		case "function_call_output":
		case "custom_tool_call_output":
			return itemOf(false, [{ kind: "result", id: item.call_id, hasFailed: false, ...outputText(item.output) }]);
		case "local_shell_call_output":
			return itemOf(false, [{ kind: "result", id: item.id, hasFailed: false, ...outputText(item.output) }]);
		default:
			return itemOf(BY_MODEL.has(item.type), []);
	}
}

const BY_MODEL: ReadonlySet<string> = new Set([
	"code_interpreter_call",
	"file_search_call",
	"image_generation_call",
	"reasoning",
	"tool_search_call",
	"web_search_call",
]);

function toolName({ name, namespace }: v.InferOutput<typeof Name>): string {
	return namespace ? `${namespace}__${name}` : name;
}

/** What an agent puts above the text of a server, or above what a script has printed: a block by itself. */
const HEAD = /^(?:Wall time: [\d.]+ seconds\nOutput:|Script completed\nWall time:? [\d.]+ seconds\nOutput:\n)$/;

function outputText(output: unknown): Pick<ItemResult, "text" | "paths"> {
	const [head, body, ...rest]: unknown[] = Array.isArray(output) ? output : [];
	if (!v.is(HeadShape, head) || !v.is(TextShape, body) || rest.length > 0)
		return resultText(output, ["output"], "input_text");
	return { text: body.text, paths: [["output", 1, "text"]] };
}

const TextShape = v.object({ type: v.literal("input_text"), text: v.string() });
const HeadShape = v.object({
	...TextShape.entries,
	text: v.pipe(v.string(), v.regex(HEAD)),
});

const ToolShape = v.variant("type", [
	v.object({ type: v.literal("function"), name: v.string(), parameters: v.nullish(Properties, {}) }),
	v.object({ type: v.literal("custom"), name: v.string() }),
	v.object({ type: v.literal("namespace"), name: v.string(), tools: v.array(v.unknown()) }),
]);

/** Tools may also be declared in the list, and in namespaces. */
function declaredTools({ tools, input }: JsonObject): DeclaredTool[] {
	const items: readonly unknown[] = Array.isArray(input) ? input : [];
	const added = items.flatMap((item) => (isRecord(item) && item.type === "additional_tools" ? item.tools : []));
	return [...(Array.isArray(tools) ? tools : []), ...added].flatMap((tool) => declaredIn(tool));
}

function declaredIn(value: unknown): DeclaredTool[] {
	const tool = understood(ToolShape, value);
	switch (tool?.type) {
		case "function":
			return [{ name: tool.name, schema: tool.parameters ?? {} }];
		case "custom":
			return [{ name: tool.name, schema: {} }];
		case "namespace":
			return tool.tools
				.flatMap((inner) => (isRecord(inner) && inner.type === "namespace" ? [] : declaredIn(inner)))
				.map(({ name, schema }) => ({ name: `${tool.name}__${name}`, schema }));
		default:
			return [];
	}
}

/** The server goes on from what it has stored, or may drop or compact the beginning. */
function goesOn({
	previous_response_id: previous,
	conversation,
	truncation,
	context_management: management,
}: JsonObject): boolean {
	return (previous ?? conversation ?? management ?? null) !== null || truncation === "auto";
}
