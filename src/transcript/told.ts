import type { Entry, RecordedResult } from "../conversation/types.ts";

/** A call as an entry. */
export type CallEntry = Extract<Entry, { kind: "call" }>;

/** What has been told so far of a strand. It grows by the functions below, which see to it that it can have happened. */
export type LogState = {
	readonly entries: Entry[];
	/** Calls told at any time, by id. */
	readonly calls: Map<string, CallEntry>;
	/** Results told at any time, and those of them taken away. */
	readonly results: Set<string>;
	readonly erased: Set<string>;
	/** Calls and results told since the last reset. */
	readonly asked: Set<string>;
	readonly shown: Set<string>;
	/** Results that stand in the log before their call. */
	readonly early: Map<string, RecordedResult>;
};

/** Nothing told yet. */
export function begin(): LogState {
	return {
		entries: [],
		calls: new Map(),
		results: new Set(),
		erased: new Set(),
		asked: new Set(),
		shown: new Set(),
		early: new Map(),
	};
}

/** The model makes a call, or still has it before it after a reset. */
export function ask(told: LogState, entry: CallEntry): void {
	const { id } = entry.call;
	if (told.asked.has(id)) return;
	told.asked.add(id);
	told.calls.set(id, entry);
	told.entries.push(entry);
	const early = told.early.get(id);
	if (early) answer(told, early);
}

/** A result comes, for the first time; it waits for its call if that was not told yet. */
export function answer(told: LogState, result: RecordedResult): void {
	if (told.results.has(result.id)) return;
	if (told.asked.has(result.id)) show(told, result);
	else told.early.set(result.id, result);
}

/** A reply is left standing by a reset: what it has asked for belongs to a turn of its own, as before. */
export function keepTurn(told: LogState): void {
	told.entries.push({ kind: "turn", time: undefined, model: undefined, usage: undefined, kept: true });
}

/** A result is left standing by a reset, and with it its call. */
export function keep(told: LogState, result: RecordedResult): void {
	const call = told.calls.get(result.id);
	if (!call || told.erased.has(result.id) || told.shown.has(result.id)) return;
	ask(told, call);
	show(told, { ...result, kept: true });
}

function show(told: LogState, result: RecordedResult): void {
	told.entries.push(result);
	told.results.add(result.id);
	told.shown.add(result.id);
}

/** The host takes results away; those that the model does not have are no matter. */
export function erase(told: LogState, ids: Iterable<string>): void {
	const gone = [...ids].filter((id) => told.shown.has(id) && !told.erased.has(id));
	for (const id of gone) told.erased.add(id);
	if (gone.length > 0) told.entries.push({ kind: "erase", ids: gone });
}

/** Everything before is gone. */
export function reset(told: LogState): void {
	told.entries.push({ kind: "reset" });
	told.asked.clear();
	told.shown.clear();
	told.early.clear();
}
