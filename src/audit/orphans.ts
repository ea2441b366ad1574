import { fold } from "../core/fold.ts";
import type { Answered, Terms } from "./replay.ts";
import { faultIn } from "./verify.ts";

/** Watches the notes that stand before a model for those whose passage the host takes away. */
export type OrphanWatch = {
	sent(answered: Answered): void;
	/** How many notes have lost their passage with these results. */
	erased(ids: readonly string[]): number;
	reset(): void;
};

/** A watch over nothing yet. */
export function watchOrphans(terms: Terms): OrphanWatch {
	let standing: Answered[] = [];
	return {
		sent(answered) {
			if (answered.answer.form !== "whole") standing.push(answered);
		},
		erased(ids) {
			standing = standing.filter(({ call }) => !ids.includes(call.id));
			const before = standing.length;
			standing = standing.filter((answered) => wouldRead(answered, ids, terms));
			return before - standing.length;
		},
		reset() {
			standing = [];
		},
	};
}

/** Whether an answer could still be rebuilt if these results had been gone when it was sent. */
function wouldRead(answered: Answered, ids: readonly string[], terms: Terms): boolean {
	return faultIn(answered, terms, fold(answered.window, { kind: "erase", ids })) === undefined;
}
