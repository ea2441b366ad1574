import * as v from "valibot";
import type { Usage } from "../conversation/types.ts";
import { isRecord, timeOf, understood } from "../dialect/foreign.ts";
import type { Outcome, ToolCall } from "../lens/types.ts";

/** An event in a line of a chat. */
export type ChatEvent =
	| { readonly kind: "session"; readonly id: string; readonly agent: boolean; readonly directory: string | undefined }
	| ({ readonly kind: "message" } & GeminiMessage)
	/** The host has replaced the history by this. */
	| { readonly kind: "history"; readonly messages: readonly GeminiMessage[] }
	/** This message and all that follow are gone. */
	| { readonly kind: "rewind"; readonly id: string };

/** A message of a chat. A later one of the same id replaces it. */
export type GeminiMessage = {
	readonly id: string;
	readonly byModel: boolean;
	/** Recorded when it came, not copied from a changed history. */
	readonly isOriginal: boolean;
	readonly time: number | undefined;
	readonly model: string | undefined;
	readonly usage: Usage | undefined;
	readonly calls: readonly Omit<ToolCall, "directory">[];
	readonly results: readonly GeminiResult[];
	/** Files whose lines the host put into it. */
	readonly attached: readonly string[];
	/** The working directory, according to the host. */
	readonly directory: string | undefined;
};

/** The result of a call. */
export type GeminiResult = {
	readonly id: string;
	readonly text: string;
	readonly plain: boolean;
	readonly outcome: Outcome;
	readonly time: number | undefined;
};

/**
 * Reads a line, or a whole log of an old version; the outcome includes events we do not need, and parts that cannot be
 * read.
 */
export function readLine(value: unknown): readonly (ChatEvent | "strange")[] {
	if (!isRecord(value)) return [];
	if (typeof value.$rewindTo === "string") return [{ kind: "rewind", id: value.$rewindTo }];
	if (isRecord(value.$set)) return readSet(value.$set);
	if ("sessionId" in value && "projectHash" in value) return readSession(value);
	if (!("id" in value) || !("content" in value)) return [];
	const message = readMessage(value);
	return message ? [message === "strange" ? message : { kind: "message", ...message }] : [];
}

function readSet({ messages }: Readonly<Record<string, unknown>>): readonly (ChatEvent | "strange")[] {
	if (!Array.isArray(messages)) return [];
	const read = messages.map(readMessage);
	const history = read.filter((message) => message !== undefined && message !== "strange");
	return [{ kind: "history", messages: history }, ...read.filter((message) => message === "strange")];
}

function readSession(value: unknown): readonly (ChatEvent | "strange")[] {
	const session = understood(Session, value);
	if (!session) return ["strange"];
	const { sessionId: id, kind, directories, messages } = session;
	const rest = (messages ?? []).map(readMessage).filter((message) => message !== undefined);
	const events = rest.map((each): ChatEvent | "strange" => (each === "strange" ? each : { kind: "message", ...each }));
	return [{ kind: "session", id, agent: kind === "subagent", directory: directories?.[0] }, ...events];
}

function readMessage(value: unknown): GeminiMessage | "strange" | undefined {
	if (!isRecord(value) || (value.type !== "user" && value.type !== "gemini")) return undefined;
	const message = understood(ChatMessage, value);
	if (!message) return "strange";
	const { id, type, content, displayContent, model, tokens, toolCalls } = message;
	const parts = typeof content === "string" ? [] : content;
	const time = timeOf(message.timestamp);
	const texts = typeof content === "string" ? [content] : parts.flatMap(({ text }) => text ?? []);
	return {
		id,
		byModel: type === "gemini",
		isOriginal: typeof content === "string" || Boolean(tokens) || displayContent !== undefined,
		time,
		model: model ?? undefined,
		usage: tokens ? usageOf(tokens) : undefined,
		calls: [
			...(toolCalls ?? []).map(({ id, name, args }) => ({ id: requestId(id, name), tool: name, input: args })),
			...callsIn(parts),
		],
		results: [...(toolCalls ?? []).flatMap((call) => resultOf(call, time)), ...resultsIn(parts, false, time)],
		attached: type === "user" ? attachedIn(texts.join("")) : [],
		directory: type === "user" ? texts.flatMap((text) => DIRECTORY.exec(text)?.[1] ?? [])[0] : undefined,
	};
}

