import { fold } from "../../core/fold.ts";
import type { Window } from "../../core/window.ts";
import { toolsOf } from "../../lens/hosts.ts";
import { lookAtCall } from "../../lens/look.ts";
import type { ToolCall } from "../../lens/types.ts";
import { addCodexValue, type CodexLog, newCodexLog } from "../../transcript/codex.ts";
import type { Asked, Known } from "../../transcript/fold.ts";
import { newFolding } from "../../transcript/standing.ts";
import { followFile, type Tail } from "../../transcript/tail.ts";

/** What one thread of Codex has before it, by the log that the host writes. */
export type Thread = {
	/** Reads on in the log. */
	readOn(): void;
	/** A call of a turn has begun. The log names the calls of a reply one by one, as they are answered. */
	begun(turn: string, call: ToolCall): void;
	/** The window that the result of a call goes into; undefined unless the log has the call, and that it ended well. */
	at(call: string): Place | undefined;
};

/** A call, and the window that its result goes into. */
export type Place = { readonly window: Window; readonly asked: Asked };

/** Follows a log. `isShortened` knows the texts in it that ibid has written. */
export function followThread(path: string, isShortened: Known["isShortened"]): Thread {
	const known: Known = { tools: (version) => toolsOf("codex", version), isShortened };
	const stand = newFolding(known);
	let tail: Tail = followFile(path);
	let log: CodexLog = newCodexLog();
	let turn = "";
	let noted: readonly ToolCall[] = [];
	return {
		readOn() {
			let lines = tail.next();
			if (!lines) {
				[tail, log] = [followFile(path), newCodexLog()];
				lines = tail.next() ?? [];
			}
			for (const line of lines) addCodexValue(log, parsed(line));
		},
		begun(now, call) {
			noted = [...(now === turn ? noted : []), call];
			turn = now;
		},
		at(id) {
			const { tape } = log;
			if (!tape?.open.has(id) || !tape.succeeded.has(id)) return undefined;
			const { window, calls } = stand(tape.entries);
			const asked = calls.get(id);
			const others = noted.filter((call) => call.id !== id && !tape.came.has(call.id) && !tape.open.has(call.id));
			return asked && { window: others.reduce((before, call) => withCall(before, call, asked), window), asked };
		},
	};
}

function withCall(window: Window, call: ToolCall, { tools }: Asked): Window {
	return fold(window, { kind: "call", call: lookAtCall(tools, call) });
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
