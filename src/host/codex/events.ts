import * as v from "valibot";
import type { ToolCall } from "../../lens/types.ts";
import { JsonArgument } from "../../wire/json-argument.ts";

/** An event of Codex, as far as we use it. */
export type CodexHookEvent = CodexCallEvent | CodexToolEvent | ResetEvent;

/** A tool is about to be called. */
export type CodexCallEvent = CodexToolCall & { readonly hook_event_name: "PreToolUse" };

/** A tool has returned. */
export type CodexToolEvent = CodexToolCall & {
	readonly hook_event_name: "PostToolUse";
	readonly tool_response: unknown;
};

type CodexToolCall = CodexEventBase & {
	readonly turn_id: string;
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
	readonly tool_use_id: string;
};

/** The window was emptied, or a thread starts again. */
export type ResetEvent = CodexEventBase & { readonly hook_event_name: "PostCompact" | "SessionStart" };

type CodexEventBase = {
	readonly session_id: string;
	/** A sub-agent has a log of its own. */
	readonly transcript_path: string;
};

/** The event in a hook's input; undefined if it is not one of ours. */
export function eventIn(value: unknown): CodexHookEvent | undefined {
	const event = v.safeParse(EventShape, value);
	return event.success ? event.output : undefined;
}

const BASE = { session_id: v.string(), transcript_path: v.string() };

const CALL = {
	...BASE,
	turn_id: v.optional(v.string(), ""),
	cwd: v.string(),
	tool_name: v.string(),
	tool_input: v.pipe(JsonArgument, v.record(v.string(), v.unknown())),
	tool_use_id: v.string(),
};

const EventShape: v.GenericSchema<unknown, CodexHookEvent> = v.variant("hook_event_name", [
	v.object({ hook_event_name: v.literal("PreToolUse"), ...CALL }),
	v.object({ hook_event_name: v.literal("PostToolUse"), ...CALL, tool_response: v.unknown() }),
	v.object({ hook_event_name: v.literal("PostCompact"), ...BASE }),
	v.object({ hook_event_name: v.literal("SessionStart"), ...BASE }),
]);

/**
 * What the model gets for a call, if we may replace it; undefined if not. A replacement drops the head that the host
 * writes above the text. Of that head we keep only how the command ended; chunk, time and count say nothing about the
 * text.
 */
export function originalOf({ tool_name: tool, tool_response: response }: CodexToolEvent): string | undefined {
	if (tool === "Bash") return typeof response === "string" ? `${ENDED_WELL}\nOutput:\n${response}` : undefined;
	if (!tool.startsWith("mcp__") || !v.is(OneText, response)) return undefined;
	return response.content[0].text;
}

const ENDED_WELL = "Process exited with code 0";

/** We do not know how the host joins several blocks, and it passes on none if there is structured content. */
const OneText = v.looseObject({
	content: v.strictTuple([v.looseObject({ type: v.literal("text"), text: v.string() })]),
	structuredContent: v.optional(v.undefined()),
	isError: v.optional(v.literal(false)),
});

/** A call as the model makes it; hooks name commands differently, and report patches as if they were commands. */
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
