import type { Entry, Recording, Usage } from "../conversation/types.ts";
import { timeOf } from "../dialect/foreign.ts";
import type { ToolCall } from "../lens/types.ts";
import { isLine, type RolloutEvent, type RolloutThread, readLine } from "./codex-lines.ts";
import { parseLines } from "./json-lines.ts";

/** A rollout of Codex. A subagent has its own; a fork may begin with what its parent had before it, marked as kept. */
export function readCodex(text: string): Recording | undefined {
	const { values, skipped } = parseLines(text);
	const log = newCodexLog();
	for (const value of values) addCodexValue(log, value);
	if (!log.state) return undefined;
	const { session, agent } = log.state.thread;
	return { host: "codex", session, threads: [{ agent, entries: log.state.entries }], skipped: log.strange + skipped };
}

/** A rollout that is still being written. */
export type CodexLog = {
	/** What was read so far; undefined before the line that says which thread the log is of. */
	state: RolloutState | undefined;
	/** Lines that were not understood. */
	strange: number;
};

/** A rollout without any line. */
export function newCodexLog(): CodexLog {
	return { state: undefined, strange: 0 };
}

/** Adds the value of the next line to a rollout. */
export function addCodexValue(log: CodexLog, value: unknown): void {
	if (!isLine(value)) return;
	const event = readLine(value);
	// The first such line is the log's own; a fork may repeat its parent's.
	if (!log.state && typeof event === "object" && event.kind === "thread") log.state = newRolloutState(event);
	const { state } = log;
	if (
		event === "strange" ||
		(event && (!state || !applyEvent(state, event, timeOf(value.timestamp), state.isInherited)))
	) {
		log.strange++;
	}
}

/** Drops entries from before the last compaction. */
export function forgetCompacted({ state }: CodexLog): void {
	const reset = state?.entries.findLastIndex(({ kind }) => kind === "reset") ?? -1;
	if (!state || reset < 1) return;
	state.entries.splice(0, reset);
	state.turn -= reset;
}

/** What was read of a rollout so far, and what the reader needs to go on. */
export type RolloutState = {
	readonly thread: RolloutThread;
	readonly entries: Entry[];
	version: string;
	directory: string;
	model: string | undefined;
	/** How many bytes of a result the model gets; the log may have more. */
	room: number;
	/** Place of the latest turn among the entries, and whether the model is still in the middle of its reply. */
	turn: number;
	isReplying: boolean;
	/** Calls since the last reset; those without a result yet; those of them known to have failed, or succeeded. */
	readonly calls: Set<string>;
	readonly open: Set<string>;
	readonly failed: Set<string>;
	readonly succeeded: Set<string>;
	/** All results so far; those in the window, in order; how many there were when the user first spoke in each task. */
	readonly came: Set<string>;
	standing: string[];
	marks: number[];
	hasAsked: boolean;
	/** The current lines are the history of a fork's parent. */
	isInherited: boolean;
	total: number | undefined;
};

function newRolloutState(thread: RolloutThread): RolloutState {
	const { fork, version, directory } = thread;
	const sets = {
		calls: new Set<string>(),
		open: new Set<string>(),
		failed: new Set<string>(),
		succeeded: new Set<string>(),
		came: new Set<string>(),
	};
	const rest = { version, directory, model: undefined, room: 48_000, turn: -1, isReplying: false, total: undefined };
	return { thread, entries: [], ...sets, standing: [], marks: [], hasAsked: false, isInherited: fork, ...rest };
}

