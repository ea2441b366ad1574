import type { Entry } from "../../transcript/types.ts";

/**
 * The entries of a log with a reset wherever the host may have taken away what came before and not written it down:
 * after a long silence, when it clears old results without a word, and at a time when it said that it did.
 */
export function withSilences(entries: readonly Entry[], saidAt: number): Entry[] {
	const all: Entry[] = [];
	let before: number | undefined;
	for (const entry of entries) {
		const now = timeOf(entry);
		if (before !== undefined && now !== undefined && isCut(before, now, saidAt)) all.push({ kind: "reset" });
		// Where the log itself tells of a reset, nobody needs to guess.
		before = entry.kind === "reset" ? undefined : (now ?? before);
		all.push(entry);
	}
	return all;
}

const LONG_SILENCE = 60 * 60 * 1000;

function isCut(before: number, now: number, saidAt: number): boolean {
	return now - before > LONG_SILENCE || (before <= saidAt && saidAt < now);
}

/** When something came; what a reset has left standing came long before its place. */
function timeOf(entry: Entry): number | undefined {
	if (entry.kind === "result") return entry.kept ? undefined : entry.time;
	return entry.kind === "turn" ? entry.time : undefined;
}
