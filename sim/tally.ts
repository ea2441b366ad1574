import { splitNote, understandNote } from "../proof/words.ts";
import type { Judged } from "./checks.ts";
import type { Watcher } from "./replay.ts";

/** How often each form, reason, wording, hint and policy of lean text has occurred. */
export type Tally = {
	arrivals: number;
	readonly forms: Map<string, number>;
	readonly reasons: Map<string, number>;
	readonly wordings: Map<string, number>;
	readonly hints: Map<string, number>;
	readonly lean: Map<string, number>;
};

export function newTally(): Tally {
	return { arrivals: 0, forms: new Map(), reasons: new Map(), wordings: new Map(), hints: new Map(), lean: new Map() };
}

/** Counts the answers it sees. */
export function counting(tally: Tally): Watcher {
	return { onAnswer: (judged) => countAnswer(tally, judged) };
}

/** Both together. */
export function addTally(one: Tally, other: Tally): Tally {
	const sum = newTally();
	for (const { arrivals, ...tables } of [one, other]) {
		sum.arrivals += arrivals;
		for (const table of ["forms", "reasons", "wordings", "hints", "lean"] as const) {
			for (const [key, count] of tables[table]) add(sum[table], key, count);
		}
	}
	return sum;
}

function countAnswer(tally: Tally, { answer, sent }: Judged): void {
	tally.arrivals++;
	for (const { policy } of sent.steps ?? []) add(tally.lean, policy);
	add(tally.forms, answer.form);
	if (answer.reason) add(tally.reasons, answer.reason);
	if (answer.form === "whole") return;
	for (const line of answer.text.split("\n")) {
		const words = splitNote(line)?.words;
		if (words === undefined) continue;
		const note = understandNote(words);
		add(tally.hints, note?.hint ?? "unknown");
		for (const { wording } of note?.quotations ?? []) add(tally.wordings, wording);
	}
}

function add(counts: Map<string, number>, key: string, times = 1): void {
	counts.set(key, (counts.get(key) ?? 0) + times);
}

/** The counts in readable form. */
export function wordTally(tally: Tally): string {
	const { arrivals, ...tables } = tally;
	const lines = Object.entries(tables).map(([title, counts]) => {
		const sorted = [...counts].sort(([, a], [, b]) => b - a);
		return `${title}: ${sorted.map(([key, count]) => `${key} ${count}`).join(", ")}`;
	});
	return [`${arrivals} arrivals`, ...lines].join("\n");
}
