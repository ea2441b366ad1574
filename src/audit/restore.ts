import { type CallInContext, emptyState, foldEntry } from "../conversation/fold.ts";
import type { AgentThread, Entry, RecordedResult, Recording } from "../conversation/types.ts";
import { valueAt } from "../core/layered.ts";
import { read } from "../core/read.ts";
import type { Window } from "../core/window.ts";
import type { HostKnowledge } from "../host/definition.ts";
import { lookAtText, rememberCalls } from "../lens/look.ts";
import type { RecordedAnswers } from "./recorded-answers.ts";

/**
 * A session as it would have been without ibid: each text that ibid is recorded to have shortened is rebuilt from what
 * stood before the model. One that cannot be rebuilt to what the record says was there stays as it stands, and is lost.
 */
export function restore(
	recording: Recording,
	host: HostKnowledge,
	answers: Pick<RecordedAnswers, "sentIn" | "isOriginal">,
): Recording {
	return { ...recording, threads: recording.threads.map((thread) => restoreThread(thread, host, answers)) };
}

function restoreThread(
	thread: AgentThread,
	host: HostKnowledge,
	{ sentIn, isOriginal }: Pick<RecordedAnswers, "sentIn" | "isOriginal">,
): AgentThread {
	const { asAsked } = host.record;
	const tools = rememberCalls(host.tools);
	let state = emptyState();
	const entries = thread.entries.map((entry): Entry => {
		const { window, calls } = state;
		const sent = entry.kind === "result" ? sentIn(entry.id, entry.untrimmed ?? entry.text) : undefined;
		const asked = entry.kind === "result" && sent !== undefined ? valueAt(calls, entry.id) : undefined;
		const told = entry.kind === "result" && asked && asAsked ? asAsked(entry, asked.call.tool) : entry;
		state = foldEntry(state, told, { tools, isShortened: () => sent !== undefined });
		if (entry.kind !== "result" || told.kind !== "result" || !asked || sent === undefined) return entry;
		const original = rebuiltOriginal(told, asked, window);
		const added = (entry.untrimmed ?? entry.text).length - sent.length;
		const isTrue = original !== undefined && isOriginal(original.slice(0, original.length - added));
		return isTrue ? { ...told, ...trimmedAs(original, told), delivered: told.text } : { ...entry, isLost: true };
	});
	return { ...thread, entries };
}

/** What a text would have been sent as in place of another one. */
function trimmedAs(text: string, { untrimmed }: RecordedResult): Pick<RecordedResult, "text" | "untrimmed"> {
	return untrimmed === undefined ? { text } : { text: text.trim(), untrimmed: text };
}

function rebuiltOriginal(result: RecordedResult, { tools, call }: CallInContext, window: Window): string | undefined {
	const text = result.untrimmed ?? result.text;
	const view = lookAtText(tools, call, text, "done", true);
	return view.kind === "shown" ? read(window, text, view.parts) : undefined;
}
