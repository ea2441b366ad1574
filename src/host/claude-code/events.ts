import * as v from "valibot";
import { JsonArgument } from "../../wire/json-argument.ts";

/** What Claude Code tells a hook, as far as we want to know it. */
export type HookEvent = CallEvent | ToolEvent | BatchEvent | CompactedEvent;

/** A tool that can write is about to be called. */
export type CallEvent = Base & Called & { readonly hook_event_name: "PreToolUse" };

/** A tool has answered. */
export type ToolEvent = Base & Called & { readonly hook_event_name: "PostToolUse"; readonly tool_response: unknown };

/** All tools of a turn have, and this is what the model gets. */
export type BatchEvent = Base & {
	readonly hook_event_name: "PostToolBatch";
	readonly tool_calls: readonly (Called & { readonly tool_response: unknown })[];
};

/** What stood before the model has been summarised. */
export type CompactedEvent = Base & { readonly hook_event_name: "SessionStart" };

type Base = {
	readonly session_id: string;
	readonly transcript_path: string;
	/** The sub-agent; empty for the main one. */
	readonly agent_id: string;
	readonly cwd: string;
};

type Called = {
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
	readonly tool_use_id: string;
};

/** The event that a hook is told of; undefined where it is none of ours. */
export function eventIn(value: unknown): HookEvent | undefined {
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

const EventShape: v.GenericSchema<unknown, HookEvent> = v.variant("hook_event_name", [
	v.object({ hook_event_name: v.literal("PreToolUse"), ...BASE, ...CALL }),
	v.object({ hook_event_name: v.literal("PostToolUse"), ...BASE, ...CALL, tool_response: JsonArgument }),
	v.object({
		hook_event_name: v.literal("PostToolBatch"),
		...BASE,
		tool_calls: v.pipe(JsonArgument, v.array(v.object({ ...CALL, tool_response: v.unknown() }))),
	}),
	v.object({ hook_event_name: v.literal("SessionStart"), ...BASE, source: v.literal("compact") }),
]);
