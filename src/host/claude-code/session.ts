import { fold } from "../../core/fold.ts";
import { emptyWindow, type Window } from "../../core/window.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { addValue, entriesAt, type GrowingLog, lineOfCall, newClaudeCodeLog } from "../../transcript/claude-code.ts";
import type { Line } from "../../transcript/claude-code-lines.ts";
import { type Asked, foldEntry, type Known } from "../../transcript/fold.ts";
import type { Entry } from "../../transcript/types.ts";
import { followFile, type Tail } from "./tail.ts";

/** What one model of Claude Code has before it, by the log that the host writes. */
export type Session = {
	/** Reads on in the log. */
	readOn(): void;
	/** The window as far as the log is written, and the version of the host; undefined where it says nothing yet. */
	now(): { readonly window: Window; readonly version: string } | undefined;
	/** The window at the moment a call was made, and the call; undefined where the log does not have it yet. */
	at(call: string): { readonly window: Window; readonly asked: Asked } | undefined;
};

/** Follows a log. `isShortened` knows the texts in it that ibid has written. */
export function followSession(path: string, isShortened: Known["isShortened"]): Session {
	const known: Known = { tools: (version) => toolsOf("claude-code", version), isShortened };
	let tail: Tail = followFile(path);
	let log: GrowingLog = newClaudeCodeLog();
	let folded: Folded = nothingFolded();
	return {
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
			return last && foldTo(last.uuid) ? { window: folded.window, version: last.version } : undefined;
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

function lastSaid({ lines }: GrowingLog): Line | undefined {
	return [...lines.values()].findLast(({ body }) => body.kind === "reply" || body.kind === "prompt");
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
function foldOn(folded: Folded, entries: readonly Entry[], known: Known): Folded {
	const names = entries.map(nameOf);
	const isLater = folded.names.length <= names.length && folded.names.every((name, index) => name === names[index]);
	const { calls, names: done, ...from } = isLater ? folded : nothingFolded();
	let { window, time } = from;
	for (const entry of entries.slice(done.length)) {
		const now = "time" in entry ? entry.time : undefined;
		// After a long silence the host may have cleared old results without a word.
		if (now !== undefined && time !== undefined && now - time > LONG_SILENCE) window = fold(window, { kind: "reset" });
		time = now ?? time;
		window = foldEntry(window, entry, calls, known);
	}
	return { names, calls, window, time };
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
