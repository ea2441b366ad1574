import type { AgentThread, Entry, RecordedResult } from "../conversation/types.ts";
import { hasNotes } from "../lens/result-text.ts";
import type { Way } from "../store/record-lines.ts";

/**
 * A part of a thread whose results ibid shortened in one way. What came before is repeated, marked as kept, as that way
 * had it in front of it.
 */
export type Stretch = {
	readonly way: Way;
	readonly thread: AgentThread;
	/** The result of the recorded thread that one of this thread stands for. */
	readonly recorded: (result: RecordedResult) => RecordedResult;
};

/**
 * The stretches of a thread. A session may begin with hooks and be resumed by `ibid run`, or the other way round; a turn
 * of which the record has nothing is of the same way as the one before it.
 */
export function stretchesOf(
	thread: AgentThread,
	wayOf: (result: RecordedResult) => Way | undefined,
	otherwise: Way,
): Stretch[] {
	const turns = turnsOf(thread.entries);
	const ways = turns.map((turn) => firstKnown(turn, wayOf));
	const begun = ways.find((way) => way !== undefined) ?? otherwise;
	const parts: { readonly way: Way; readonly entries: Entry[] }[] = [];
	for (const [at, turn] of turns.entries()) {
		const last = parts.at(-1);
		const way = ways[at] ?? last?.way ?? begun;
		if (last?.way === way) last.entries.push(...turn);
		else parts.push({ way, entries: [...turn] });
	}
	return parts.map(({ way, entries }, at) => {
		const before = parts.slice(0, at).flatMap((part) => part.entries);
		return newStretch(way, thread.agent, before, entries);
	});
}

/** Entries cut before each turn. */
function turnsOf(entries: readonly Entry[]): Entry[][] {
	const turns: Entry[][] = [[]];
	for (const entry of entries) {
		if (entry.kind === "turn") turns.push([]);
		turns.at(-1)?.push(entry);
	}
	return turns.filter((turn) => turn.length > 0);
}

function firstKnown(turn: readonly Entry[], wayOf: (result: RecordedResult) => Way | undefined): Way | undefined {
	for (const entry of turn) {
		const way = entry.kind === "result" ? wayOf(entry) : undefined;
		if (way !== undefined) return way;
	}
	return undefined;
}

function newStretch(way: Way, agent: string | undefined, before: readonly Entry[], own: readonly Entry[]): Stretch {
	const recorded = new Map<RecordedResult, RecordedResult>();
	const take = (entry: Entry, isKept: boolean): Entry => {
		if (entry.kind === "turn" && isKept) return { ...entry, usage: undefined, kept: true };
		if (entry.kind !== "result") return entry;
		const kept = isKept ? { ...entry, kept: true } : entry;
		const seen = way === "run" ? asRequested(kept) : kept;
		recorded.set(seen, entry);
		return seen;
	};
	const kept = standing(before).map((entry) => take(entry, true));
	// What a host may have taken away without a word is in no request, or in each of them.
	const told = way === "run" ? own.filter((entry) => entry.kind !== "reset" || !entry.isGuess) : own;
	const entries = told.map((entry) => take(entry, false));
	return {
		way,
		thread: { agent, entries: before.length === 0 ? entries : [{ kind: "reset", kept: true }, ...kept, ...entries] },
		recorded: (result) => recorded.get(result) ?? result,
	};
}

/** What was still in front of the model after some entries. An emptied result shows nothing, but still hides. */
function standing(entries: readonly Entry[]): Entry[] {
	let left: Entry[] = [];
	for (const entry of entries) {
		if (entry.kind === "reset") left = [];
		else if (entry.kind !== "erase") left.push(entry);
		else
			left = left.map((each) =>
				each.kind === "result" && entry.ids.includes(each.id) ? { ...each, outcome: "cut" } : each,
			);
	}
	return left;
}

/** A result as a request has it: what hooks have left out of it is not there, so it is not known line by line. */
function asRequested(result: RecordedResult): RecordedResult {
	const { delivered, ...rest } = result;
	const text = delivered ?? result.text;
	return hasNotes(text) ? { ...rest, text, outcome: "cut" } : result;
}
