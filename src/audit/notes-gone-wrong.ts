import type { FoldContext } from "../conversation/fold.ts";
import type { AgentThread } from "../conversation/types.ts";
import { fold } from "../core/fold.ts";
import { read } from "../core/read.ts";
import { copiedNote } from "../guard/copied-note.ts";
import type { ToolCall } from "../lens/types.ts";
import type { ReplayedResult } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";
import { contentOf, faultIn } from "./verify.ts";

/**
 * Finds notes whose lines the host has removed. Each counts once. If every request passes through ibid there are none:
 * such a result is sent in full in the same request.
 */
export type OrphanWatch = {
	/** An answer was sent, or a reset kept it. Returns how many notes have lost their lines: at most 1. */
	sent(answered: ReplayedResult): number;
	/** How many notes have lost their lines because these results are gone. */
	erased(ids: readonly string[]): number;
	reset(): void;
};

/** A watch over nothing yet. */
export function watchOrphans(terms: ReplayTerms): OrphanWatch {
	let standing: ReplayedResult[] = [];
	const lost = new Set<string>();
	const lose = (answered: readonly ReplayedResult[]): number => {
		const fresh = answered.filter(({ call }) => !lost.has(call.id));
		for (const { call } of fresh) lost.add(call.id);
		return fresh.length;
	};
	return {
		sent(answered) {
			if (answered.answer.form === "whole" || terms.limits.together) return 0;
			if (answered.result.kept && !areNotesReadable(answered, terms)) return lose([answered]);
			standing.push(answered);
			return 0;
		},
		erased(ids) {
			standing = standing.filter(({ call }) => !ids.includes(call.id));
			const orphans = standing.filter((answered) => !wouldRead(answered, ids, terms));
			standing = standing.filter((answered) => !orphans.includes(answered));
			return lose(orphans);
		},
		reset() {
			standing = [];
		},
	};
}

/** Whether an answer could still be rebuilt if these results had been gone when it was sent. */
function wouldRead(answered: ReplayedResult, ids: readonly string[], terms: ReplayTerms): boolean {
	return faultIn(answered, terms, fold(answered.window, { kind: "erase", ids })) === undefined;
}

/** Whether the notes of an answer lead to lines in the window. */
function areNotesReadable(answered: ReplayedResult, terms: ReplayTerms): boolean {
	const { text, view } = contentOf(answered, terms);
	return view.kind === "shown" && read(answered.window, text, view.parts) !== undefined;
}

/** The calls of a thread that wrote a note into a file, according to their arguments; failed calls wrote nothing. */
export function copiedNotesIn(
	{ entries }: AgentThread,
	tools: FoldContext["tools"],
	isNote: (line: string) => boolean,
): string[] {
	const writing = new Map<string, ToolCall>();
	const found = new Set<string>();
	for (const entry of entries) {
		if (entry.kind === "call" && copiedNote(tools(entry.version ?? ""), entry.call, isNote))
			writing.set(entry.call.id, entry.call);
		const call = entry.kind === "result" ? writing.get(entry.id) : undefined;
		if (entry.kind !== "result" || !call || !writing.delete(call.id)) continue;
		const { outcome } = tools("").unwrap(entry.text.split("\n"), call.tool);
		if (entry.outcome !== "failed" && outcome !== "failed") found.add(`${call.id}: ${call.tool} has written a note`);
	}
	return [...found];
}
