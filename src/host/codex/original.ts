import * as v from "valibot";
import type { ToolCall } from "../../lens/types.ts";
import type { CodexToolEvent } from "./events.ts";

/**
 * What the model gets for a call, as far as we may put something else in its place: undefined where we may not. Of the
 * head that the host writes above it only how a command ended is kept, since a replacement takes that away; its chunk,
 * time and count tell the model nothing of the text.
 */
export function originalOf({ tool_name: tool, tool_response: response }: CodexToolEvent): string | undefined {
	if (tool === "Bash") return typeof response === "string" ? `${ENDED_WELL}\nOutput:\n${response}` : undefined;
	if (!tool.startsWith("mcp__") || !v.is(OneText, response)) return undefined;
	return response.content[0].text;
}

const ENDED_WELL = "Process exited with code 0";

/** Several blocks do not say how they are joined, and the host passes no block on if there is structured content. */
const OneText = v.looseObject({
	content: v.strictTuple([v.looseObject({ type: v.literal("text"), text: v.string() })]),
	structuredContent: v.optional(v.undefined()),
	isError: v.optional(v.literal(false)),
});

/** A call as its model makes it; hooks tell of commands under another name, and of patches as if they were commands. */
export function callIn({
	tool_use_id: id,
	tool_name: tool,
	tool_input: input,
	cwd: directory,
}: CodexOriginalCall): ToolCall {
	switch (tool) {
		case "Bash":
			return { id, tool: "exec_command", input: { cmd: input.command }, directory };
		case "apply_patch":
			return { id, tool, input: { input: input.command }, directory };
		default:
			return { id, tool, input, directory };
	}
}

type CodexOriginalCall = Pick<CodexToolEvent, "tool_use_id" | "tool_name" | "tool_input" | "cwd">;
