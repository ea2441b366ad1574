import type { Entry, RecordedResult } from "../conversation/types.ts";

/** A call as an entry. */
export type CallEntry = Extract<Entry, { kind: "call" }>;

/** What a reader knows of a thread so far. Only the functions below change it; they keep the order of entries possible. */
export type LogState = {
	readonly entries: Entry[];
	/** All calls so far, by id. */
	readonly calls: Map<string, CallEntry>;
	/** All results so far, and those that the host has erased. */
	readonly results: Set<string>;
	readonly erased: Set<string>;
	/** Calls and results since the last reset. */
	readonly asked: Set<string>;
	readonly shown: Set<string>;
	/** Results that the log has before their call. */
	readonly early: Map<string, RecordedResult>;
};

/** The state before the first line. */
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

/** Adds a call that the model makes, or that a reset has kept. */
export function ask(state: LogState, entry: CallEntry): void {
	const { id } = entry.call;
	if (state.asked.has(id)) return;
	state.asked.add(id);
	state.calls.set(id, entry);
	state.entries.push(entry);
	const early = state.early.get(id);
	if (early) answer(state, early);
}

/** Adds a result the first time it comes; if the log does not have its call yet, it waits for the call. */
export function answer(state: LogState, result: RecordedResult): void {
	if (state.results.has(result.id)) return;
	if (state.asked.has(result.id)) show(state, result);
	else state.early.set(result.id, result);
}

/** Adds what the user wrote, if it is anything. */
export function say(state: LogState, text: string): void {
	if (text !== "") state.entries.push({ kind: "prompt", text });
}

/** A reset keeps a reply: its calls belong to one turn, as before. */
export function keepTurn(state: LogState): void {
	state.entries.push({ kind: "turn", time: undefined, model: undefined, usage: undefined, kept: true });
}

/** A reset keeps a result, and with it its call. */
export function keep(state: LogState, result: RecordedResult): void {
	const call = state.calls.get(result.id);
	if (!call || state.erased.has(result.id) || state.shown.has(result.id)) return;
	ask(state, call);
	show(state, { ...result, kept: true });
}

function show(state: LogState, result: RecordedResult): void {
	state.entries.push(result);
	state.results.add(result.id);
	state.shown.add(result.id);
}

/** The host erases results; ids of results that the model does not have are ignored. */
export function erase(state: LogState, ids: Iterable<string>): void {
	const gone = [...ids].filter((id) => state.shown.has(id) && !state.erased.has(id));
	for (const id of gone) state.erased.add(id);
	if (gone.length > 0) state.entries.push({ kind: "erase", ids: gone });
}

/** Everything before is gone. */
export function reset(state: LogState): void {
	state.entries.push({ kind: "reset" });
	state.asked.clear();
	state.shown.clear();
	state.early.clear();
}
