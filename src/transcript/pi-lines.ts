import * as v from "valibot";
import type { RecordedResult, Usage } from "../conversation/types.ts";
import { blocksOf, Content, textOf } from "../dialect/blocks.ts";

/** The first line of a pi log. Before there were versions, a log was a linear list of entries without ids. */
export type PiHeader = { readonly session: string; readonly directory: string; readonly linear: boolean };

/** An entry of a pi log, with its place in the tree. */
export type PiEntry = { readonly id: string; readonly parent: string | undefined; readonly body: PiBody };

/** The content of an entry, as far as it matters to us. */
export type PiBody =
	| PiReply
	| { readonly kind: "prompt"; readonly text: string }
	| { readonly kind: "answer"; readonly result: RecordedResult }
	/** Everything before was summarised, except the entries from this one on. */
	| { readonly kind: "compaction"; readonly firstKept: string | undefined }
	/** The content of an entry is replaced by something else, or removed. */
	| { readonly kind: "edit"; readonly target: string }
	/** Part of the conversation, in an unknown shape. */
	| { readonly kind: "unknown" }
	| { readonly kind: "rest" };

/** A reply of the model; one that broke off is never sent to it again. */
export type PiReply = {
	readonly kind: "reply";
	readonly time: number | undefined;
	readonly model: string | undefined;
	readonly usage: Usage | undefined;
	readonly calls: readonly {
		readonly id: string;
		readonly name: string;
		readonly arguments: Record<string, unknown>;
	}[];
	readonly brokenOff: boolean;
};

/** The header in a value of a log; undefined if it is not one. */
export function headerOf(value: object): PiHeader | undefined {
	const parsed = v.safeParse(HeaderShape, value);
	if (!parsed.success) return undefined;
	const { id, cwd, version } = parsed.output;
	return { session: id, directory: cwd, linear: version < 2 };
}

const HeaderShape = v.object({
	type: v.literal("session"),
	id: v.string(),
	cwd: v.string(),
	version: v.optional(v.number(), 1),
});

/** The entry in a value of a log; undefined if it is not one. In old logs only its position identifies it. */
export function entryOf(
	value: object,
	place: { at: number; parent: string | undefined } | undefined,
): PiEntry | undefined {
	if (!("type" in value) || value.type === "session") return undefined;
	if (place) return { id: placeId(place.at), parent: place.parent, body: bodyOf(value) };
	const parsed = v.safeParse(PlaceShape, value);
	if (!parsed.success) return undefined;
	return { id: parsed.output.id, parent: parsed.output.parentId ?? undefined, body: bodyOf(value) };
}

const PlaceShape = v.object({ id: v.string(), parentId: v.nullish(v.string()) });

/** The id of an entry that has none. */
function placeId(at: number): string {
	return `line ${at}`;
}

/** Whether a value claims to be part of the conversation. */
export function isConversation(value: object): boolean {
	return "type" in value && CONVERSATION.has(value.type);
}

const CONVERSATION = new Set<unknown>(["message", "compaction", "context_edit"]);

function bodyOf(value: object): PiBody {
	switch ("type" in value ? value.type : undefined) {
		case "message":
			return messageOf(value);
		case "compaction":
			return compactionOf(value);
		case "context_edit":
			return v.is(EditShape, value) ? { kind: "edit", target: value.targetId } : { kind: "unknown" };
		default:
			return { kind: "rest" };
	}
}

const EditShape = v.looseObject({ targetId: v.string() });

const CompactionShape = v.object({
	firstKeptEntryId: v.optional(v.string()),
	firstKeptEntryIndex: v.optional(v.number()),
});

function compactionOf(value: object): PiBody {
	const parsed = v.safeParse(CompactionShape, value);
	if (!parsed.success) return { kind: "compaction", firstKept: undefined };
	const { firstKeptEntryId, firstKeptEntryIndex } = parsed.output;
	const byPlace = firstKeptEntryIndex === undefined ? undefined : placeId(firstKeptEntryIndex);
	return { kind: "compaction", firstKept: firstKeptEntryId ?? byPlace };
}

function messageOf(value: object): PiBody {
	const role = v.safeParse(RoleShape, value);
	if (!role.success) return { kind: "unknown" };
	switch (role.output.message.role) {
		case "user":
			return { kind: "prompt", text: textOf(role.output.message.content).text };
		case "assistant":
			return replyOf(value);
		case "toolResult":
			return answerOf(value);
		default:
			return { kind: "rest" };
	}
}

const RoleShape = v.object({ message: v.object({ role: v.string(), content: v.fallback(Content, "") }) });

const Count = v.optional(v.number(), 0);

const ReplyShape = v.object({
	message: v.object({
		content: v.nullish(Content, []),
		model: v.optional(v.string()),
		stopReason: v.optional(v.string()),
		timestamp: v.optional(v.number()),
		usage: v.optional(v.object({ input: Count, output: Count, cacheRead: Count, cacheWrite: Count })),
	}),
});

const CallShape = v.object({ id: v.string(), name: v.string(), arguments: v.record(v.string(), v.unknown()) });

/** Replies that broke off stay in the log but are left out of every later prompt, with their calls. */
const BROKEN_OFF = new Set(["error", "aborted"]);

function replyOf(value: object): PiBody {
	const parsed = v.safeParse(ReplyShape, value);
	if (!parsed.success) return { kind: "unknown" };
	const { content, model, stopReason, timestamp, usage } = parsed.output.message;
	const calls = blocksOf(content, "toolCall", CallShape);
	if (!calls) return { kind: "unknown" };
	return {
		kind: "reply",
		time: timestamp,
		model,
		usage: usage && { ...usage, input: usage.input + usage.cacheWrite },
		calls,
		brokenOff: BROKEN_OFF.has(stopReason ?? ""),
	};
}

const AnswerShape = v.object({
	message: v.object({
		toolCallId: v.string(),
		content: v.nullish(Content, []),
		isError: v.optional(v.boolean(), false),
		timestamp: v.optional(v.number()),
	}),
});

function answerOf(value: object): PiBody {
	const parsed = v.safeParse(AnswerShape, value);
	if (!parsed.success) return { kind: "unknown" };
	const { toolCallId: id, content, isError, timestamp: time } = parsed.output.message;
	const outcome = isError ? "failed" : "done";
	return { kind: "answer", result: { kind: "result", id, ...textOf(content), outcome, kept: false, time } };
}