/** Applies an event. False if it does not fit what came before. */
function applyEvent(state: RolloutState, event: RolloutEvent, time: number | undefined, kept: boolean): boolean {
	switch (event.kind) {
		case "thread":
			state.version = event.version;
			state.directory = event.directory;
			return true;
		case "context":
			state.directory = event.directory;
			state.model = event.model;
			state.room = event.room;
			return true;
		case "reply":
			if (!kept) reply(state, time);
			return true;
		case "remark":
			state.isReplying = false;
			return true;
		case "call":
			if (!kept) reply(state, time);
			call(state, event.call, kept);
			return true;
		case "output":
			return output(state, event, time, kept);
		case "failure":
			// A command that was left running may end after its result; its end says nothing about that result.
			if (state.open.has(event.id)) state.failed.add(event.id);
			return true;
		case "success":
			if (state.open.has(event.id)) state.succeeded.add(event.id);
			return true;
		case "usage":
			if (event.total === undefined || event.total !== state.total) charge(state, event.usage);
			state.total = event.total ?? state.total;
			return true;
		case "compaction":
			reset(state);
			return event.left.every((each) => applyEvent(state, each, time, true));
		case "task":
			beginTask(state, event.id);
			return true;
		case "question":
			if (!state.hasAsked) state.marks.push(state.standing.length);
			state.hasAsked = true;
			return true;
		case "rollback":
			rollBack(state, event.tasks);
			return true;
	}
}

/** A reply is several items in a row, and its results follow the last of them. The first item begins a turn. */
function reply(state: RolloutState, time: number | undefined): void {
	if (!state.isReplying)
		state.turn = state.entries.push({ kind: "turn", time, model: state.model, usage: undefined }) - 1;
	state.isReplying = true;
}

function call(state: RolloutState, { id, tool, input }: Omit<ToolCall, "directory">, kept: boolean): void {
	if (state.calls.has(id)) return;
	if (kept && state.entries.length === 0) reset(state);
	state.calls.add(id);
	state.open.add(id);
	const { directory, version } = state;
	state.entries.push({ kind: "call", call: { id, tool, input, directory }, version });
}

function output(
	state: RolloutState,
	event: RolloutEvent & { kind: "output" },
	time: number | undefined,
	kept: boolean,
): boolean {
	const { id, text, plain, hasFailed, room = state.room } = event;
	state.isReplying = false;
	if (!state.calls.has(id)) return false;
	if (kept ? state.standing.includes(id) : state.came.has(id)) return true;
	const outcome = hasFailed || state.failed.has(id) ? "failed" : isLonger(text, room) ? "cut" : "done";
	state.entries.push({ kind: "result", id, text, outcome, plain, kept, time });
	state.open.delete(id);
	state.came.add(id);
	state.standing.push(id);
	return true;
}

function isLonger(text: string, bytes: number): boolean {
	return text.length > bytes || (text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes);
}

/** Usage comes after the calls of a reply, before or after their results, and may come twice. */
function charge(state: RolloutState, usage: Usage): void {
	const turn = state.entries[state.turn];
	if (turn?.kind === "turn" && !turn.usage) state.entries[state.turn] = { ...turn, usage };
	if (state.open.size === 0) state.isReplying = false;
}

function reset(state: RolloutState): void {
	state.entries.push({ kind: "reset" });
	state.calls.clear();
	state.open.clear();
	state.standing = [];
	state.marks = [];
	state.isReplying = false;
}

/** Ids begin with the time, so a task that is older than its thread is its parent's. */
function beginTask(state: RolloutState, id: string): void {
	const { id: own, version } = state.thread;
	const isInherited = state.isInherited && id.length === own.length && id < own;
	if (state.isInherited && !isInherited) state.version = version;
	state.isInherited = isInherited;
	state.hasAsked = false;
	state.isReplying = false;
	state.open.clear();
}

/** Removes the results of the last tasks. Versions differ in what counts as a task: we remove the most. */
function rollBack(state: RolloutState, tasks: number): void {
	if (!(tasks > 0)) return;
	const from = state.marks.splice(Math.max(0, state.marks.length - tasks))[0] ?? 0;
	const ids = state.standing.splice(from);
	if (ids.length > 0) state.entries.push({ kind: "erase", ids });
}
