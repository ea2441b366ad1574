import * as v from "valibot";
import type { Entry, Recording } from "../conversation/types.ts";
import { isRecord, timeOf, understood } from "../dialect/foreign.ts";
import { fileSubject } from "../lens/files.ts";
import type { Outcome, ToolCall } from "../lens/types.ts";
import { parseLines } from "./json-lines.ts";

/** The events of a session of Copilot CLI, including its subagents. They do not have usage. */
export function readCopilotCli(text: string): Recording | undefined {
	const { values, skipped } = parseLines(text);
	const events = values.flatMap((value) => readEvent(value) ?? []);
	const session = events.flatMap((event) => (event !== "strange" && event.kind === "session" ? event : []))[0];
	if (!session) return undefined;
	const context = { version: session.version, directory: session.directory ?? "", model: undefined };
	const state: CopilotState = { ...context, parts: new Map(), parents: new Map() };
	let strange = skipped;
	for (const event of events)
		if (event === "strange" || !applyEvent(state, partOf(state, event.whose), event)) strange++;
	const threads = [...state.parts].map(([agent, { entries }]) => ({ agent, entries }));
	return { host: "copilot-cli", session: session.id, threads, skipped: strange };
}

/** What was read of a session so far. */
type CopilotState = {
	version: string;
	directory: string;
	model: string | undefined;
	readonly parts: Map<string | undefined, CopilotThread>;
	/** The call that started each subagent. */
	readonly parents: Map<string, string>;
};

/** One agent of a session: its calls since the last reset, and all its results so far. */
type CopilotThread = { readonly entries: Entry[]; readonly calls: Set<string>; readonly came: Set<string> };

/** Older versions name a subagent by the call that started it; newer ones by its own id, and in some events by both. */
function partOf({ parts, parents }: CopilotState, { agent, parent }: Whose): CopilotThread {
	if (agent !== undefined && parent !== undefined) parents.set(agent, parent);
	const name = parent ?? (agent === undefined ? undefined : (parents.get(agent) ?? agent));
	const part = parts.get(name) ?? { entries: [], calls: new Set(), came: new Set() };
	parts.set(name, part);
	return part;
}

/** Applies an event. False if it does not fit what came before. */
function applyEvent(state: CopilotState, { entries, calls, came }: CopilotThread, event: CopilotEvent): boolean {
	switch (event.kind) {
		case "session":
			state.version = event.version;
			state.directory = event.directory ?? state.directory;
			return true;
		case "directory":
			state.directory = event.directory;
			return true;
		case "model":
			state.model = event.model;
			return true;
		case "reply": {
			const { time, model = state.model } = event;
			if (!event.isMore) entries.push({ kind: "turn", time, model, usage: undefined });
			for (const request of event.calls) call(state, { entries, calls, came }, request);
			return true;
		}
		case "start":
			call(state, { entries, calls, came }, event.call);
			return true;
		case "end": {
			const { id, text, outcome, plain, time } = event;
			if (!calls.has(id) || came.has(id)) return false;
			came.add(id);
			entries.push({ kind: "result", id, text, outcome, plain, kept: false, time });
			return true;
		}
		case "attached":
			for (const path of event.paths)
				entries.push({ kind: "hidden", path: fileSubject(state.directory, path)?.name ?? path });
			return true;
		case "reset":
			entries.push({ kind: "reset" });
			calls.clear();
			return true;
	}
}

/** The log has a call when the model makes it, and again when it begins. */
function call(
	{ directory, version }: CopilotState,
	{ entries, calls, came }: CopilotThread,
	request: Omit<ToolCall, "directory">,
): void {
	if (calls.has(request.id) || came.has(request.id)) return;
	calls.add(request.id);
	entries.push({ kind: "call", call: { ...request, directory }, version });
}

/** An event of a session. */
type CopilotEvent = CopilotEventContent & { readonly time: number | undefined; readonly whose: Whose };

/** The subagent of an event, by its own id or by the call that started it; neither for the main agent. */
type Whose = { readonly agent: string | undefined; readonly parent: string | undefined };

type CopilotEventContent =
	| { readonly kind: "session"; readonly id: string; readonly version: string; readonly directory: string | undefined }
	| { readonly kind: "directory"; readonly directory: string }
	| { readonly kind: "model"; readonly model: string }
	| {
			readonly kind: "reply";
			readonly model: string | undefined;
			readonly calls: readonly CopilotToolRequest[];
			readonly isMore: boolean;
	  }
	| { readonly kind: "start"; readonly call: CopilotToolRequest }
	| {
			readonly kind: "end";
			readonly id: string;
			readonly text: string;
			readonly outcome: Outcome;
			readonly plain: boolean;
	  }
	| { readonly kind: "attached"; readonly paths: readonly string[] }
	| { readonly kind: "reset" };

type CopilotToolRequest = Omit<ToolCall, "directory">;

