import * as v from "valibot";
import { fileSubject } from "../lens/paths.ts";
import type { ToolCall } from "../lens/types.ts";
import { isRecord } from "./foreign.ts";
import { attachedIn, isSent, syntheticIn, type ToolPart, toolPartOf, typeOf } from "./opencode-parts.ts";
import type { Dialect, Item } from "./types.ts";

/** A message as OpenCode hands it to its plugins: what it is, and its parts. */
export type OpenCodeMessage = { readonly info: object; readonly parts: readonly unknown[] };

/** OpenCode's messages, as they are before each request. Relative paths begin at a directory. */
export function openCodeDialect(directory: string): Dialect<OpenCodeMessage> {
	return { tell: (message) => tell(message, directory), retell, nameOf: messageName };
}

function tell({ info, parts }: OpenCodeMessage, directory: string): Item[] | undefined {
	const parsed = v.safeParse(InfoShape, info);
	if (!parsed.success || !Array.isArray(parts) || !parts.every((part) => KNOWN.has(typeOf(part)))) return undefined;
	if (parsed.output.role === "user") return tellPrompt(parts, directory);
	return isSent(parsed.output.error, parts) ? tellReply(parts, parsed.output.path?.cwd ?? directory) : [];
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

function tellReply(parts: readonly unknown[], directory: string): Item[] | undefined {
	const items: Item[] = [];
	let results: Item[] = [];
	const endStep = (): void => {
		items.push(...results, { kind: "turn" });
		results = [];
	};
	// A reply of several steps may be one message.
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
 * What the model gets of a result that the host has emptied is another text; and where the host notes another file than
 * the call names, nobody knows what it is.
 */
function resultIn({ id, result }: ToolPart, { tool, input, directory }: ToolCall): Item[] {
	if (!result) return [];
	const isNamed = tool !== "read" || result.path === undefined || result.path === nameOf(directory, input.filePath);
	const isTrue = isNamed && result.plain && result.erased === undefined;
	return [{ kind: "result", id, text: result.text, outcome: isTrue ? result.outcome : "cut" }];
}

function nameOf(directory: string, path: unknown): string | undefined {
	return fileSubject(directory, path)?.name;
}

/** Behind each file that the host says it has read stands what it has read. */
function tellPrompt(parts: readonly unknown[], directory: string): Item[] {
	return parts.flatMap((part, index): Item[] => {
		const attached = attachedIn(part);
		if (!attached) return askedIn(part, directory);
		const { path, input } = attached;
		const text = syntheticIn(parts[index + 1]);
		if (text === undefined) return [{ kind: "hidden", directory, path }];
		const call: ToolCall = { id: `attached ${index}`, tool: "read", input, directory };
		return [{ kind: "attached", call, text, outcome: "done" }];
	});
}

/** What a part says that was left for the next view of a file: nobody but ibid reads it. */
const ASKED = /^ibid: the next view of (.+?) comes whole(?: \(lines (\d+)-(\d+)\))?\.$/;

const IgnoredShape = v.object({ type: v.literal("text"), text: v.string(), ignored: v.literal(true) });

/** The words by which a session remembers that the user wants to see a file whole. */
export function askFor(path: string, lines?: { readonly first: number; readonly last: number }): string {
	return `ibid: the next view of ${path} comes whole${lines ? ` (lines ${lines.first}-${lines.last})` : ""}.`;
}

function askedIn(part: unknown, directory: string): Item[] {
	const [, path, first, last] = (v.is(IgnoredShape, part) && ASKED.exec(part.text)) || [];
	if (path === undefined) return [];
	if (first === undefined) return [{ kind: "asked", directory, path }];
	return [{ kind: "asked", directory, path, lines: { first: Number(first), last: Number(last) } }];
}

function retell(message: OpenCodeMessage, texts: ReadonlyMap<string, string>): OpenCodeMessage {
	return { ...message, parts: message.parts.map((part) => withText(part, texts)) };
}

function withText(part: unknown, texts: ReadonlyMap<string, string>): unknown {
	if (!isRecord(part) || typeof part.id !== "string" || !isRecord(part.state)) return part;
	const text = texts.get(part.id);
	return text === undefined ? part : { ...part, state: saying(part.state, text) };
}

/** What was broken off tells what it had printed till then; what went wrong tells why. */
function saying(state: Readonly<Record<string, unknown>>, text: string): object {
	if (state.status !== "error") return { ...state, output: text };
	const { metadata } = state;
	const isBrokenOff = isRecord(metadata) && metadata.interrupted === true && typeof metadata.output === "string";
	return isBrokenOff ? { ...state, metadata: { ...metadata, output: text } } : { ...state, error: text };
}
