import * as v from "valibot";
import { JsonArgument } from "../../wire/json-argument.ts";

/** An event of Claude Code, as far as we use it. */
export type ClaudeCodeHookEvent = ClaudeCodeCallEvent | ClaudeCodeToolEvent | BatchEvent | CompactedEvent;

/** A tool that can write is about to be called. */
export type ClaudeCodeCallEvent = ClaudeCodeEventBase & ClaudeCodeToolCall & { readonly hook_event_name: "PreToolUse" };

/** A tool has returned. */
export type ClaudeCodeToolEvent = ClaudeCodeEventBase &
	ClaudeCodeToolCall & { readonly hook_event_name: "PostToolUse"; readonly tool_response: unknown };

/** All tools of a turn have returned; these are the results that the model gets. */
export type BatchEvent = ClaudeCodeEventBase & {
	readonly hook_event_name: "PostToolBatch";
	readonly tool_calls: readonly (ClaudeCodeToolCall & { readonly tool_response: unknown })[];
};

/** The conversation so far was summarised. */
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

/** The event in a hook's input; undefined if it is not one of ours. */
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

/** A tool's answer as hooks see it: the text that the model gets for it, and how to replace that text. */
export type Shaped = {
	readonly text: string;
	/** The same answer with another text; undefined if its shape cannot hold one. */
	readonly replaced: (text: string) => unknown;
	/** What the model gets if the answer is not replaced; undefined if that is the text itself. */
	readonly unless?: string;
};

/** The text in a tool's answer; undefined if the model gets more than one text, or if we do not know the shape. */
export function shapeOf(tool: string, response: unknown): Shaped | undefined {
	if (tool === "Read") return readShape(response);
	if (tool === "Bash") return bashShape(response);
	return tool.startsWith("mcp__") ? mcpShape(response) : undefined;
}

const ReadShape = v.looseObject({
	type: v.literal("text"),
	file: v.looseObject({
		filePath: v.string(),
		content: v.string(),
		numLines: v.number(),
		startLine: v.number(),
		totalLines: v.number(),
	}),
});

/** The host numbers every line, from the start line on. */
function readShape(response: unknown): Shaped | undefined {
	if (!v.is(ReadShape, response)) return undefined;
	const { file } = response;
	if (file.content === "" || file.truncatedByTokenCap === true) return undefined;
	const text = file.content
		.split("\n")
		.map((line, index) => `${file.startLine + index}\t${line}`)
		.join("\n");
	return {
		text,
		replaced(shortened) {
			const lines = shortened.split("\n").map((line) => /^(\d+)\t(.*)$/s.exec(line));
			const startLine = Number(lines[0]?.[1]);
			if (!lines.every((line, index) => Number(line?.[1]) === startLine + index)) return undefined;
			const content = lines.map((line) => line![2]).join("\n");
			return { ...response, file: { ...file, content, numLines: lines.length, startLine } };
		},
	};
}

const BashShape = v.looseObject({
	stdout: v.string(),
	stderr: v.literal(""),
	interrupted: v.literal(false),
	isImage: v.optional(v.literal(false)),
	persistedOutputPath: v.optional(v.undefined()),
	backgroundTaskId: v.optional(v.undefined()),
});

/** The host trims blank lines from the top, and all white space from the end. */
function bashShape(response: unknown): Shaped | undefined {
	if (!v.is(BashShape, response)) return undefined;
	const text = response.stdout.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
	return { text, replaced: (stdout) => ({ ...response, stdout }) };
}

const McpShape = v.strictTuple([v.looseObject({ type: v.literal("text"), text: v.string() })]);

function mcpShape(response: unknown): Shaped | undefined {
	if (typeof response === "string") return { text: response, replaced: (text) => text };
	if (!v.is(McpShape, response)) return undefined;
	const [block] = response;
	return { text: block.text, replaced: (text) => [{ ...block, text }] };
}
