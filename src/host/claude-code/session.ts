import { type ContextState, type FoldContext, newLogFold } from "../../conversation/fold.ts";
import type { Entry } from "../../conversation/types.ts";
import { valueAt } from "../../core/layered.ts";
import { rememberCalls } from "../../lens/look.ts";
import { claudeCodeTools } from "../../lens/tools/claude-code.ts";
import type { ToolCall } from "../../lens/types.ts";
import {
	addValue,
	entriesAt,
	forgetCompacted,
	type GrowingLog,
	newClaudeCodeLog,
} from "../../transcript/claude-code.ts";
import { withSilences } from "../../transcript/claude-code-silences.ts";
import { followFile } from "../../transcript/tail.ts";
import type { CallInWindow } from "../answer-from-log.ts";

/** The window of one model in Claude Code, according to the host's log. */
export type ClaudeCodeSession = {
	/** Reads the new lines of the log. */
	readOn(): void;
	/** Adds the results of a turn as the model gets them; the log has them a little later. */
	sent(batch: readonly SentResult[]): void;
	/** Notes that the host dropped everything before this time, whatever its log says later. */
	reset(time: number): void;
	/** The window as far as we know it, with results that were sent but are not in the log yet. */
	now(time: number): ContextState & { readonly version: string };
	/** The calls whose notes had lost their lines when the window was last computed. */
	orphans(): readonly string[];
	/** The window at the moment a call was made, and the call; undefined if the log does not have it yet. */
	at(call: string, time: number): ClaudeCodePlace | undefined;
};

/** A call in its window, the approximate tokens of the window, and the tools of other open calls. */
export type ClaudeCodePlace = CallInWindow & {
	readonly tokens: number;
	readonly open: readonly string[];
	/** The log says what the last request had. */
	readonly isTold: boolean;
};

/** A call, and the text that the model got for it. */
export type SentResult = { readonly call: ToolCall; readonly text: string };

/** Follows a log. `isShortened` recognises the texts in it that ibid wrote. */
export function followSession(path: string, isShortened: FoldContext["isShortened"]): ClaudeCodeSession {
	const known: FoldContext = { tools: rememberCalls(claudeCodeTools), isShortened };
	const stand = newLogFold(known);
	let log: GrowingLog = newClaudeCodeLog();
	const lines = (lines: readonly string[]): void => {
		for (const line of lines) addValue(log, parsed(line));
		if (lines.some((line) => line.includes("compact_boundary"))) forgetCompacted(log);
	};
	const anew = (): void => {
		log = newClaudeCodeLog();
	};
	const { readOn } = followFile(path, { lines, anew }, { most: MOST_BYTES });
	let unwritten: readonly (readonly SentResult[])[] = [];
	let saidAt = Number.NEGATIVE_INFINITY;
	let latest: ContextState | undefined;
	return {
		readOn,
		sent(batch) {
			unwritten = [...unwritten, batch].slice(-MOST_UNWRITTEN);
		},
		reset(time) {
			[unwritten, saidAt] = [[], time];
		},
		now(time) {
			const { uuid, version } = log.last ?? { uuid: "", version: "" };
			unwritten = unwritten.filter((batch) => batch.some(({ call }) => !log.answered.has(call.id)));
			// The log may have a call but not its result yet: then both come from what was sent.
			const calls = new Set(unwritten.flatMap((batch) => batch.map(({ call }) => call.id)));
			const written = (entriesAt(log, uuid) ?? []).filter((entry) => !isOf(entry, calls));
			const turn = written.findLast((entry) => entry.kind === "turn");
			// Where the log has had every request so far, it will have these.
			const isTold = turn?.kind === "turn" && turn.isTold;
			const sent = unwritten.flatMap((batch) => entriesOf(batch, version, isTold));
			latest = stand(withSilences([...written, ...sent], saidAt, time));
			return { ...latest, version };
		},
		orphans: () => latest?.orphans ?? [],
		at(id, time) {
			const uuid = log.calls.get(id);
			const entries = uuid === undefined || log.answered.has(id) ? undefined : entriesAt(log, uuid);
			if (!entries) return undefined;
			const { window, tokens, calls, isTold } = stand(withSilences(entries, saidAt, time));
			const asked = valueAt(calls, id);
			const others = window.open.filter((call) => call.turn === window.turn && call.id !== id);
			const open = others.flatMap((call) => valueAt(calls, call.id)?.call.tool ?? []);
			return asked && { window, tokens, asked, open, isTold };
		},
	};
}

function isOf(entry: Entry, calls: ReadonlySet<string>): boolean {
	if (entry.kind === "call") return calls.has(entry.call.id);
	return entry.kind === "result" && calls.has(entry.id);
}

/** The log is a few turns late at most. */
const MOST_UNWRITTEN = 20;

/** More bytes of a log than any window can hold. */
const MOST_BYTES = 32 * 1024 * 1024;

function entriesOf(batch: readonly SentResult[], version: string, isTold: true | undefined | false): Entry[] {
	return [
		{ kind: "turn", time: undefined, model: undefined, usage: undefined, ...(isTold && { isTold }) },
		...batch.map(({ call }): Entry => ({ kind: "call", call, version })),
		...batch.map(({ call: { id }, text }): Entry => {
			return { kind: "result", id, text, outcome: "done", plain: true, kept: false, time: undefined };
		}),
	];
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
