import type { AnswerStep } from "../../data.ts";
import type { Counter } from "./counting.ts";

/** What results and requests come to, in tokens; all are what they are without ibid, `saved` and `fewer` are signed. */
export type Tally = {
	answers: number;
	shortened: number;
	tokens: number;
	saved: number;
	notes: number;
	orphans: number;
	/** Of all requests whose size is known, and how many of these tokens ibid takes away. */
	input: number;
	fewer: number;
};

/** A tally of nothing. */
export function newTally(): Tally {
	return { answers: 0, shortened: 0, tokens: 0, saved: 0, notes: 0, orphans: 0, input: 0, fewer: 0 };
}

/** Counts into a tally. */
export function counterInto(tally: Tally): Counter {
	return {
		answer: (answer) => addAnswer(tally, answer),
		request(without, fewer) {
			tally.input += without;
			tally.fewer += fewer;
		},
		orphans(count) {
			tally.orphans += count;
		},
	};
}

/** Adds a result. */
export function addAnswer(tally: Tally, { form, tokens, saved, notes }: AnswerStep): void {
	tally.answers++;
	tally.shortened += form === "whole" ? 0 : 1;
	tally.tokens += tokens;
	tally.saved += saved;
	tally.notes += notes;
}

/** Adds one tally to another. */
export function addTally(sum: Tally, other: Tally): void {
	for (const name of NAMES) sum[name] += other[name];
}

const NAMES = ["answers", "shortened", "tokens", "saved", "notes", "orphans", "input", "fewer"] as const;

/** A thing told apart by whether it was, with ibid at work, or would be. */
export type Both<Thing> = { readonly was: Thing; readonly would: Thing };

/** The one of both that holds for a session. */
export function oneOf<Thing>(both: Both<Thing>, { isLived }: { readonly isLived: boolean }): Thing {
	return isLived ? both.was : both.would;
}
