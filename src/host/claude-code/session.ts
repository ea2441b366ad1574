import { fold } from "../../core/fold.ts";
import { emptyWindow, type Window } from "../../core/window.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import type { ToolCall, Tools } from "../../lens/types.ts";
import {
	addValue,
	entriesAt,
	forgetCompacted,
	type GrowingLog,
	newClaudeCodeLog,
} from "../../transcript/claude-code.ts";
import { type Asked, foldEntry, type Known } from "../../transcript/fold.ts";
import type { Entry } from "../../transcript/types.ts";
import { followFile, type Tail } from "./tail.ts";

/** What one model of Claude Code has before it, by the log that the host writes. */
export type Session = {
	/** Reads on in the log. */
	readOn(): void;
	/** The results of one turn, as the model gets them; the log will have them a little later. */
	sent(batch: readonly Sent[]): void;
	/** At this time the host has taken away all that came before, whatever its log says of it. */
	reset(time: number): void;
	/** The window, as far as is known, with what was sent and is not written yet; undefined where the log is empty. */
	now(): { readonly window: Window; readonly version: string } | undefined;
	/** The window at the moment a call was made, and the call; undefined where the log does not have it yet. */
	at(call: string): Place | undefined;
};

/** A call in the window that its result goes into. */
export type Place = { readonly window: Window; readonly asked: Asked };

/** A call, and the text that the model got for it. */
export type Sent = { readonly call: ToolCall; readonly text: string; readonly shortened: boolean };

/** Follows a log. `isShortened` knows the texts in it that ibid has written. */
export function followSession(path: string, isShortened: Known["isShortened"]): Session {
	const known: Known = { tools: (version) => toolsOf("claude-code", version), isShortened };
	let tail: Tail = followFile(path);
	let log: GrowingLog = newClaudeCodeLog();
	let folded: Folded = nothingFolded();
	let unwritten: readonly (readonly Sent[])[] = [];
	let resetAt = Number.NEGATIVE_INFINITY;
	return {
		reset(time) {
			[unwritten, resetAt] = [[], time];
		},
		sent(batch) {
			unwritten = [...unwritten, batch].slice(-MOST_UNWRITTEN);
		},
		readOn() {
			let lines = tail.next();
			if (!lines) {
				[tail, log, folded] = [followFile(path), newClaudeCodeLog(), nothingFolded()];
				lines = tail.next() ?? [];
			}
			for (const line of lines) addValue(log, parsed(line));
			if (lines.some((line) => line.includes("compact_boundary"))) forgetCompacted(log);
		},
		now() {
			const { last } = log;
			if (!last) return undefined;
			unwritten = unwritten.filter((batch) => batch.some(({ call }) => !log.answered.has(call.id)));
			// The log may have a call and not its result: then both come from what was sent.
			foldTo(last.uuid, new Set(unwritten.flatMap((batch) => batch.map(({ call }) => call.id))));
			const tools = known.tools(last.version);
			const window = unwritten.reduce((before, batch) => foldBatch(before, batch, tools), folded.window);
			return { window, version: last.version };
		},
		at(call) {
			const uuid = log.calls.get(call);
			const asked = uuid !== undefined && foldTo(uuid) ? folded.calls.get(call) : undefined;
			return asked && { window: folded.window, asked };
		},
	};

	function foldTo(uuid: string, without: ReadonlySet<string> = new Set()): boolean {
		const entries = entriesAt(log, uuid)?.filter((entry) => !isOf(entry, without));
		if (entries) folded = foldOn(folded, entries, known, resetAt);
		return entries !== undefined;
	}
}

function isOf(entry: Entry, calls: ReadonlySet<string>): boolean {
	if (entry.kind === "call") return calls.has(entry.call.id);
	return entry.kind === "result" && calls.has(entry.id);
}

/** The log lags behind by a few turns at the most. */
const MOST_UNWRITTEN = 20;

function foldBatch(window: Window, batch: readonly Sent[], tools: Tools): Window {
	let after = fold(window, { kind: "turn" });
	for (const { call } of batch) after = fold(after, { kind: "call", call: lookAtCall(tools, call) });
	for (const { call, text, shortened } of batch) {
		const view = lookAtText(tools, call, text, "done", shortened);
		after = fold(after, { kind: "result", id: call.id, text, view, shortened });
	}
	return after;
}

/** Entries that were folded, by what tells them apart, and what came of it. */
type Folded = {
	readonly names: readonly string[];
	readonly calls: Map<string, Asked>;
	readonly window: Window;
	readonly time: number | undefined;
};

function nothingFolded(): Folded {
	return { names: [], calls: new Map(), window: emptyWindow(), time: undefined };
}

/** The same conversation a little later is folded on; another one, such as after a rewind, from its beginning. */
function foldOn(folded: Folded, entries: readonly Entry[], known: Known, resetAt: number): Folded {
	const names = entries.map(nameOf);
	const isLater = folded.names.length <= names.length && folded.names.every((name, index) => name === names[index]);
	const { calls, names: done, ...from } = isLater ? folded : nothingFolded();
	let { window, time } = from;
	for (const entry of entries.slice(done.length)) {
		const now = timeOf(entry);
		if (now !== undefined && time !== undefined && isCut(time, now, resetAt)) window = fold(window, { kind: "reset" });
		// Where the log itself tells of a reset, nobody needs to guess.
		time = entry.kind === "reset" ? undefined : (now ?? time);
		window = foldEntry(window, entry, calls, known);
	}
	return { names, calls, window, time };
}

/** When something came; what a reset has left standing came long before its place. */
function timeOf(entry: Entry): number | undefined {
	if (entry.kind === "result") return entry.kept ? undefined : entry.time;
	return entry.kind === "turn" ? entry.time : undefined;
}

/** Whether what came before may be gone: after a long silence the host clears old results without a word. */
function isCut(before: number, now: number, resetAt: number): boolean {
	return now - before > LONG_SILENCE || (before <= resetAt && resetAt < now);
}

const LONG_SILENCE = 60 * 60 * 1000;

function nameOf(entry: Entry): string {
	switch (entry.kind) {
		case "call":
			return `call ${entry.call.id}`;
		case "result":
			return `result ${entry.id} ${entry.text.length} ${entry.kept}`;
		case "erase":
			return `erase ${entry.ids.join(" ")}`;
		case "attached":
			return `attached ${entry.path}`;
		default:
			return entry.kind;
	}
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
