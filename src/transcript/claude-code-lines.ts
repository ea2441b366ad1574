import * as v from "valibot";
import { type Prompt, promptOf, type Reply, replyOf } from "./claude-code-messages.ts";

/** A line of a Claude Code log that has its place in the tree of the conversation. */
export type Line = {
	/** Its place in the log. */
	readonly at: number;
	readonly uuid: string;
	readonly parent: string | undefined;
	readonly session: string;
	/** The subagent of the line; undefined for the main conversation, "" if an old version did not say. */
	readonly agent: string | undefined;
	readonly time: number | undefined;
	readonly directory: string;
	readonly version: string;
	readonly body: Body;
};

/** The content of a line, as far as it matters to us. */
export type Body =
	| Reply
	| Prompt
	| Compaction
	/** The host emptied these results; undefined if we do not know which. */
	| { readonly kind: "clearing"; readonly ids: readonly string[] | undefined }
	/** The host showed the model lines of a file. */
	| { readonly kind: "attachment"; readonly path: string }
	/** Part of the conversation, in an unknown shape. */
	| { readonly kind: "unknown" }
	| { readonly kind: "rest" };

/** Everything before was summarised, except the named lines, or those from `tail` back to `head`. */
type Compaction = {
	readonly kind: "compaction";
	/** The last line before it. */
	readonly last: string | undefined;
	readonly kept: readonly string[];
	readonly segment: { readonly head: string; readonly tail: string } | undefined;
};

/** The line in a value of the log; undefined if it is not one. */
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

/** Attachments that name a file but show none of its lines. */
const NAMES_ONLY = new Set(["opened_file_in_ide", "directory", "plan_mode", "plan_mode_reentry", "plan_mode_exit"]);

function attachmentOf(value: object): Body {
	const parsed = v.safeParse(AttachmentShape, value);
	if (!parsed.success) return { kind: "unknown" };
	const { type, filename, path, planFilePath } = parsed.output.attachment;
	const shown = NAMES_ONLY.has(type) ? undefined : (filename ?? path ?? planFilePath);
	return shown === undefined ? { kind: "rest" } : { kind: "attachment", path: shown };
}

/** A conversation between two compactions: what the host kept from before, and what followed, in order. */
export type LogStretch = { readonly kept: readonly Line[]; readonly lines: readonly Line[] };

type Tree = ReadonlyMap<string, Line>;

/** The lines of each agent of the session, in the order of the log. */
export function threadsOf(tree: Tree): { agent: string | undefined; lines: Line[] }[] {
	const threads = new Map<string | undefined, Line[]>();
	const roots = new Map<string, string>();
	for (const line of tree.values()) {
		const agent = line.agent === "" ? rootOf(line, tree, roots) : line.agent;
		const lines = threads.get(agent);
		if (lines) lines.push(line);
		else threads.set(agent, [line]);
	}
	return [...threads].map(([agent, lines]) => ({ agent, lines }));
}

/** The oldest ancestor of a line. In old versions nothing else distinguishes subagents. */
function rootOf(line: Line, tree: Tree, roots: Map<string, string>): string {
	const path = new Set<string>();
	let oldest = line;
	while (!path.has(oldest.uuid) && !roots.has(oldest.uuid)) {
		path.add(oldest.uuid);
		const parent = tree.get(oldest.parent ?? "");
		if (parent?.agent !== "") break;
		oldest = parent;
	}
	const root = roots.get(oldest.uuid) ?? oldest.uuid;
	for (const uuid of path) roots.set(uuid, root);
	return root;
}

/**
 * The conversation that leads to a leaf. A compaction ends a stretch by its place in the log alone: the lines after it
 * may go back to lines before it, which the model no longer has.
 */
export function stretchesOf(thread: readonly Line[], leaf: Line, tree: Tree): LogStretch[] {
	const stretches: LogStretch[] = [];
	let kept: Line[] = [];
	let from = 0;
	for (const [i, { at, body }] of thread.entries()) {
		if (body.kind !== "compaction" || at > leaf.at) continue;
		const lines = thread.slice(from, i);
		stretches.push({ kept, lines: branchOf(lines, lastOf(lines, body), tree) });
		kept = keptBy(body, tree);
		from = i + 1;
	}
	return [...stretches, { kept, lines: branchOf(thread.slice(from), leaf, tree) }];
}

function lastOf(lines: readonly Line[], compaction: Compaction): Line | undefined {
	const last = lines.find((line) => line.uuid === compaction.last);
	return last ?? lines.findLast(({ body }) => body.kind === "reply" || body.kind === "prompt");
}

/**
 * The lines that the model has at the leaf: its ancestors; the other lines of their replies and the results of these
 * calls, because each block of a reply is a line and parallel results hang off their own block; and what the host
 * attached to any of these.
 */
function branchOf(lines: readonly Line[], leaf: Line | undefined, tree: Tree): Line[] {
	const path = new Set<string>();
	const replies = new Set<string>();
	for (let line = leaf; line && !path.has(line.uuid); line = tree.get(line.parent ?? "")) {
		path.add(line.uuid);
		if (line.body.kind === "reply") replies.add(line.body.message);
	}
	const isSaid = (uuid: string | undefined): boolean => {
		const body = tree.get(uuid ?? "")?.body;
		return body?.kind === "reply" && replies.has(body.message);
	};
	return lines.filter(({ uuid, parent, body }) => {
		if (path.has(uuid)) return true;
		if (body.kind === "reply") return replies.has(body.message);
		if (body.kind === "prompt") return body.results.length > 0 && isSaid(body.source ?? parent);
		if (body.kind === "attachment") return path.has(parent ?? "") || isSaid(parent);
		return body.kind === "clearing";
	});
}

/** The lines that a compaction has kept, in order. */
export function keptBy({ kept, segment }: Compaction, tree: Tree): Line[] {
	if (kept.length > 0 || !segment) return inOrder(kept.map((uuid) => tree.get(uuid)));
	const path = new Set<Line>();
	let line = tree.get(segment.tail);
	while (line && !path.has(line)) {
		path.add(line);
		if (line.uuid === segment.head) return inOrder([...path]);
		line = tree.get(line.parent ?? "");
	}
	return [];
}

function inOrder(lines: readonly (Line | undefined)[]): Line[] {
	return lines.filter((line) => line !== undefined).sort((a, b) => a.at - b.at);
}
