import * as v from "valibot";
import type { BodyShape, DeclaredTool, JsonObject } from "./body.ts";
import { Arguments, Properties, understood } from "./foreign.ts";
import { type ItemReading, itemOf, type PartReading, resultText, wordsIn } from "./item.ts";

/** Requests to the Chat Completions API of OpenAI, which many providers have. */
export const chatBody: BodyShape = {
	at: [],
	list: "messages",
	read: readMessage,
	// The system prompt is a message.
	system: () => [],
	tools: declaredTools,
	mayDiffer: mayDrop,
};

const Content = v.nullish(v.union([v.string(), v.array(v.looseObject({ type: v.string() }))]), "");

const CallShape = v.variant("type", [
	v.object({
		type: v.literal("function"),
		id: v.string(),
		function: v.object({ name: v.string(), arguments: Arguments }),
	}),
	v.object({
		type: v.literal("custom"),
		id: v.string(),
		custom: v.object({ name: v.string(), input: v.string() }),
	}),
]);

const MessageShape = v.variant("role", [
	v.object({ role: v.picklist(["system", "developer", "user"]), content: Content }),
	v.object({
		role: v.literal("assistant"),
		content: Content,
		tool_calls: v.nullish(v.array(CallShape), []),
		function_call: v.nullish(v.object({ name: v.string(), arguments: Arguments })),
	}),
	v.object({ role: v.literal("tool"), tool_call_id: v.string(), content: Content }),
	v.object({ role: v.literal("function"), name: v.string(), content: Content }),
]);

type Message = v.InferOutput<typeof MessageShape>;

function readMessage(item: unknown): ItemReading | undefined {
	const message = understood(MessageShape, item);
	return message && itemOf(message.role === "assistant", partsOf(message));
}

/** The older form has one call in a message, whose result names the function. */
function partsOf(message: Message): PartReading[] {
	switch (message.role) {
		case "assistant": {
			const { tool_calls: calls, function_call: call } = message;
			const older = call ? [{ kind: "call", id: call.name, tool: call.name, input: call.arguments } as const] : [];
			return [...(calls ?? []).map(readCall), ...older];
		}
		case "tool":
			return [resultOf(message.tool_call_id, message.content)];
		case "function":
			return [resultOf(message.name, message.content)];
		default:
			return wordsIn(message.content);
	}
}

function readCall(call: v.InferOutput<typeof CallShape>): PartReading {
	if (call.type === "custom")
		return { kind: "call", id: call.id, tool: call.custom.name, input: { input: call.custom.input } };
	return { kind: "call", id: call.id, tool: call.function.name, input: call.function.arguments };
}

function resultOf(id: string, content: unknown): PartReading {
	return { kind: "result", id, hasFailed: false, ...resultText(content, ["content"]) };
}

const Schema = v.nullish(Properties, {});
const FunctionShape = v.object({ name: v.string(), parameters: Schema });
const ToolsShape = v.object({
	tools: v.nullish(v.array(v.looseObject({ type: v.string(), function: v.optional(FunctionShape) })), []),
	functions: v.nullish(v.array(FunctionShape), []),
});

function declaredTools(body: JsonObject): DeclaredTool[] {
	const { tools, functions } = understood(ToolsShape, body) ?? { tools: [], functions: [] };
	const declared = [...(tools ?? []).flatMap((tool) => tool.function ?? []), ...(functions ?? [])];
	return declared.map(({ name, parameters }) => ({ name, schema: parameters ?? {} }));
}

/** Some routers drop messages from the middle of a list that is too long. */
function mayDrop({ transforms, plugins }: JsonObject): boolean {
	return v.is(Dropping, transforms) || v.is(Compressing, plugins);
}

const Dropping = v.pipe(v.array(v.unknown()), v.minLength(1));
const Compressing = v.pipe(
	v.array(v.unknown()),
	v.someItem((plugin) => v.is(v.looseObject({ id: v.literal("context-compression") }), plugin)),
);
