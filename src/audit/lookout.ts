import type { AnswerFound } from "./findings.ts";
import { type Inspected, inspect } from "./inspect.ts";
import type { Answered, Terms } from "./replay.ts";
import type { Closely } from "./task.ts";

/** Watches answers pass and keeps those that are to be looked at closely. */
export type Lookout = { pass(step: Answered, answer: AnswerFound): void; seen(): Inspected[] };

/** A lookout for some answers. */
export function newLookout(wanted: Closely, terms: Terms): Lookout {
	let kept: Kept[] = [];
	return {
		pass(step, answer) {
			if (isWanted(wanted, answer)) kept = trimmed(wanted, [...kept, { step, answer }]);
		},
		seen: () => kept.map(({ step, answer }) => inspect(answer.id, step, terms)),
	};
}

type Kept = { readonly step: Answered; readonly answer: AnswerFound };

function isWanted(wanted: Closely, { id, form }: AnswerFound): boolean {
	if (wanted.kind === "one") return id.startsWith(wanted.id);
	return wanted.kind !== "none" && form !== "whole";
}

function trimmed(wanted: Closely, kept: readonly Kept[]): Kept[] {
	if (wanted.kind === "last") return kept.slice(-1);
	if (wanted.kind !== "best") return [...kept];
	return [...kept].sort((a, b) => b.answer.saved - a.answer.saved).slice(0, wanted.count);
}
