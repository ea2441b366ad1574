import type { Entry, Recording } from "../conversation/types.ts";
import { estimateTokens } from "../core/tokens.ts";
import { isRecord } from "../dialect/foreign.ts";
import { parseLines } from "./json-lines.ts";
import { answer, ask, begin, type CallEntry, erase, keep, keepTurn, type LogState, reset, say } from "./log-state.ts";
import { entryOf, headerOf, isConversation, type PiEntry, type PiHeader, type PiReply } from "./pi-lines.ts";

/** Reads a pi log, up to its last entry; undefined if it is not such a log. */
export function readPi(text: string): Recording | undefined {
	const { values, skipped } = parseLines(text);
	const header = headerIn(values);
	if (!header) return undefined;
	const { entries, odd } = entriesIn(values, header);
	const thread = { agent: undefined, entries: entriesFrom(withOwnIds(pathOf(entries)), header.directory) };
	return { host: "pi", session: header.session, threads: [thread], skipped: skipped + odd };
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

/** Providers may use the id of a call again: from the second time on, each call gets an id of its own. */
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

function entriesFrom(path: readonly PiEntry[], directory: string): Entry[] {
	const state = begin();
	const edited = new Set<string>();
	const byId = new Map(path.map(({ id, body }) => [id, body]));
	let gauge: Gauge | undefined;
	const renew = (end: number): void => {
		gauge = undefined;
		reset(state);
		for (const entry of standing(path, end)) if (!edited.has(entry.id)) repeat(state, entry, directory);
	};
	for (const [i, { body }] of path.entries()) {
		if (body.kind === "reply" && isShort(gauge, body)) reset(state);
		gauge = gaugeAfter(gauge, body);
		if (body.kind === "reply") reply(state, body, directory);
		if (body.kind === "answer") answer(state, body.result);
		if (body.kind === "prompt") say(state, body.text);
		if (body.kind === "compaction") renew(i + 1);
		// It may have shown or changed anything, so we cannot rely on anything before it.
		if (body.kind === "unknown") reset(state);
		if (body.kind !== "edit") continue;
		edited.add(body.target);
		const target = byId.get(body.target);
		if (target?.kind === "answer") erase(state, [target.result.id]);
		if (target?.kind !== "reply" || target.calls.length === 0) continue;
		erase(
			state,
			target.calls.map(({ id }) => id),
		);
		renew(i);
	}
	return state.entries;
}

/** The tokens of the last request by the provider's count, and what came since. */
type Gauge = {
	readonly model: string | undefined;
	readonly prompt: number;
	/**
	 * Tokens of results since, by our estimate, and of replies since the user's last message, by the provider's count.
	 */
	readonly results: number;
	readonly replies: number;
	readonly hasAsked: boolean;
};

/**
 * Whether a request was shorter than it must have been: other extensions remove results, and the log does not say so.
 * We do not know which ones, so all count as gone. A request has everything of the last one and what came since; only
 * thoughts may be dropped after the user's next message. Counts of another model cannot be compared.
 */
function isShort(gauge: Gauge | undefined, { model, usage, brokenOff }: PiReply): boolean {
	if (!gauge || !usage || brokenOff || model !== gauge.model) return false;
	const prompt = usage.input + usage.cacheRead;
	const least = gauge.prompt + gauge.results * SURE - (gauge.hasAsked ? gauge.replies : 0);
	return prompt > 0 && prompt < least - TRIFLE;
}

/** Estimates were off by at most 12%; in ten sessions hardly any request grew by less than 96% of them. */
const SURE = 0.75;

/**
 * Small things come and go, such as a reply that was stopped: in ten sessions up to 966 tokens. A result worth removing
 * is larger.
 */
const TRIFLE = 1000;

function gaugeAfter(gauge: Gauge | undefined, body: PiEntry["body"]): Gauge | undefined {
	if (body.kind === "reply" && body.usage && !body.brokenOff) {
		const { input, cacheRead, output } = body.usage;
		const prompt = input + cacheRead;
		if (prompt === 0) return undefined;
		const replies = output + (gauge && !gauge.hasAsked && gauge.model === body.model ? gauge.replies : 0);
		return { model: body.model, prompt, results: 0, replies, hasAsked: false };
	}
	if (!gauge) return undefined;
	if (body.kind === "prompt") return { ...gauge, hasAsked: true };
	if (body.kind !== "answer") return gauge;
	return { ...gauge, results: gauge.results + estimateTokens(body.result.text) };
}

/** The first entries of a path that the host sends to the model: the latest compaction decides. */
function standing(path: readonly PiEntry[], end: number): PiEntry[] {
	const entries = path.slice(0, end);
	const last = entries.findLastIndex(({ body }) => body.kind === "compaction");
	const compaction = entries[last]?.body;
	if (compaction?.kind !== "compaction") return entries;
	const first = entries.findIndex(({ id }) => id === compaction.firstKept);
	return [...(first < 0 ? [] : entries.slice(first, last)), ...entries.slice(last + 1)];
}

function repeat(state: LogState, { body }: PiEntry, directory: string): void {
	if (body.kind === "reply") {
		keepTurn(state);
		for (const entry of callsOf(body, directory)) ask(state, entry);
	}
	if (body.kind === "answer") keep(state, body.result);
	if (body.kind === "prompt") say(state, body.text);
	if (body.kind === "unknown") reset(state);
}

function reply(state: LogState, body: PiReply, directory: string): void {
	const { time, model, usage } = body;
	if (!body.brokenOff || (usage && usage.output > 0)) state.entries.push({ kind: "turn", time, model, usage });
	for (const entry of callsOf(body, directory)) ask(state, entry);
}

function callsOf({ calls, brokenOff }: PiReply, directory: string): CallEntry[] {
	if (brokenOff) return [];
	return calls.map(({ id, name: tool, arguments: input }) => {
		// pi does not write its version into its logs.
		return { kind: "call", call: { id, tool, input, directory }, version: "" };
	});
}
