import type { Entry } from "../conversation/types.ts";

/**
 * The entries of a log up to now, with a reset wherever the host may have taken away what came before and not written it
 * down: after a long silence, when it clears old results without a word, and at a time when it said that it did. Up to
 * the last request that the log tells of, there is no need to guess what a silence did.
 */
export function withSilences(entries: readonly Entry[], saidAt: number = NEVER, now: number = NEVER): Entry[] {
	const all: Entry[] = [];
	let before: number | undefined;
	// Where the log itself tells of a reset, there is no need to guess.
	let isSaid = false;
	const told = entries.findLastIndex((entry) => entry.kind === "turn" && entry.isTold);
	for (const [index, entry] of entries.entries()) {
		const time = timeOf(entry);
		if (before !== undefined && time !== undefined) {
			if (!isSaid && before <= saidAt && saidAt < time) all.push({ kind: "reset" });
			else if (index > told && isSilence(before, time)) all.push(GUESS);
			isSaid = false;
		}
		if (entry.kind === "reset") isSaid = true;
		before = time ?? before;
		all.push(entry);
	}
	return before !== undefined && isSilence(before, now) ? [...all, GUESS] : all;
}

const NEVER = Number.NEGATIVE_INFINITY;

const GUESS: Entry = { kind: "reset", isGuess: true };

/** The host clears results after a pause of 65 minutes; our times are not exactly those that it goes by. */
const LONG_SILENCE = 60 * 60 * 1000;

function isSilence(before: number, now: number): boolean {
	return now - before > LONG_SILENCE;
}

/** When something came; what a reset has left standing came long before its place. */
function timeOf(entry: Entry): number | undefined {
	if (entry.kind === "result") return entry.kept ? undefined : entry.time;
	return entry.kind === "turn" ? entry.time : undefined;
}
