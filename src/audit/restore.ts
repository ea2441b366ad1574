import { read } from "../core/read.ts";
import { emptyWindow } from "../core/window.ts";
import { toolsOf } from "../lens/hosts.ts";
import { lookAtText } from "../lens/look.ts";
import { type Asked, foldEntry, type Known } from "../transcript/fold.ts";
import type { Entry, RecordedResult, Recording, Strand } from "../transcript/types.ts";

/**
 * A session as it would have been without ibid: each text that ibid is recorded to have shortened is rebuilt from what
 * stood before the model. One that cannot be rebuilt, since its lines are gone, stays as it stands.
 */
export function restore(recording: Recording, isShortened: Known["isShortened"]): Recording {
	const known: Known = { tools: (version) => toolsOf(recording.host, version), isShortened };
	return { ...recording, strands: recording.strands.map((strand) => restoreStrand(strand, known)) };
}

function restoreStrand(strand: Strand, known: Known): Strand {
	const calls = new Map<string, Asked>();
	let window = emptyWindow();
	const entries = strand.entries.map((entry): Entry => {
		const before = window;
		window = foldEntry(window, entry, calls, known);
		if (entry.kind !== "result" || !known.isShortened(entry.id, entry.text)) return entry;
		const original = originalOf(entry, calls.get(entry.id), before);
		return original === undefined ? entry : { ...entry, text: original, delivered: entry.text };
	});
	return { ...strand, entries };
}

function originalOf(
	{ text }: RecordedResult,
	asked: Asked | undefined,
	window: Parameters<typeof read>[0],
): string | undefined {
	const view = asked && lookAtText(asked.tools, asked.call, text, "done", true);
	return view?.kind === "shown" ? read(window, text, view.parts) : undefined;
}
