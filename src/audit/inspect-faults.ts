import type { Text } from "../../proof/check.ts";
import { read } from "../core/read.ts";
import type { Form, Part } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import type { Entry, RecordedResult, Strand } from "../transcript/types.ts";
import type { Terms } from "./replay.ts";
import { readings, secondCheck, textsIn } from "./second-check.ts";
import { answersTo } from "./verify.ts";

/** A shortened text, what it stands for, and the window that it came into. */
type Shortened = {
	readonly result: RecordedResult;
	readonly text: string;
	readonly form: Form;
	readonly parts: readonly Part[];
	readonly window: Window;
};

/** What keeps one who has the window from rebuilding the original; and, where it is asked, what the second check says. */
export function faultsIn(
	{ result, text, form, parts, window }: Shortened,
	{ strand, terms, isProved }: { readonly strand: Strand; readonly terms: Terms; readonly isProved: boolean },
): string[] {
	if (read(window, text, parts) !== result.text) return ["it does not give back the original"];
	const earlier = isProved ? textsBefore(strand, result, terms) : undefined;
	const complaint = earlier && secondCheck(earlier, result.text, text, form === "diff");
	return complaint === undefined ? [] : [complaint];
}

/** All that stood before the model when a result came: what it wrote, and what it was sent. */
function textsBefore({ agent, entries }: Strand, result: RecordedResult, terms: Terms): Text[] {
	const before = entries.slice(0, entries.indexOf(result));
	const sent = sentIn({ agent, entries: before }, result, terms);
	const latest = before.slice(before.findLastIndex(({ kind }) => kind === "reset") + 1);
	return latest.flatMap((entry) => {
		if (entry.kind === "call") return textsIn(entry.call.input);
		if (entry.kind !== "result") return [];
		const text = sent(entry);
		return readings(text ?? entry.text, text !== undefined);
	});
}

/** What shortened texts stood for results: those of the log, if the one in question is of it, else those of a replay. */
function sentIn(strand: Strand, result: RecordedResult, terms: Terms): (entry: Entry) => string | undefined {
	if (result.delivered !== undefined) return (entry) => (entry.kind === "result" ? entry.delivered : undefined);
	const shortened = answersTo(strand, terms).filter(({ answer }) => answer.form !== "whole");
	const texts = new Map<Entry, string>(shortened.map((each) => [each.result, each.answer.text]));
	return (entry) => texts.get(entry);
}
