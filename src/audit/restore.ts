import { read } from "../core/read.ts";
import { emptyWindow, type Window } from "../core/window.ts";
import { toolsOf } from "../lens/hosts.ts";
import { lookAtText } from "../lens/look.ts";
import type { Host } from "../lens/types.ts";
import { insideOf } from "../lens/unwrap/gemini-wrapping.ts";
import { type Asked, foldEntry, type Known } from "../transcript/fold.ts";
import type { Entry, RecordedResult, Recording, Strand } from "../transcript/types.ts";
import type { Lived } from "./lived.ts";

/**
 * A session as it would have been without ibid: each text that ibid is recorded to have shortened is rebuilt from what
 * stood before the model. One that cannot be rebuilt to what the record says was there stays as it stands, and is lost.
 */
export function restore(recording: Recording, lived: Pick<Lived, "sentIn" | "isOriginal">): Recording {
	return { ...recording, strands: recording.strands.map((strand) => restoreStrand(strand, recording.host, lived)) };
}

function restoreStrand(
	strand: Strand,
	host: Host,
	{ sentIn, isOriginal }: Pick<Lived, "sentIn" | "isOriginal">,
): Strand {
	const tools: Known["tools"] = (version) => toolsOf(host, version);
	const calls = new Map<string, Asked>();
	let window = emptyWindow();
	const entries = strand.entries.map((entry): Entry => {
		const before = window;
		const sent = entry.kind === "result" ? sentIn(entry.id, entry.untrimmed ?? entry.text) : undefined;
		const asked = entry.kind === "result" && sent !== undefined ? calls.get(entry.id) : undefined;
		const told = entry.kind === "result" && asked && host === "gemini-cli" ? asAsked(entry, asked) : entry;
		window = foldEntry(window, told, calls, { tools, isShortened: () => sent !== undefined });
		if (entry.kind !== "result" || told.kind !== "result" || !asked || sent === undefined) return entry;
		const original = originalOf(told, asked, before);
		const added = (entry.untrimmed ?? entry.text).length - sent.length;
		const isTrue = original !== undefined && isOriginal(original.slice(0, original.length - added));
		return isTrue ? { ...told, ...asSent(original, told), delivered: told.text } : { ...entry, isLost: true };
	});
	return { ...strand, entries };
}

/** Gemini CLI takes texts for those of a server, and puts lines around them, or for errors; what was asked for is neither. */
function asAsked(result: RecordedResult, { call: { tool } }: Asked): RecordedResult {
	const isWrappedAnyway = tool === "run_shell_command";
	return { ...result, text: isWrappedAnyway ? result.text : insideOf(result.text), outcome: "done" };
}

/** What a text would have been sent as in place of another one. */
function asSent(text: string, { untrimmed }: RecordedResult): Pick<RecordedResult, "text" | "untrimmed"> {
	return untrimmed === undefined ? { text } : { text: text.trim(), untrimmed: text };
}

function originalOf(result: RecordedResult, { tools, call }: Asked, window: Window): string | undefined {
	const text = result.untrimmed ?? result.text;
	const view = lookAtText(tools, call, text, "done", true);
	return view.kind === "shown" ? read(window, text, view.parts) : undefined;
}
