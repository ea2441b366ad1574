import * as v from "valibot";
import type { Entry, Recording } from "../conversation/types.ts";
import { isRecord } from "../dialect/foreign.ts";
import { entriesFrom } from "./claude-code-entries.ts";
import { isConversation, keptBy, type Line, lineOf, stretchesOf, threadsOf } from "./claude-code-lines.ts";
import { addRequestValue, forgetResults, newRequestLog, type RequestLog } from "./claude-code-requests.ts";
import { withSilences } from "./claude-code-silences.ts";
import { parseLines } from "./json-lines.ts";

/** A Claude Code log, with each line parsed on its own. */
export type ClaudeCodeLog = {
	readonly lines: ReadonlyMap<string, Line>;
	/** What the model got instead of a result, by the id of its call. */
	readonly replacements: ReadonlyMap<string, string>;
	/** The line in which each call was made. */
	readonly calls: ReadonlyMap<string, string>;
	readonly requests: RequestLog;
	/** Lines that were not understood. */
	readonly skipped: number;
};

/** Reads a Claude Code log, each thread up to its last message; undefined if it is not such a log. */
export function readClaudeCode(text: string): Recording | undefined {
	const log = parseClaudeCode(text);
	if (!log) return undefined;
	const threads = threadsOf(log.lines).flatMap(({ agent, lines }) => {
		const leaf = lines.findLast(({ body }) => body.kind === "reply" || body.kind === "prompt");
		const tree = new Map(lines.map((line) => [line.uuid, line]));
		if (!leaf) return [];
		const entries = entriesFrom(stretchesOf(lines, leaf, tree), { ...log, open: new Set() });
		return [{ agent, entries: withSilences(entries) }];
	});
	const [first] = log.lines.values();
	return { host: "claude-code", session: first?.session ?? "", threads, skipped: log.skipped };
}

/** Whether the values of a log are Claude Code's: at least one must be a line of a conversation. */
export function isClaudeCode(values: readonly unknown[]): boolean {
	return values.some((value) => isRecord(value) && isConversation(value) && lineOf(value, 0) !== undefined);
}

/** The lines of a log, ready to compute the window at one of them; undefined if it is not such a log. */
export function parseClaudeCode(text: string): ClaudeCodeLog | undefined {
	const { values, skipped } = parseLines(text);
	if (!isClaudeCode(values)) return undefined;
	const log = newClaudeCodeLog();
	for (const value of values) addValue(log, value);
	return { ...log, skipped: log.skipped + skipped };
}

/** A log that is still being written. */
export type GrowingLog = {
	readonly lines: Map<string, Line>;
	readonly replacements: Map<string, string>;
	skipped: number;
	values: number;
	readonly calls: Map<string, string>;
	readonly requests: RequestLog;
	/** Calls that have results. */
	readonly answered: Set<string>;
	/** Ids of lines dropped after a compaction; they are ignored if they are written again. */
	readonly forgotten: Set<string>;
	/** The last line with a message. */
	last: Line | undefined;
};

/** A log without any line. */
export function newClaudeCodeLog(): GrowingLog {
	const [lines, replacements, calls] = [new Map<string, Line>(), new Map<string, string>(), new Map<string, string>()];
	return {
		lines,
		replacements,
		skipped: 0,
		values: 0,
		calls,
		requests: newRequestLog(),
		answered: new Set(),
		forgotten: new Set(),
		last: undefined,
	};
}

/** Adds the value of the next line to a log. */
export function addValue(log: GrowingLog, value: unknown): void {
	const at = log.values++;
	if (!isRecord(value)) return;
	addRequestValue(log.requests, value);
	const line = lineOf(value, at);
	if (line ? line.body.kind === "unknown" : isConversation(value)) log.skipped++;
	if (line && !log.lines.has(line.uuid) && !log.forgotten.has(line.uuid)) addLine(log, line);
	if (!line) {
		for (const { toolUseId, replacement } of replacementsIn(value)) log.replacements.set(toolUseId, replacement);
	}
}

function addLine(log: GrowingLog, line: Line): void {
	const { uuid, body } = line;
	log.lines.set(uuid, line);
	// An id that was used twice leads nowhere.
	if (body.kind === "reply") for (const { id } of body.calls) log.calls.set(id, log.calls.has(id) ? "" : uuid);
	if (body.kind === "prompt") for (const { id } of body.results) log.answered.add(id);
	if (body.kind === "reply" || body.kind === "prompt") log.last = line;
}

/** Drops what the last compaction removed for good. A log that is followed needs no more. */
export function forgetCompacted(log: GrowingLog): void {
	const lines = [...log.lines.values()];
	const last = lines.findLast(({ agent, body }) => agent !== "" && body.kind === "compaction");
	if (last?.body.kind !== "compaction") return;
	const kept = new Set(keptBy(last.body, log.lines));
	for (const line of lines) {
		const isGone = line.agent === last.agent && line.at < last.at && !kept.has(line);
		// Results that were emptied before stay emptied where a compaction kept them.
		if (!isGone || line.body.kind === "clearing") continue;
		log.lines.delete(line.uuid);
		log.forgotten.add(line.uuid);
	}
	const standing = new Set([...log.lines.values()].flatMap(resultsOf));
	forgetResults(log.requests, (id) => standing.has(id));
}

function resultsOf({ body }: Line): string[] {
	return body.kind === "prompt" ? body.results.map(({ id }) => id) : [];
}

/**
 * The window at a line, as far as the log is written; undefined if it does not have the line yet. At a line that makes
 * a call, the call is in the window and its result is not.
 */
export function entriesAt(log: ClaudeCodeLog, uuid: string): Entry[] | undefined {
	const leaf = log.lines.get(uuid);
	if (!leaf) return undefined;
	const { lines, tree } = threadWith(log, leaf);
	const open = leaf.body.kind === "reply" ? leaf.body.calls.map(({ id }) => id) : [];
	return entriesFrom(stretchesOf(lines, leaf, tree), { ...log, open: new Set(open) });
}

/** The lines of the same agent as this line. Nearly every log has only one agent. */
function threadWith({ lines }: ClaudeCodeLog, leaf: Line): { lines: readonly Line[]; tree: ReadonlyMap<string, Line> } {
	const all = [...lines.values()];
	if (leaf.agent !== "" && all.every(({ agent }) => agent === leaf.agent)) return { lines: all, tree: lines };
	const thread = threadsOf(lines).find((each) => each.lines.includes(leaf))?.lines ?? [];
	return { lines: thread, tree: new Map(thread.map((line) => [line.uuid, line])) };
}

const ReplacementsShape = v.object({
	type: v.literal("content-replacement"),
	replacements: v.array(v.object({ toolUseId: v.string(), replacement: v.string() })),
});

function replacementsIn(value: object): { toolUseId: string; replacement: string }[] {
	if (!("type" in value) || value.type !== "content-replacement") return [];
	const parsed = v.safeParse(ReplacementsShape, value);
	return parsed.success ? parsed.output.replacements : [];
}
