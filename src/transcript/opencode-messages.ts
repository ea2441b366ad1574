import * as v from "valibot";
import { attachedIn, isSent } from "../dialect/opencode-parts.ts";
import { type Step, stepsOf, usageOf } from "./opencode-steps.ts";

/** A session as OpenCode exports it. */
export type OpenCodeSession = {
	readonly session: string;
	/** Set where the session is a subagent's. */
	readonly agent: string | undefined;
	readonly messages: readonly LoggedMessage[];
};

/** A message of a session. */
export type LoggedMessage = {
	readonly id: string;
	readonly time: number;
	readonly body: OpenCodeReply | OpenCodePrompt | { readonly kind: "unknown" };
};

/** What the model said. */
export type OpenCodeReply = {
	readonly kind: "reply";
	readonly model: string | undefined;
	readonly steps: readonly Step[];
	/** The prompt that began a compaction, if this is the summary that completes it. */
	readonly summaryOf: string | undefined;
};

/** What came from the user's side. */
export type OpenCodePrompt = {
	readonly kind: "prompt";
	/** Files that the host itself read for the user. */
	readonly paths: readonly string[];
	/** A compaction begins here; once completed, it keeps the messages from this one up to here. */
	readonly tail: string | undefined;
	readonly compacts: boolean;
};

/** The session in a value; undefined where it is none. */
export function sessionOf(value: unknown): OpenCodeSession | undefined {
	const parsed = v.safeParse(SessionShape, value);
	if (!parsed.success) return undefined;
	const { info, messages } = parsed.output;
	const read = messages.map((message) => messageOf(message, info));
	const end = read.findIndex(({ id }) => id === info.revert?.messageID);
	const agent = info.parentID === undefined ? undefined : info.id;
	return { session: info.id, agent, messages: end < 0 ? read : read.slice(0, end) };
}

const InfoShape = v.object({
	id: v.string(),
	directory: v.string(),
	version: v.optional(v.string(), ""),
	parentID: v.optional(v.string()),
	/** From this message on all is taken back; the host deletes it when the user goes on. */
	revert: v.optional(v.object({ messageID: v.string() })),
});

type Info = v.InferOutput<typeof InfoShape>;

const SessionShape = v.object({ info: InfoShape, messages: v.array(v.unknown()) });

const MessageShape = v.object({
	info: v.object({
		id: v.string(),
		role: v.picklist(["user", "assistant"]),
		time: v.object({ created: v.number() }),
		parentID: v.optional(v.string()),
		summary: v.optional(v.unknown()),
		finish: v.optional(v.string()),
		error: v.optional(v.object({ name: v.optional(v.string()) })),
		modelID: v.optional(v.string()),
		path: v.optional(v.object({ cwd: v.string() })),
		tokens: v.optional(v.unknown()),
	}),
	parts: v.array(v.unknown()),
});

type StoredMessage = v.InferOutput<typeof MessageShape>;

function messageOf(value: unknown, info: Info): LoggedMessage {
	const parsed = v.safeParse(MessageShape, value);
	if (!parsed.success) return { id: "", time: 0, body: { kind: "unknown" } };
	const message = parsed.output;
	const body = message.info.role === "user" ? promptOf(message) : replyOf(message, info);
	return { id: message.info.id, time: message.info.time.created, body: body ?? { kind: "unknown" } };
}

function replyOf({ info, parts }: StoredMessage, session: Info): OpenCodeReply | undefined {
	const steps = stepsOf(parts, info.path?.cwd ?? session.directory, session.version);
	if (!steps) return undefined;
	const isSummary = info.summary === true && info.finish !== undefined && info.error === undefined;
	return {
		kind: "reply",
		model: info.modelID,
		steps: steps.map((step) => {
			const usage = step.usage ?? (steps.length === 1 ? usageOf(info) : undefined);
			return isSent(info.error, parts) ? { ...step, usage } : { usage, calls: [], results: [], erasures: [] };
		}),
		summaryOf: isSummary ? info.parentID : undefined,
	};
}

const CompactionShape = v.object({ type: v.literal("compaction"), tail_start_id: v.optional(v.string()) });

function promptOf({ parts }: StoredMessage): OpenCodePrompt {
	const compaction = parts.find((part) => v.is(CompactionShape, part));
	return {
		kind: "prompt",
		paths: parts.flatMap((part) => attachedIn(part)?.path ?? []),
		tail: compaction?.tail_start_id,
		compacts: compaction !== undefined,
	};
}
