import * as v from "valibot";
import { JsonArgument } from "../../wire/json-argument.ts";

/** What Claude Code tells a hook, as far as we want to know it. */
export type ClaudeCodeHookEvent = ClaudeCodeCallEvent | ClaudeCodeToolEvent | BatchEvent | CompactedEvent;

/** A tool that can write is about to be called. */
export type ClaudeCodeCallEvent = ClaudeCodeEventBase & ClaudeCodeToolCall & { readonly hook_event_name: "PreToolUse" };

/** A tool has answered. */
export type ClaudeCodeToolEvent = ClaudeCodeEventBase &
	ClaudeCodeToolCall & { readonly hook_event_name: "PostToolUse"; readonly tool_response: unknown };

/** All tools of a turn have, and this is what the model gets. */
export type BatchEvent = ClaudeCodeEventBase & {
	readonly hook_event_name: "PostToolBatch";
	readonly tool_calls: readonly (ClaudeCodeToolCall & { readonly tool_response: unknown })[];
};

/** What stood before the model has been summarised. */
export type CompactedEvent = ClaudeCodeEventBase & { readonly hook_event_name: "SessionStart" };

type ClaudeCodeEventBase = {
	readonly session_id: string;
	readonly transcript_path: string;
	/** The sub-agent; empty for the main one. */
	readonly agent_id: string;
	readonly cwd: string;
};

type ClaudeCodeToolCall = {
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
	readonly tool_use_id: string;
};

/** The event that a hook is told of; undefined where it is none of ours. */
export function eventIn(value: unknown): ClaudeCodeHookEvent | undefined {
	const event = v.safeParse(EventShape, value);
	return event.success ? event.output : undefined;
}

const BASE = {
	session_id: v.string(),
	transcript_path: v.string(),
	agent_id: v.optional(v.string(), ""),
	cwd: v.string(),
};

const CALL = {
	tool_name: v.string(),
	tool_input: v.pipe(JsonArgument, v.record(v.string(), v.unknown())),
	tool_use_id: v.string(),
};

const EventShape: v.GenericSchema<unknown, ClaudeCodeHookEvent> = v.variant("hook_event_name", [
	v.object({ hook_event_name: v.literal("PreToolUse"), ...BASE, ...CALL }),
	v.object({ hook_event_name: v.literal("PostToolUse"), ...BASE, ...CALL, tool_response: JsonArgument }),
	v.object({
		hook_event_name: v.literal("PostToolBatch"),
		...BASE,
		tool_calls: v.pipe(JsonArgument, v.array(v.object({ ...CALL, tool_response: v.unknown() }))),
	}),
	v.object({ hook_event_name: v.literal("SessionStart"), ...BASE, source: v.literal("compact") }),
]);
