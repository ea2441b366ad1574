import * as v from "valibot";
import type { ToolCall } from "../../lens/types.ts";

/** An event of Gemini CLI, as far as we use it. It gives calls no ids, and does not say which agent makes them. */
export type GeminiHookEvent = BeforeTool | AfterTool;

/** A tool is about to be called. */
export type BeforeTool = GeminiToolCall & { readonly hook_event_name: "BeforeTool" };

/** A tool has returned. */
export type AfterTool = GeminiToolCall & {
	readonly hook_event_name: "AfterTool";
	readonly tool_response: { readonly llmContent?: unknown; readonly error?: unknown };
};

type GeminiToolCall = {
	readonly session_id: string;
	/** The log of the main conversation, in subagents too. */
	readonly transcript_path: string;
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
};

/** The event in a hook's input; undefined if it is not one of ours. */
export function eventIn(value: unknown): GeminiHookEvent | undefined {
	const event = v.safeParse(EventShape, value);
	return event.success ? event.output : undefined;
}

/** The call that an event is about. */
export function callIn({ tool_name: tool, tool_input: input, cwd: directory }: GeminiHookEvent): ToolCall {
	return { id: NOT_TOLD, tool, input, directory };
}

/** Used instead of a call's id; ids of the host have another form. */
const NOT_TOLD = "now";

const CALL = {
	session_id: v.string(),
	transcript_path: v.string(),
	cwd: v.string(),
	tool_name: v.string(),
	tool_input: v.record(v.string(), v.unknown()),
};

const EventShape: v.GenericSchema<unknown, GeminiHookEvent> = v.variant("hook_event_name", [
	v.object({ hook_event_name: v.literal("BeforeTool"), ...CALL }),
	v.object({ hook_event_name: v.literal("AfterTool"), ...CALL, tool_response: v.looseObject({}) }),
]);
