import * as v from "valibot";
import type { Entry } from "../conversation/types.ts";
import { fileSubject } from "../lens/files.ts";
import type { ToolCall } from "../lens/types.ts";
import { isRecord } from "./foreign.ts";
import { attachedIn, isSent, promptTextIn, syntheticIn, type ToolPart, toolPartOf, typeOf } from "./opencode-parts.ts";
import type { Dialect } from "./types.ts";

/** A message as OpenCode passes it to its plugins: its description, and its parts. */
export type OpenCodeMessage = { readonly info: object; readonly parts: readonly unknown[] };

/** OpenCode's messages as they are before each request. Relative paths start at a directory. */
export function openCodeDialect(directory: string): Dialect<OpenCodeMessage> {
	return { parse: (message) => parseMessage(message, directory), rewrite, nameOf: messageName };
}

function parseMessage({ info, parts }: OpenCodeMessage, directory: string): Entry[] | undefined {
	const parsed = v.safeParse(InfoShape, info);
	if (!parsed.success || !Array.isArray(parts) || !parts.every((part) => KNOWN.has(typeOf(part)))) return undefined;
	if (parsed.output.role === "user") return parsePrompt(parts, directory);
	return isSent(parsed.output.error, parts) ? parseReply(parts, parsed.output.path?.cwd ?? directory) : [];
}

function messageName({ info }: OpenCodeMessage): string {
	return "id" in info ? String(info.id) : "";
}

/** Parts of another type may show anything. */
const KNOWN = new Set<unknown>([
	"agent",
	"compaction",
	"file",
	"patch",
	"reasoning",
	"retry",
	"snapshot",
	"step-finish",
	"step-start",
	"subtask",
	"text",
	"tool",
]);

const InfoShape = v.variant("role", [
	v.object({ role: v.literal("user") }),
	v.object({
		role: v.literal("assistant"),
		error: v.optional(v.object({ name: v.optional(v.string()) })),
		path: v.optional(v.object({ cwd: v.string() })),
	}),
]);

function parseReply(parts: readonly unknown[], directory: string): Entry[] | undefined {
	const items: Entry[] = [];
	let results: Entry[] = [];
	const endStep = (): void => {
		items.push(...results, { kind: "turn" });
		results = [];
	};
	// One message may contain a reply of several steps.
	if (typeOf(parts[0]) !== "step-start") endStep();
	for (const part of parts) {
		if (typeOf(part) === "step-start") endStep();
		if (typeOf(part) !== "tool") continue;
		const tool = toolPartOf(part);
		if (!tool) return undefined;
		const call: ToolCall = { id: tool.id, tool: tool.tool, input: tool.input, directory };
		items.push({ kind: "call", call });
		results.push(...resultIn(tool, call));
	}
	return [...items, ...results];
}

/**
 * The model gets another text for a result that the host has emptied; and if the host notes another file than the call
 * names, we do not know what the result is.
 */
function resultIn({ id, result }: ToolPart, { tool, input, directory }: ToolCall): Entry[] {
	if (!result) return [];
	const isNamed = tool !== "read" || result.path === undefined || result.path === fileNameIn(directory, input.filePath);
	const isTrue = isNamed && result.plain && result.erased === undefined;
	return [{ kind: "result", id, text: result.text, plain: true, outcome: isTrue ? result.outcome : "cut" }];
}

function fileNameIn(directory: string, path: unknown): string | undefined {
	return fileSubject(directory, path)?.name;
}

/** After each file that the host says it has read comes its content. */
function parsePrompt(parts: readonly unknown[], directory: string): Entry[] {
	return parts.flatMap((part, index): Entry[] => {
		const attached = attachedIn(part);
		if (!attached) return [...askedIn(part, directory), ...promptIn(part)];
		const { path, input } = attached;
		const text = syntheticIn(parts[index + 1]);
		if (text === undefined) return [{ kind: "hidden", directory, path }];
		const call: ToolCall = { id: `attached ${index}`, tool: "read", input, directory };
		return [{ kind: "shown", call, text, outcome: "done" }];
	});
}

/** A part that asks for the next view of a file in full; only ibid reads it. */
const ASKED = /^ibid: the next view of (.+?) comes whole(?: \(lines (\d+)-(\d+)\))?\.$/;

const IgnoredShape = v.object({ type: v.literal("text"), text: v.string(), ignored: v.literal(true) });

/** The words by which a session remembers that the user wants to see a file in full. */
export function askFor(path: string, lines?: { readonly first: number; readonly last: number }): string {
	return `ibid: the next view of ${path} comes whole${lines ? ` (lines ${lines.first}-${lines.last})` : ""}.`;
}

function askedIn(part: unknown, directory: string): Entry[] {
	const [, path, first, last] = (v.is(IgnoredShape, part) && ASKED.exec(part.text)) || [];
	if (path === undefined) return [];
	if (first === undefined) return [{ kind: "asked", directory, path }];
	return [{ kind: "asked", directory, path, lines: { first: Number(first), last: Number(last) } }];
}

function promptIn(part: unknown): Entry[] {
	const text = promptTextIn(part);
	return text === undefined ? [] : [{ kind: "prompt", text }];
}

function rewrite(message: OpenCodeMessage, texts: ReadonlyMap<string, string>): OpenCodeMessage {
	return { ...message, parts: message.parts.map((part) => withText(part, texts)) };
}

function withText(part: unknown, texts: ReadonlyMap<string, string>): unknown {
	if (!isRecord(part) || typeof part.id !== "string" || !isRecord(part.state)) return part;
	const text = texts.get(part.id);
	return text === undefined ? part : { ...part, state: saying(part.state, text) };
}

/** An interrupted call shows what it had printed so far; a failed call shows why it failed. */
function saying(state: Readonly<Record<string, unknown>>, text: string): object {
	if (state.status !== "error") return { ...state, output: text };
	const { metadata } = state;
	const isBrokenOff = isRecord(metadata) && metadata.interrupted === true && typeof metadata.output === "string";
	return isBrokenOff ? { ...state, metadata: { ...metadata, output: text } } : { ...state, error: text };
}
