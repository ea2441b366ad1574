import * as v from "valibot";
import type { ToolCall } from "../../lens/types.ts";

/** Gemini CLI is about to call a tool. It gives calls no ids, and does not say which agent makes them. */
export type BeforeTool = {
	readonly hook_event_name: "BeforeTool";
	readonly session_id: string;
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
};

/** The event in a hook's input; undefined if it is not one of ours. */
export function eventIn(value: unknown): BeforeTool | undefined {
	const event = v.safeParse(EventShape, value);
	return event.success ? event.output : undefined;
}

/** The call that an event is about. */
export function callIn({ tool_name: tool, tool_input: input, cwd: directory }: BeforeTool): ToolCall {
	return { id: "", tool, input, directory };
}

const EventShape: v.GenericSchema<unknown, BeforeTool> = v.object({
	hook_event_name: v.literal("BeforeTool"),
	session_id: v.string(),
	cwd: v.string(),
	tool_name: v.string(),
	tool_input: v.record(v.string(), v.unknown()),
});
