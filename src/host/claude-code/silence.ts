import type { Entry } from "../../conversation/types.ts";

/**
 * The entries of a log up to now, with a reset wherever the host may have taken away what came before and not written it
 * down: after a long silence, when it clears old results without a word, and at a time when it said that it did.
 */
export function withSilences(entries: readonly Entry[], saidAt: number, now: number): Entry[] {
	const all: Entry[] = [];
	let before: number | undefined;
	// Where the log itself tells of a reset, nobody needs to guess.
	let isTold = false;
	for (const entry of entries) {
		const time = timeOf(entry);
		if (before !== undefined && time !== undefined) {
			if (isSilence(before, time) || (!isTold && before <= saidAt && saidAt < time)) all.push({ kind: "reset" });
			isTold = false;
		}
		if (entry.kind === "reset") isTold = true;
		before = time ?? before;
		all.push(entry);
	}
	return before !== undefined && isSilence(before, now) ? [...all, { kind: "reset" }] : all;
}

const LONG_SILENCE = 60 * 60 * 1000;

function isSilence(before: number, now: number): boolean {
	return now - before > LONG_SILENCE;
}

/** When something came; what a reset has left standing came long before its place. */
function timeOf(entry: Entry): number | undefined {
	if (entry.kind === "result") return entry.kept ? undefined : entry.time;
	return entry.kind === "turn" ? entry.time : undefined;
}
