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
	if (!log.tape) return undefined;
	const { session, agent } = log.tape.thread;
	return { host: "codex", session, threads: [{ agent, entries: log.tape.entries }], skipped: log.strange + skipped };
}

/** A rollout that is still being written. */
export type CodexLog = {
	/** What was played so far; undefined before the line that says whose log it is. */
	tape: Tape | undefined;
	/** Lines that were not understood. */
	strange: number;
};

/** A rollout without any line. */
export function newCodexLog(): CodexLog {
	return { tape: undefined, strange: 0 };
}

/** Adds the value of the next line to a rollout. */
export function addCodexValue(log: CodexLog, value: unknown): void {
	if (!isLine(value)) return;
	const event = readLine(value);
	// The first such line is the log's own; a fork may repeat its parent's.
	if (!log.tape && typeof event === "object" && event.kind === "thread") log.tape = blankTape(event);
	const { tape } = log;
	if (event === "strange" || (event && (!tape || !play(tape, event, timeOf(value.timestamp), tape.isInherited)))) {
		log.strange++;
	}
}

/** Lets go of what a compaction has taken away. */
export function forgetCompacted({ tape }: CodexLog): void {
	const reset = tape?.entries.findLastIndex(({ kind }) => kind === "reset") ?? -1;
	if (!tape || reset < 1) return;
	tape.entries.splice(0, reset);
	tape.turn -= reset;
}

/** What has been played so far, and what must be known of it to play on. */
export type Tape = {
	readonly thread: RolloutThread;
	readonly entries: Entry[];
	version: string;
	directory: string;
	model: string | undefined;
	/** How many bytes of a result the model gets; the log may hold more. */
	room: number;
	/** Place of the latest turn among the entries, and whether the model is still in the middle of its reply. */
	turn: number;
	isReplying: boolean;
	/** Calls since the last reset; those without a result yet; those of them known to have failed, or succeeded. */
	readonly calls: Set<string>;
	readonly open: Set<string>;
	readonly failed: Set<string>;
	readonly succeeded: Set<string>;
	/** Results that ever came; those that stand, in order; how many stood when the user first spoke in each task. */
	readonly came: Set<string>;
	standing: string[];
	marks: number[];
	hasAsked: boolean;
	/** What is played is the history of a fork's parent. */
	isInherited: boolean;
	total: number | undefined;
};

function blankTape(thread: RolloutThread): Tape {
	const { fork, version, directory } = thread;
	const sets = {
		calls: new Set<string>(),
		open: new Set<string>(),
		failed: new Set<string>(),
		succeeded: new Set<string>(),
		came: new Set<string>(),
	};
	const state = { version, directory, model: undefined, room: 48_000, turn: -1, isReplying: false, total: undefined };
	return { thread, entries: [], ...sets, standing: [], marks: [], hasAsked: false, isInherited: fork, ...state };
}

/** Plays an event. False where it does not fit what was played before. */
function play(tape: Tape, event: RolloutEvent, time: number | undefined, kept: boolean): boolean {
	switch (event.kind) {
		case "thread":
			tape.version = event.version;
			tape.directory = event.directory;
			return true;
		case "context":
			tape.directory = event.directory;
			tape.model = event.model;
			tape.room = event.room;
			return true;
		case "reply":
			if (!kept) reply(tape, time);
			return true;
		case "remark":
			tape.isReplying = false;
			return true;
		case "call":
			if (!kept) reply(tape, time);
			call(tape, event.call, kept);
			return true;
		case "output":
			return output(tape, event, time, kept);
		case "failure":
			// A command that was left running may end after its result, which then tells nothing of it.
			if (tape.open.has(event.id)) tape.failed.add(event.id);
			return true;
		case "success":
			if (tape.open.has(event.id)) tape.succeeded.add(event.id);
			return true;
		case "usage":
			if (event.total === undefined || event.total !== tape.total) charge(tape, event.usage);
			tape.total = event.total ?? tape.total;
			return true;
		case "compaction":
			reset(tape);
			return event.left.every((each) => play(tape, each, time, true));
		case "task":
			beginTask(tape, event.id);
			return true;
		case "question":
			if (!tape.hasAsked) tape.marks.push(tape.standing.length);
			tape.hasAsked = true;
			return true;
		case "rollback":
			rollBack(tape, event.tasks);
			return true;
	}
}

/** A reply is several items in a row: its results come after the last of them. The first one begins a turn. */
function reply(tape: Tape, time: number | undefined): void {
	if (!tape.isReplying) tape.turn = tape.entries.push({ kind: "turn", time, model: tape.model, usage: undefined }) - 1;
	tape.isReplying = true;
}

function call(tape: Tape, { id, tool, input }: Omit<ToolCall, "directory">, kept: boolean): void {
	if (tape.calls.has(id)) return;
	if (kept && tape.entries.length === 0) reset(tape);
	tape.calls.add(id);
	tape.open.add(id);
	const { directory, version } = tape;
	tape.entries.push({ kind: "call", call: { id, tool, input, directory }, version });
}

function output(
	tape: Tape,
	event: RolloutEvent & { kind: "output" },
	time: number | undefined,
	kept: boolean,
): boolean {
	const { id, text, plain, hasFailed, room = tape.room } = event;
	tape.isReplying = false;
	if (!tape.calls.has(id)) return false;
	if (kept ? tape.standing.includes(id) : tape.came.has(id)) return true;
	const outcome = hasFailed || tape.failed.has(id) ? "failed" : isLonger(text, room) ? "cut" : "done";
	tape.entries.push({ kind: "result", id, text, outcome, plain, kept, time });
	tape.open.delete(id);
	tape.came.add(id);
	tape.standing.push(id);
	return true;
}

function isLonger(text: string, bytes: number): boolean {
	return text.length > bytes || (text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes);
}

/** Usage comes after the calls of a reply, before or after their results, and may be told twice. */
function charge(tape: Tape, usage: Usage): void {
	const turn = tape.entries[tape.turn];
	if (turn?.kind === "turn" && !turn.usage) tape.entries[tape.turn] = { ...turn, usage };
	if (tape.open.size === 0) tape.isReplying = false;
}

function reset(tape: Tape): void {
	tape.entries.push({ kind: "reset" });
	tape.calls.clear();
	tape.open.clear();
	tape.standing = [];
	tape.marks = [];
	tape.isReplying = false;
}

/** Ids begin with the time, so a task that is older than its thread is a parent's. */
function beginTask(tape: Tape, id: string): void {
	const { id: own, version } = tape.thread;
	const isInherited = tape.isInherited && id.length === own.length && id < own;
	if (tape.isInherited && !isInherited) tape.version = version;
	tape.isInherited = isInherited;
	tape.hasAsked = false;
	tape.isReplying = false;
	tape.open.clear();
}

/** Takes the results of the last tasks away. Versions differ in what counts as one: the most is taken. */
function rollBack(tape: Tape, tasks: number): void {
	if (!(tasks > 0)) return;
	const from = tape.marks.splice(Math.max(0, tape.marks.length - tasks))[0] ?? 0;
	const ids = tape.standing.splice(from);
	if (ids.length > 0) tape.entries.push({ kind: "erase", ids });
}
