import { type CallInContext, type ContextState, type FoldContext, newLogFold } from "../../conversation/fold.ts";
import { fold } from "../../core/fold.ts";
import { valueAt } from "../../core/layered.ts";
import type { OwnText, Subject } from "../../core/types.ts";
import type { Window } from "../../core/window.ts";
import { lookAtCall, rememberCalls } from "../../lens/look.ts";
import { codexTools } from "../../lens/tools/codex.ts";
import type { ToolCall } from "../../lens/types.ts";
import { addCodexValue, type CodexLog, forgetCompacted, newCodexLog } from "../../transcript/codex.ts";
import { followFile } from "../../transcript/tail.ts";
import type { CallInLog, CallInWindow } from "../answer-from-log.ts";

/** The window of one thread of Codex, according to the host's log. */
export type Thread = {
	/** Reads the new lines of the log. */
	readOn(): void;
	/** A call of a turn has begun, whether or not the log has it yet. */
	begun(turn: string, call: ToolCall): void;
	/** A script has made a call, which the log does not have, and got its result; it gets none if the call failed. */
	begunInScript(call: ToolCall): void;
	endedInScript(call: string): void;
	/** The model has got these subjects in full. */
	shown(subjects: readonly Subject[]): void;
	/** What the log says of a call; it is "told" once the log says that the call succeeded. */
	at(call: string): CallInLog<CallInThread>;
	/** The window that the result of a call would go into, although the log does not have all of it yet. */
	guess(call: ToolCall): CallInThread;
};

/** A call in its window. */
export type CallInThread = CallInWindow & {
	/** The sub-agent whose window it is; empty for the main one. */
	readonly agent: string;
	/** How many bytes of a result reach the model. */
	readonly room: number;
};

/** Follows a log. `isShortened` recognises the texts in it that ibid wrote. */
export function followThread(path: string, isShortened: FoldContext["isShortened"]): Thread {
	const known: FoldContext = { tools: rememberCalls(() => codexTools), isShortened };
	const stand = newLogFold(known);
	let log: CodexLog = newCodexLog();
	const lines = (lines: readonly string[]): void => {
		for (const line of lines) addLine(log, line);
		forgetCompacted(log);
	};
	const anew = (): void => {
		log = newCodexLog();
	};
	let turn = "";
	let noted: readonly ToolCall[] = [];
	// Files that a script failed to change are sent in full, as after any failed edit.
	const unended = new Map<string, readonly Subject[]>();
	// A copy: the log's own list grows, and a folded list must not change.
	const standing = (): ContextState => stand([...(log.state?.entries ?? [])]);
	const place = (call: ToolCall): CallInThread => {
		const { state } = log;
		const { window: before, calls } = standing();
		const version = state?.version ?? "";
		const asked = valueAt(calls, call.id) ?? { call, version, tools: known.tools(version) };
		const isNamed = state?.open.has(call.id) === true;
		const inTurn = isNamed ? before : withCall(fold(before, { kind: "turn" }), call, asked);
		const others = noted.filter(({ id }) => id !== call.id && !state?.came.has(id) && !state?.open.has(id));
		const wanted = [...unended.values()].flat();
		const window = wanted.reduce(
			(all, subject) => fold(all, { kind: "ask", place: { subject } }),
			others.reduce((all, other) => withCall(all, other, asked), inTurn),
		);
		return { window, asked, agent: state?.thread.agent ?? "", room: state?.room ?? 0 };
	};
	return {
		// From the beginning, because the first line names the thread.
		...followFile(path, { lines, anew }),
		begun(now, call) {
			noted = [...(now === turn ? noted : []), call];
			turn = now;
		},
		begunInScript(call) {
			const { own } = lookAtCall(known.tools(log.state?.version ?? ""), call);
			if (own.length > 0) unended.set(call.id, subjectsOf(own));
		},
		endedInScript: (id) => void unended.delete(id),
		shown(subjects) {
			const names = new Set(subjects.map(({ name }) => name));
			for (const [id, wanted] of unended) if (wanted.every(({ name }) => names.has(name))) unended.delete(id);
		},
		at(id) {
			const { state, strange } = log;
			if (!state) return { kind: strange > 0 ? "strange" : "not told" };
			if (state.came.has(id) || state.failed.has(id)) return { kind: "over" };
			if (strange > 0) return { kind: "strange" };
			const call = state.succeeded.has(id) && state.open.has(id) ? valueAt(standing().calls, id)?.call : undefined;
			return call ? { kind: "told", place: place(call) } : { kind: "not told" };
		},
		guess: place,
	};
}

function subjectsOf(own: readonly OwnText[]): Subject[] {
	return own.map(({ subject }) => subject);
}

function withCall(window: Window, call: ToolCall, { tools }: CallInContext): Window {
	return fold(window, { kind: "call", call: lookAtCall(tools, call) });
}

/** A line that is not JSON makes the log strange: we do not know what it said. */
function addLine(log: CodexLog, line: string): void {
	try {
		addCodexValue(log, JSON.parse(line));
	} catch {
		log.strange++;
	}
}
