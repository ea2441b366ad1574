import { fold } from "../../core/fold.ts";
import { emptyWindow, type Window } from "../../core/window.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall, lookAtText } from "../../lens/look.ts";
import type { ToolCall, Tools } from "../../lens/types.ts";
import { addValue, entriesAt, type GrowingLog, lineOfCall, newClaudeCodeLog } from "../../transcript/claude-code.ts";
import type { Line } from "../../transcript/claude-code-lines.ts";
import { type Asked, foldEntry, type Known } from "../../transcript/fold.ts";
import type { Entry } from "../../transcript/types.ts";
import { followFile, type Tail } from "./tail.ts";

/** What one model of Claude Code has before it, by the log that the host writes. */
export type Session = {
	/** Reads on in the log. */
	readOn(): void;
	/** A result was sent to the model, as it is; the log will have it a little later. */
	sent(sent: Sent): void;
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
	let unwritten: readonly Sent[] = [];
	return {
		sent(sent) {
			unwritten = [...unwritten, sent].slice(-MOST_UNWRITTEN);
		},
		readOn() {
			let lines = tail.next();
			if (!lines) {
				[tail, log, folded] = [followFile(path), newClaudeCodeLog(), nothingFolded()];
				lines = tail.next() ?? [];
			}
			for (const line of lines) addValue(log, parsed(line));
		},
		now() {
			const last = lastSaid(log);
			if (!last || !foldTo(last.uuid)) return undefined;
			unwritten = unwritten.filter(({ call }) => !folded.results.has(call.id));
			const window = unwritten.reduce(
				(before, sent) => foldSent(before, sent, known.tools(last.version)),
				folded.window,
			);
			return { window, version: last.version };
		},
		at(call) {
			const uuid = lineOfCall(log, call);
			const asked = uuid !== undefined && foldTo(uuid) ? folded.calls.get(call) : undefined;
			return asked && { window: folded.window, asked };
		},
	};

	function foldTo(uuid: string): boolean {
		const entries = entriesAt(log, uuid);
		if (entries) folded = foldOn(folded, entries, known);
		return entries !== undefined;
	}
}

/** The log lags behind by a few calls at the most. */
const MOST_UNWRITTEN = 20;

function foldSent(window: Window, { call, text, shortened }: Sent, tools: Tools): Window {
	const asked = fold(fold(window, { kind: "turn" }), { kind: "call", call: lookAtCall(tools, call) });
	const view = lookAtText(tools, call, text, "done", shortened);
	return fold(asked, { kind: "result", id: call.id, text, view, shortened });
}

function lastSaid({ lines }: GrowingLog): Line | undefined {
	return [...lines.values()].findLast(({ body }) => body.kind === "reply" || body.kind === "prompt");
}

/** Entries that were folded, by what tells them apart, and what came of it. */
type Folded = {
	readonly names: readonly string[];
	readonly calls: Map<string, Asked>;
	readonly results: Set<string>;
	readonly window: Window;
	readonly time: number | undefined;
};

function nothingFolded(): Folded {
	return { names: [], calls: new Map(), results: new Set(), window: emptyWindow(), time: undefined };
}

/** The same conversation a little later is folded on; another one, such as after a rewind, from its beginning. */
function foldOn(folded: Folded, entries: readonly Entry[], known: Known): Folded {
	const names = entries.map(nameOf);
	const isLater = folded.names.length <= names.length && folded.names.every((name, index) => name === names[index]);
	const { calls, results, names: done, ...from } = isLater ? folded : nothingFolded();
	let { window, time } = from;
	for (const entry of entries.slice(done.length)) {
		const now = "time" in entry ? entry.time : undefined;
		// After a long silence the host may have cleared old results without a word.
		if (now !== undefined && time !== undefined && now - time > LONG_SILENCE) window = fold(window, { kind: "reset" });
		time = now ?? time;
		if (entry.kind === "result") results.add(entry.id);
		window = foldEntry(window, entry, calls, known);
	}
	return { names, calls, results, window, time };
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
