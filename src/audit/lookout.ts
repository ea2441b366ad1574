import type { RecordedResult, Strand } from "../transcript/types.ts";
import type { AnswerFound } from "./findings.ts";
import { type Inspected, inspect } from "./inspect.ts";
import type { Answered, Terms } from "./replay.ts";
import { type Closely, isOfOne } from "./task.ts";

/** Watches answers pass and keeps those that are to be looked at closely; all that were sent must be told. */
export type Lookout = {
	sent(step: Answered): void;
	pass(step: Answered, answer: AnswerFound): void;
	seen(): Inspected[];
};

/** A lookout for some answers of a strand. */
export function newLookout(wanted: Closely, strand: Strand, terms: Terms): Lookout {
	let kept: Kept[] = [];
	const sent = isOfOne(wanted) ? new Map<RecordedResult, string>() : undefined;
	return {
		sent({ result, answer }) {
			if (answer.form !== "whole") sent?.set(result, answer.text);
		},
		pass(step, answer) {
			if (isWanted(wanted, answer)) kept = trimmed(wanted, [...kept, { step, answer }]);
		},
		seen: () => kept.map(({ step, answer }) => inspect(answer.id, step, answer.actual, { strand, terms, sent })),
	};
}

type Kept = { readonly step: Answered; readonly answer: AnswerFound };

/** Where ibid was at work, what it did counts, and not what it would do now. */
function isWanted(wanted: Closely, { id, form, actual }: AnswerFound): boolean {
	if (wanted.kind === "one") return id.startsWith(wanted.id);
	return wanted.kind !== "none" && (actual?.form ?? form) !== "whole";
}

function trimmed(wanted: Closely, kept: readonly Kept[]): Kept[] {
	if (wanted.kind === "last") return kept.slice(-1);
	if (wanted.kind !== "best") return [...kept];
	return [...kept].sort((a, b) => savedBy(b) - savedBy(a)).slice(0, wanted.count);
}

function savedBy({ answer: { actual, saved } }: Kept): number {
	return actual?.saved ?? saved;
}
