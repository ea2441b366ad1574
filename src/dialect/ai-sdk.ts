import * as v from "valibot";
import type { BodyShape, DeclaredTool, JsonObject } from "./body.ts";
import { isRecord, Properties, understood } from "./foreign.ts";
import { type ItemReading, itemOf, type PartReading, resultText } from "./item.ts";
import type { JsonPath } from "./json-places.ts";

/** The call options of a language model of the AI SDK, specification V2 or V3. */
export const aiSdkOptions: BodyShape = {
	at: [],
	list: "prompt",
	read: readMessage,
	// The system prompt is a message.
	system: () => [],
	tools: declaredTools,
	mayDiffer: goesOn,
};

const MessageShape = v.variant("role", [
	v.object({ role: v.literal("system"), content: v.string() }),
	v.object({ role: v.picklist(["user", "assistant", "tool"]), content: v.array(v.unknown()) }),
]);

function readMessage(item: unknown): ItemReading | undefined {
	const message = understood(MessageShape, item);
	if (!message) return undefined;
	if (message.role === "system") return itemOf(false, [{ kind: "text", text: message.content }]);
	const isReply = message.role === "assistant";
	return itemOf(
		isReply,
		message.content.map((part, index) => readPart(part, index, isReply)),
	);
}

/** A part of another type may show anything. */
const PartShape = v.variant("type", [
	v.object({ type: v.literal("text"), text: v.string() }),
	v.object({
		type: v.literal("tool-call"),
		toolCallId: v.string(),
		toolName: v.string(),
		input: Properties,
		providerExecuted: v.nullish(v.boolean()),
	}),
	v.object({ type: v.literal("tool-result"), toolCallId: v.string(), output: v.looseObject({ type: v.string() }) }),
	v.object({
		type: v.picklist(["file", "reasoning", "source", "tool-approval-request", "tool-approval-response"]),
	}),
]);

function readPart(value: unknown, index: number, isReply: boolean): PartReading | undefined {
	const part = understood(PartShape, value);
	switch (part?.type) {
		case undefined:
			return undefined;
		case "text":
			return { kind: "text", text: part.text };
		case "tool-call":
			// The provider runs its own tools, away from the user's files, and the reply has their results.
			if (part.providerExecuted) return { kind: "silent" };
			return { kind: "call", id: part.toolCallId, tool: part.toolName, input: part.input };
		case "tool-result":
			return isReply ? { kind: "silent" } : readResult(part.toolCallId, part.output, ["content", index, "output"]);
		default:
			return { kind: "silent" };
	}
}

function readResult(id: string, output: JsonObject, path: JsonPath): PartReading {
	const hasFailed = output.type === "error-text";
	const isText = hasFailed || output.type === "text" || output.type === "content";
	return { kind: "result", id, hasFailed, ...resultText(isText ? output.value : undefined, [...path, "value"]) };
}

const ToolsShape = v.array(v.looseObject({ name: v.string(), inputSchema: v.nullish(Properties, {}) }));

function declaredTools({ tools }: JsonObject): DeclaredTool[] {
	return (understood(ToolsShape, tools) ?? []).map(({ name, inputSchema }) => ({ name, schema: inputSchema ?? {} }));
}

/** Options of providers that let the server go on from what it has stored, or take something away. */
function goesOn({ providerOptions }: JsonObject): boolean {
	const all = isRecord(providerOptions) ? Object.values(providerOptions).filter(isRecord) : [];
	return all.some(
		(options) =>
			options.truncation === "auto" ||
			["cachedContent", "contextManagement", "conversation", "previousResponseId"].some(
				(key) => (options[key] ?? null) !== null,
			),
	);
}
