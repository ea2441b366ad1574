import { isRecord } from "../dialect/foreign.ts";
import { parseLines } from "./json-lines.ts";
import { entryOf, headerOf, isConversation, type PiEntry, type PiHeader, type PiReply } from "./pi-lines.ts";
import { answer, ask, begin, type CallEntry, erase, keep, reset, type Told } from "./told.ts";
import type { Entry, Recording } from "./types.ts";

/** What a pi log tells, up to its last entry; undefined if it is no such log. */
export function readPi(text: string): Recording | undefined {
	const { values, skipped } = parseLines(text);
	const header = headerIn(values);
	if (!header) return undefined;
	const { entries, odd } = entriesIn(values, header);
	const strand = { agent: undefined, entries: tell(withOwnIds(pathOf(entries)), header.directory) };
	return { host: "pi", session: header.session, strands: [strand], skipped: skipped + odd };
}

/** Without a header among its values a log is not pi's. */
function headerIn(values: readonly unknown[]): PiHeader | undefined {
	for (const value of values) {
		const header = isRecord(value) ? headerOf(value) : undefined;
		if (header) return header;
	}
	return undefined;
}

function entriesIn(values: readonly unknown[], { linear }: PiHeader): { entries: PiEntry[]; odd: number } {
	const entries: PiEntry[] = [];
	let odd = 0;
	for (const [at, value] of values.entries()) {
		if (!isRecord(value)) continue;
		const entry = entryOf(value, linear ? { at, parent: entries.at(-1)?.id } : undefined);
		if (entry ? entry.body.kind === "unknown" : isConversation(value)) odd++;
		if (entry) entries.push(entry);
	}
	return { entries, odd };
}

/** The entries that lead to the last one, oldest first. */
function pathOf(entries: readonly PiEntry[]): PiEntry[] {
	const tree = new Map(entries.map((entry) => [entry.id, entry]));
	const path = new Set<PiEntry>();
	let entry = tree.get(entries.at(-1)?.id ?? "");
	while (entry && !path.has(entry)) {
		path.add(entry);
		entry = tree.get(entry.parent ?? "");
	}
	return [...path].reverse();
}

/** Providers may use the id of a call again: from the second on, each gets one of its own. */
function withOwnIds(path: readonly PiEntry[]): PiEntry[] {
	const counts = new Map<string, number>();
	const latest = (id: string): string => ((counts.get(id) ?? 1) > 1 ? `${id} (${counts.get(id)})` : id);
	return path.map((entry) => {
		const { body } = entry;
		if (body.kind === "answer")
			return { ...entry, body: { ...body, result: { ...body.result, id: latest(body.result.id) } } };
		if (body.kind !== "reply") return entry;
		const calls = body.calls.map((call) => {
			counts.set(call.id, (counts.get(call.id) ?? 0) + 1);
			return { ...call, id: latest(call.id) };
		});
		return { ...entry, body: { ...body, calls } };
	});
}

function tell(path: readonly PiEntry[], directory: string): Entry[] {
	const told = begin();
	const edited = new Set<string>();
	const byId = new Map(path.map(({ id, body }) => [id, body]));
	const renew = (end: number): void => {
		reset(told);
		for (const entry of standing(path, end)) if (!edited.has(entry.id)) repeat(told, entry, directory);
	};
	for (const [i, { body }] of path.entries()) {
		if (body.kind === "reply") reply(told, body, directory);
		if (body.kind === "answer") answer(told, body.result);
		if (body.kind === "compaction") renew(i + 1);
		// It may have shown or changed anything, so nothing before it is sure to be the last word.
		if (body.kind === "unknown") reset(told);
		if (body.kind !== "edit") continue;
		edited.add(body.target);
		const target = byId.get(body.target);
		if (target?.kind === "answer") erase(told, [target.result.id]);
		if (target?.kind !== "reply" || target.calls.length === 0) continue;
		erase(
			told,
			target.calls.map(({ id }) => id),
		);
		renew(i);
	}
	return told.entries;
}

/** Of the first entries of a path those that the host puts before the model: the latest compaction decides. */
function standing(path: readonly PiEntry[], end: number): PiEntry[] {
	const entries = path.slice(0, end);
	const last = entries.findLastIndex(({ body }) => body.kind === "compaction");
	const compaction = entries[last]?.body;
	if (compaction?.kind !== "compaction") return entries;
	const first = entries.findIndex(({ id }) => id === compaction.firstKept);
	return [...(first < 0 ? [] : entries.slice(first, last)), ...entries.slice(last + 1)];
}

function repeat(told: Told, { body }: PiEntry, directory: string): void {
	if (body.kind === "reply") for (const entry of callsOf(body, directory)) ask(told, entry);
	if (body.kind === "answer") keep(told, body.result);
	if (body.kind === "unknown") reset(told);
}

function reply(told: Told, body: PiReply, directory: string): void {
	const { time, model, usage } = body;
	if (!body.brokenOff || (usage && usage.output > 0)) told.entries.push({ kind: "turn", time, model, usage });
	for (const entry of callsOf(body, directory)) ask(told, entry);
}

function callsOf({ calls, brokenOff }: PiReply, directory: string): CallEntry[] {
	if (brokenOff) return [];
	return calls.map(({ id, name: tool, arguments: input }) => {
		// pi does not write its version into its logs.
		return { kind: "call", call: { id, tool, input, directory }, version: "" };
	});
}
