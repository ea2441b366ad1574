import * as v from "valibot";
import { type Prompt, promptOf, type Reply, replyOf } from "./claude-code-messages.ts";

/** A line of a Claude Code log that has its place in the tree of the conversation. */
export type Line = {
	/** Its place in the log. */
	readonly at: number;
	readonly uuid: string;
	readonly parent: string | undefined;
	readonly session: string;
	/** The subagent whose line it is; undefined for the main conversation, "" where an old version did not tell. */
	readonly agent: string | undefined;
	readonly time: number | undefined;
	readonly directory: string;
	readonly version: string;
	readonly body: Body;
};

/** What a line holds that matters to us. */
export type Body =
	| Reply
	| Prompt
	| Compaction
	/** The host emptied these results; undefined if we do not know which. */
	| { readonly kind: "clearing"; readonly ids: readonly string[] | undefined }
	/** The host put lines of a file before the model. */
	| { readonly kind: "attachment"; readonly path: string }
	/** Part of the conversation, in a shape not known. */
	| { readonly kind: "unknown" }
	| { readonly kind: "rest" };

/** What came before is summarised, but for the lines named, or else those from `tail` back to `head`. */
export type Compaction = {
	readonly kind: "compaction";
	/** The last line before it. */
	readonly last: string | undefined;
	readonly kept: readonly string[];
	readonly segment: { readonly head: string; readonly tail: string } | undefined;
};

/** The line in a value of the log; undefined where it is none. */
export function lineOf(value: object, at: number): Line | undefined {
	const parsed = v.safeParse(NodeShape, value);
	if (!parsed.success) return undefined;
	const { uuid, parentUuid, sessionId, isSidechain, agentId, timestamp, cwd, version } = parsed.output;
	const time = Date.parse(timestamp);
	return {
		at,
		uuid,
		parent: parentUuid ?? undefined,
		session: sessionId,
		agent: agentId ?? (isSidechain ? "" : undefined),
		time: Number.isNaN(time) ? undefined : time,
		directory: cwd,
		version,
		body: bodyOf(value),
	};
}

/** Whether a value claims to be part of the conversation. */
export function isConversation(value: object): boolean {
	return "type" in value && typeof value.type === "string" && CONVERSATION.has(value.type);
}

const CONVERSATION = new Set(["user", "assistant", "system", "attachment"]);

const NodeShape = v.object({
	uuid: v.string(),
	parentUuid: v.nullable(v.string()),
	sessionId: v.string(),
	isSidechain: v.boolean(),
	agentId: v.nullish(v.string()),
	timestamp: v.optional(v.string(), ""),
	cwd: v.optional(v.string(), ""),
	version: v.optional(v.string(), ""),
});

function bodyOf(value: object): Body {
	switch ("type" in value ? value.type : undefined) {
		case "assistant":
			return replyOf(value) ?? { kind: "unknown" };
		case "user":
			return promptOf(value) ?? { kind: "unknown" };
		case "system":
			return systemOf(value);
		case "attachment":
			return attachmentOf(value);
		default:
			return { kind: "rest" };
	}
}

function systemOf(value: object): Body {
	switch ("subtype" in value ? value.subtype : undefined) {
		case "compact_boundary":
			return compactionOf(value);
		case "microcompact_boundary":
			return {
				kind: "clearing",
				ids: v.is(ClearingShape, value) ? value.microcompactMetadata.compactedToolIds : undefined,
			};
		default:
			return { kind: "rest" };
	}
}

const ClearingShape = v.looseObject({
	microcompactMetadata: v.looseObject({ compactedToolIds: v.array(v.string()) }),
});

const CompactionShape = v.object({
	logicalParentUuid: v.nullish(v.string()),
	compactMetadata: v.optional(
		v.object({
			preservedMessages: v.optional(v.object({ uuids: v.array(v.string()) })),
			preservedSegment: v.optional(v.object({ headUuid: v.string(), tailUuid: v.string() })),
		}),
	),
});

function compactionOf(value: object): Compaction {
	const parsed = v.safeParse(CompactionShape, value);
	if (!parsed.success) return { kind: "compaction", last: undefined, kept: [], segment: undefined };
	const { logicalParentUuid, compactMetadata } = parsed.output;
	const segment = compactMetadata?.preservedSegment;
	return {
		kind: "compaction",
		last: logicalParentUuid ?? undefined,
		kept: compactMetadata?.preservedMessages?.uuids ?? [],
		segment: segment && { head: segment.headUuid, tail: segment.tailUuid },
	};
}

const AttachmentShape = v.object({
	attachment: v.object({
		type: v.string(),
		filename: v.optional(v.string()),
		path: v.optional(v.string()),
		planFilePath: v.optional(v.string()),
	}),
});

/** Attachments that name a file and show none of its lines. */
const NAMES_ONLY = new Set(["opened_file_in_ide", "directory", "plan_mode", "plan_mode_reentry", "plan_mode_exit"]);

function attachmentOf(value: object): Body {
	const parsed = v.safeParse(AttachmentShape, value);
	if (!parsed.success) return { kind: "unknown" };
	const { type, filename, path, planFilePath } = parsed.output.attachment;
	const shown = NAMES_ONLY.has(type) ? undefined : (filename ?? path ?? planFilePath);
	return shown === undefined ? { kind: "rest" } : { kind: "attachment", path: shown };
}
