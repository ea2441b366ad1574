import * as v from "valibot";
import { JsonArgument } from "../../wire/json-argument.ts";

/** What Codex tells a hook, as far as we want to know it. */
export type CodexHookEvent = CodexCallEvent | CodexToolEvent | ResetEvent;

/** A tool is about to be called. */
export type CodexCallEvent = CodexToolCall & { readonly hook_event_name: "PreToolUse" };

/** A tool has answered. */
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

/** What stood before the model is gone, or a thread begins anew. */
export type ResetEvent = CodexEventBase & { readonly hook_event_name: "PostCompact" | "SessionStart" };

type CodexEventBase = {
	readonly session_id: string;
	/** A sub-agent has a log of its own. */
	readonly transcript_path: string;
};

/** The event that a hook is told of; undefined where it is none of ours. */
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
