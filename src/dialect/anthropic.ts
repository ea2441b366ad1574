import * as v from "valibot";
import { Content } from "./blocks.ts";
import type { BodyShape, DeclaredTool, JsonObject } from "./body.ts";
import { isRecord, Properties, understood } from "./foreign.ts";
import { type ItemReading, itemOf, type PartReading, resultText } from "./item.ts";

/** Requests to Anthropic's Messages API. */
export const anthropicBody: BodyShape = {
	at: [],
	list: "messages",
	read: readMessage,
	system: systemTexts,
	tools: declaredTools,
	mayDiffer: mayClear,
};

const MessageShape = v.object({ role: v.picklist(["user", "assistant", "system"]), content: Content });

function readMessage(item: unknown): ItemReading | undefined {
	const message = understood(MessageShape, item);
	if (!message) return undefined;
	const { role, content } = message;
	return itemOf(
		role === "assistant",
		typeof content === "string" ? [{ kind: "text", text: content }] : content.map(readBlock),
	);
}

/** A block of another type may show anything, or stand for what is no longer there. */
const BlockShape = v.variant("type", [
	v.object({ type: v.literal("text"), text: v.string() }),
	v.object({ type: v.literal("tool_use"), id: v.string(), name: v.string(), input: Properties }),
	v.object({
		type: v.literal("tool_result"),
		tool_use_id: v.string(),
		content: v.optional(v.unknown()),
		is_error: v.nullish(v.boolean(), false),
	}),
	v.object({
		type: v.picklist([
			"bash_code_execution_tool_result",
			"code_execution_tool_result",
			"document",
			"image",
			"redacted_thinking",
			"search_result",
			// The server runs its own tools, away from the user's files.
			"server_tool_use",
			"text_editor_code_execution_tool_result",
			"thinking",
			"tool_search_tool_result",
			"web_fetch_tool_result",
			"web_search_tool_result",
		]),
	}),
]);

function readBlock(value: unknown, index: number): PartReading | undefined {
	const block = understood(BlockShape, value);
	switch (block?.type) {
		case undefined:
			return undefined;
		case "text":
			return { kind: "text", text: block.text };
		case "tool_use":
			return { kind: "call", id: block.id, tool: block.name, input: block.input };
		case "tool_result": {
			const { tool_use_id: id, content, is_error: hasFailed } = block;
			return {
				kind: "result",
				id,
				hasFailed: hasFailed ?? false,
				...resultText(content, ["content", index, "content"]),
			};
		}
		default:
			return { kind: "silent" };
	}
}

function systemTexts({ system }: JsonObject): string[] {
	if (typeof system === "string") return [system];
	return Array.isArray(system) ? system.flatMap((block) => understood(TextShape, block)?.text ?? []) : [];
}

const TextShape = v.object({ text: v.string() });

const ToolsShape = v.array(v.object({ name: v.string(), input_schema: v.optional(Properties, {}) }));

function declaredTools({ tools }: JsonObject): DeclaredTool[] {
	return (understood(ToolsShape, tools) ?? []).map(({ name, input_schema: schema }) => ({ name, schema }));
}

/** Clearing thinking takes no result away. Any other edit may, now or in a later request that still has our note. */
const HarmlessEdits = v.object({ edits: v.array(v.object({ type: v.literal("clear_thinking_20251015") })) });

function mayClear({ context_management: management }: JsonObject): boolean {
	return management !== undefined && management !== null && !v.is(HarmlessEdits, management);
}

/**
 * Whether a request carries the agent's own mark of its body. The mark goes with the body as it is: with a changed body
 * it would be stale, so such a request passes as it came.
 */
export function carriesBodyMark(body: unknown): boolean {
	return isRecord(body) && "system" in body && JSON.stringify(body.system).includes("cch=");
}