/** Reads an event: undefined if we do not need it, "strange" if we do and cannot read it. */
function readEvent(value: unknown): CopilotEvent | "strange" | undefined {
	if (!isRecord(value) || typeof value.type !== "string" || !isRecord(value.data)) return undefined;
	const content = readData(value.type, value.data);
	if (content === undefined || content === "strange") return content;
	const whose = { agent: stringIn(value.agentId), parent: stringIn(value.data.parentToolCallId) };
	return { ...content, time: timeOf(value.timestamp), whose };
}

function readData(type: string, data: unknown): CopilotEventContent | "strange" | undefined {
	switch (type) {
		case "session.start":
			return readAs(Start, data, ({ sessionId, copilotVersion, context }) => {
				return { kind: "session", id: sessionId, version: copilotVersion, directory: context?.cwd };
			});
		case "session.resume":
			return readAs(Resume, data, ({ context }) => context && { kind: "directory", directory: context.cwd });
		case "session.context_changed":
			return readAs(Place, data, ({ cwd }) => ({ kind: "directory", directory: cwd }));
		case "session.model_change":
			return readAs(ModelChange, data, ({ newModel }) => ({ kind: "model", model: newModel }));
		case "assistant.message":
			return readAs(Message, data, ({ model, toolRequests, chunkIndex }) => {
				const calls = (toolRequests ?? []).map((each) => requestOf(each.toolCallId, each.name, each.arguments));
				return { kind: "reply", model: model ?? undefined, calls, isMore: (chunkIndex ?? 0) > 0 };
			});
		case "tool.execution_start":
			return readAs(ToolStart, data, ({ toolCallId, toolName, arguments: input }) => {
				return { kind: "start", call: requestOf(toolCallId, toolName, input) };
			});
		case "tool.execution_complete":
			return readAs(ToolEnd, data, endOf);
		case "user.message":
			return readAs(UserMessage, data, ({ attachments }) => {
				const paths = (attachments ?? []).flatMap(({ path, filePath }) => path ?? filePath ?? []);
				return paths.length > 0 ? { kind: "attached", paths } : undefined;
			});
		case "session.compaction_complete":
			return readAs(Compaction, data, ({ success }) => (success ? { kind: "reset" } : undefined));
		case "session.truncation":
			return readAs(Truncation, data, (content) => {
				const removed = (content.messagesRemovedDuringTruncation ?? 0) + (content.tokensRemovedDuringTruncation ?? 0);
				return removed > 0 ? { kind: "reset" } : undefined;
			});
		case "session.context_cleared":
		case "session.snapshot_rewind":
			return { kind: "reset" };
		default:
			return undefined;
	}
}

/** The output of a tool that the user ran may or may not be in the window: none of its lines count. */
function endOf({
	toolCallId: id,
	success,
	result,
	error,
	isUserRequested,
}: v.InferOutput<typeof ToolEnd>): CopilotEventContent {
	const text = result?.content ?? error?.message ?? "";
	const outcome = !success ? "failed" : isUserRequested ? "cut" : "done";
	return { kind: "end", id, text, outcome, plain: !result?.binaryResultsForLlm?.length };
}

/** A tool that takes a text has no named arguments. */
function requestOf(id: string, tool: string, input: unknown): CopilotToolRequest {
	if (isRecord(input)) return { id, tool, input };
	return { id, tool, input: typeof input === "string" ? { input } : {} };
}

function readAs<T>(
	schema: v.GenericSchema<unknown, T>,
	value: unknown,
	tell: (value: T) => CopilotEventContent | undefined,
): CopilotEventContent | "strange" | undefined {
	const read = understood(schema, value);
	return read === undefined ? "strange" : tell(read);
}

function stringIn(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}

const Text = v.nullish(v.string());
const Count = v.nullish(v.number());

const Place = v.looseObject({ cwd: v.string() });
const Start = v.looseObject({ sessionId: v.string(), copilotVersion: v.string(), context: v.optional(Place) });
const Resume = v.looseObject({ context: v.optional(Place) });
const ModelChange = v.looseObject({ newModel: v.string() });
const Message = v.looseObject({
	model: Text,
	toolRequests: v.nullish(
		v.array(v.looseObject({ toolCallId: v.string(), name: v.string(), arguments: v.optional(v.unknown()) })),
	),
	chunkIndex: Count,
});
const ToolStart = v.looseObject({
	toolCallId: v.string(),
	toolName: v.string(),
	arguments: v.optional(v.unknown()),
});
const ToolEnd = v.looseObject({
	toolCallId: v.string(),
	success: v.boolean(),
	result: v.nullish(v.looseObject({ content: v.string(), binaryResultsForLlm: v.nullish(v.array(v.unknown())) })),
	error: v.nullish(v.looseObject({ message: v.string() })),
	isUserRequested: v.nullish(v.boolean()),
});
const UserMessage = v.looseObject({ attachments: v.nullish(v.array(v.looseObject({ path: Text, filePath: Text }))) });
const Compaction = v.looseObject({ success: v.boolean() });
const Truncation = v.looseObject({
	messagesRemovedDuringTruncation: Count,
	tokensRemovedDuringTruncation: Count,
});
