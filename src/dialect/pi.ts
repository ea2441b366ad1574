import * as v from "valibot";
import type { Entry } from "../conversation/types.ts";
import type { Range } from "../core/types.ts";
import type { ToolCall } from "../lens/types.ts";
import { blocksOf, Content, textOf } from "./blocks.ts";
import type { Dialect } from "./types.ts";

/** A message as pi passes it to its extensions, or one of ours. */
export type PiMessage = { readonly role: string; readonly [field: string]: unknown };

/** A message of ours: the user wants the next view of a file in full. It is where the user said so. */
export type PiRefresh = { readonly role: "ibid-refresh"; readonly path: string; readonly lines?: Range };

/** pi's messages as they are before each request. Relative paths start at a directory. */
export function piDialect(directory: string): Dialect<PiMessage> {
	// Providers reuse the ids of calls, but each message keeps the time at which it was made.
	return {
		parse: (message) => parseMessage(message, directory),
		rewrite: rewrite,
		nameOf: ({ timestamp }) => String(timestamp),
	};
}

function parseMessage(message: PiMessage, directory: string): readonly Entry[] | undefined {
	switch (message.role) {
		case "ibid-refresh":
			return v.is(RefreshShape, message) ? [{ kind: "asked", directory, ...askOf(message) }] : undefined;
		case "user":
			return parsePrompt(message, directory);
		case "assistant":
			return parseReply(message, directory);
		case "toolResult":
			return parseResult(message);
		case "bashExecution":
			return parseShell(message, directory);
		default:
			return SILENT.has(message.role) ? [] : undefined;
	}
}

const RefreshShape = v.object({
	role: v.literal("ibid-refresh"),
	path: v.string(),
	lines: v.exactOptional(v.object({ first: v.number(), last: v.number() })),
});

function askOf({ path, lines }: Omit<PiRefresh, "role">): Omit<PiRefresh, "role"> {
	return { path, ...(lines && { lines }) };
}

/** Messages that show nothing of files. */
const SILENT = new Set(["system", "custom", "branchSummary", "compactionSummary"]);

const PromptShape = v.object({ content: Content });

/**
 * Files named on the command line are at the beginning of the prompt. A file may contain the closing tag, so only the
 * opening one is trusted.
 */
function parsePrompt(message: PiMessage, directory: string): Entry[] | undefined {
	const prompt = v.safeParse(PromptShape, message);
	if (!prompt.success) return undefined;
	const { text } = textOf(prompt.output.content);
	const files = [...text.matchAll(/^<file name="(.+)">/gm)];
	return [...files.map(([, path = ""]): Entry => ({ kind: "hidden", directory, path })), { kind: "prompt", text }];
}

const ReplyShape = v.object({ content: v.nullish(Content, []), stopReason: v.optional(v.string()) });
const CallShape = v.object({ id: v.string(), name: v.string(), arguments: v.record(v.string(), v.unknown()) });

/** The model does not get replies that were interrupted. */
const BROKEN_OFF = new Set(["error", "aborted"]);

function parseReply(message: PiMessage, directory: string): Entry[] | undefined {
	const reply = v.safeParse(ReplyShape, message);
	const calls = reply.success ? blocksOf(reply.output.content, "toolCall", CallShape) : undefined;
	if (!reply.success || !calls) return undefined;
	if (BROKEN_OFF.has(reply.output.stopReason ?? "")) return [];
	const made = calls.map(({ id, name, arguments: input }): ToolCall => ({ id, tool: name, input, directory }));
	return [{ kind: "turn" }, ...made.map((call): Entry => ({ kind: "call", call }))];
}

const ResultShape = v.object({
	toolCallId: v.string(),
	content: v.nullish(Content, []),
	isError: v.optional(v.boolean(), false),
});

function parseResult(message: PiMessage): Entry[] | undefined {
	const result = v.safeParse(ResultShape, message);
	if (!result.success) return undefined;
	const { toolCallId: id, content, isError } = result.output;
	const { text, plain } = textOf(content);
	return [{ kind: "result", id, text, plain, outcome: plain ? (isError ? "failed" : "done") : "cut" }];
}

const ShellShape = v.object({
	command: v.string(),
	output: v.string(),
	exitCode: v.optional(v.number()),
	cancelled: v.optional(v.boolean(), false),
	truncated: v.optional(v.boolean(), false),
	excludeFromContext: v.optional(v.boolean(), false),
});

/** What the user has run is there as if the model had run it, unless it is hidden from the model. */
function parseShell(message: PiMessage, directory: string): Entry[] | undefined {
	const shell = v.safeParse(ShellShape, message);
	if (!shell.success) return undefined;
	const { command, output: text, exitCode = 0, cancelled, truncated, excludeFromContext } = shell.output;
	if (excludeFromContext) return [];
	const call: ToolCall = { id: "user", tool: "bash", input: { command }, directory };
	const outcome = cancelled || truncated ? "cut" : exitCode === 0 ? "done" : "failed";
	return [{ kind: "shown", call, text, outcome }];
}

function rewrite(message: PiMessage, texts: ReadonlyMap<string, string>): PiMessage {
	const text = typeof message.toolCallId === "string" ? texts.get(message.toolCallId) : undefined;
	return text === undefined ? message : { ...message, content: [{ type: "text", text }] };
}
