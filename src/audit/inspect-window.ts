import { emptyWindow, type Window } from "../core/window.ts";
import { type Asked, foldEntry } from "../transcript/fold.ts";
import type { Entry, RecordedResult, Strand } from "../transcript/types.ts";
import type { Terms } from "./replay.ts";

/** The window that a result came into, with all results before it as they really were sent. */
export function windowAsSent({ entries }: Strand, result: RecordedResult, { tools }: Terms): Window {
	const calls = new Map<string, Asked>();
	return entries.slice(0, entries.indexOf(result)).reduce((window, entry) => {
		const isOurs = entry.kind === "result" && entry.delivered !== undefined;
		return foldEntry(window, asSent(entry), calls, { tools, isShortened: () => isOurs });
	}, emptyWindow());
}

function asSent(entry: Entry): Entry {
	return entry.kind === "result" ? { ...entry, text: entry.delivered ?? entry.text } : entry;
}