const DIRECTORY = /^<session_context>\n(?:.*\n)*?- \*\*Workspace Directories:\*\*\n {2}- (.+)\n/;

function attachedIn(text: string): string[] {
	const from = text.indexOf("\n--- Content from referenced files ---");
	if (from < 0) return [];
	return [...text.slice(from).matchAll(/^Content from @(.+):$/gm)].flatMap(([, path]) => path ?? []);
}

function callsIn(parts: readonly GeminiPart[]): Omit<ToolCall, "directory">[] {
	return parts.flatMap(({ functionCall: call }) =>
		call?.id === undefined ? [] : [{ id: requestId(call.id, call.name), tool: call.name, input: call.args ?? {} }],
	);
}

/** The id that a call has in requests: in its log the host puts the name of the tool before ids of its own. */
function requestId(id: string, tool = ""): string {
	return tool !== "" && id.startsWith(`${tool}__`) ? id.slice(tool.length + 2) : id;
}

/** After masking, each call of a reply has the results of all its calls. */
function resultOf({ name, status, result, timestamp, ...call }: GeminiCall, time: number | undefined): GeminiResult[] {
	const id = requestId(call.id, name);
	const hasFailed = status === "error" || status === "cancelled";
	const at = timeOf(timestamp) ?? time;
	if (typeof result === "string")
		return [{ id, text: result, plain: true, outcome: outcomeOf(result, hasFailed), time: at }];
	return resultsIn(result ?? [], hasFailed, at).filter((each) => each.id === id);
}

function resultsIn(parts: readonly GeminiPart[], hasFailed: boolean, time: number | undefined): GeminiResult[] {
	const isBare = parts.every(({ functionResponse }) => functionResponse !== undefined);
	return parts.flatMap(({ functionResponse: answer }) => {
		if (answer?.id === undefined) return [];
		const { output, error } = answer.response;
		const told = output ?? error;
		const isText = typeof told === "string";
		const plain = isBare && isText && Object.keys(answer.response).length === 1 && !answer.parts?.length;
		const text = isText ? told : JSON.stringify(answer.response);
		const outcome = outcomeOf(text, hasFailed || error !== undefined);
		return [{ id: requestId(answer.id, answer.name), text, plain, outcome, time }];
	});
}

/** If a result was masked before the log began, we know only its placeholder. */
function outcomeOf(text: string, hasFailed: boolean): Outcome {
	return text.startsWith("<tool_output_masked>") ? "cut" : hasFailed ? "failed" : "done";
}

/** Cached input is not counted as input; thoughts are output. */
function usageOf({ input, cached, output, thoughts }: v.InferOutput<typeof Tokens>): Usage {
	const cacheRead = cached ?? 0;
	return { input: Math.max(0, input - cacheRead), cacheRead, cacheWrite: 0, output: output + (thoughts ?? 0) };
}

const Input = v.record(v.string(), v.unknown());
const Text = v.nullish(v.string());

const PartSchema = v.looseObject({
	text: v.optional(v.string()),
	functionCall: v.optional(v.looseObject({ id: v.optional(v.string()), name: v.string(), args: v.optional(Input) })),
	functionResponse: v.optional(
		v.looseObject({
			id: v.optional(v.string()),
			name: v.optional(v.string()),
			response: Input,
			parts: v.optional(v.array(v.unknown())),
		}),
	),
});
type GeminiPart = v.InferOutput<typeof PartSchema>;

const CallSchema = v.looseObject({
	id: v.string(),
	name: v.string(),
	args: Input,
	status: Text,
	result: v.nullish(v.union([v.string(), v.array(PartSchema)])),
	timestamp: Text,
});
type GeminiCall = v.InferOutput<typeof CallSchema>;

const Tokens = v.looseObject({
	input: v.number(),
	output: v.number(),
	cached: v.nullish(v.number()),
	thoughts: v.nullish(v.number()),
});

const ChatMessage = v.looseObject({
	id: v.string(),
	type: v.string(),
	timestamp: Text,
	content: v.union([v.string(), v.array(PartSchema)]),
	displayContent: v.optional(v.unknown()),
	model: Text,
	tokens: v.nullish(Tokens),
	toolCalls: v.nullish(v.array(CallSchema)),
});

const Session = v.looseObject({
	sessionId: v.string(),
	projectHash: v.string(),
	kind: Text,
	directories: v.nullish(v.array(v.string())),
	messages: v.nullish(v.array(v.unknown())),
});
