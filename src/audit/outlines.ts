import type { OwnText, Part, Range, Subject, View } from "../core/types.ts";
import { keyOf, overlap, type Withheld } from "../core/window.ts";
import { newlyWithheld, outside, withReplaced } from "../core/withheld.ts";
import { lookAtCall, lookAtText } from "../lens/look.ts";
import type { CountTokens } from "./compare/rule.ts";
import type { OutlineFinding } from "./findings.ts";
import type { ReplayedResult } from "./replay.ts";
import type { ReplayTerms } from "./replayed-answer.ts";

/** Follows a thread with outlines of first views: what each result withholds, and what it needs of withheld lines. */
export type OutlineFollower = {
	/** `plain` is what would be sent without outlines. */
	result(step: ReplayedResult, plain: string): OutlineFinding | undefined;
	reset(): void;
};

/**
 * A follower at the beginning of a thread. It keeps the withheld lines of files by itself: a window gives them up in
 * doubt, but here lines that were needed unseen must be counted, and once.
 */
export function followOutlines(terms: Pick<ReplayTerms, "tools">, count: CountTokens): OutlineFollower {
	const files = new Map<string, WithheldFile>();
	return {
		result(step, plain) {
			const needs = needsOf(step, terms, files);
			const { withheld } = step.answer;
			if (withheld) keepWithheld(files, step);
			const told = step.told === undefined ? 0 : count(step.told);
			if (needs.length === 0 && !withheld && told === 0) return undefined;
			const sum = (figure: (need: Need) => number): number => needs.reduce((all, need) => all + figure(need), 0);
			return {
				folds: withheld?.folds.length ?? 0,
				withheld: withheld ? count(plain) - count(step.answer.text) : 0,
				asked: needs.length,
				unseen: sum(({ isUnseen }) => (isUnseen ? 1 : 0)),
				lines: told + sum(({ lines }) => count(lines)),
				calls: sum(({ calls }) => calls.reduce((all, call) => all + count(call), 0)),
				requests: sum(({ calls }) => calls.length),
			};
		},
		reset: () => files.clear(),
	};
}

/** A file of which lines are withheld. */
type WithheldFile = { readonly subject: Subject; readonly withheld: Withheld };

/** Withheld lines that a result needs, and the calls that it takes to have them. */
type Need = { readonly lines: string; readonly calls: readonly string[]; readonly isUnseen: boolean };

type Files = Map<string, WithheldFile>;

function keepWithheld(files: Files, { answer: { content } }: ReplayedResult): void {
	const withholds = content?.view.kind === "shown" ? content.view.withholds : undefined;
	const withheld = withholds && newlyWithheld(withholds);
	if (withholds && withheld) files.set(keyOf(withholds.subject), { subject: withholds.subject, withheld });
}

function needsOf(
	{ call, version, result, answer }: ReplayedResult,
	terms: Pick<ReplayTerms, "tools">,
	files: Files,
): Need[] {
	if (files.size === 0) return [];
	const tools = terms.tools(version);
	const view = lookAtText(tools, call, result.text, result.plain ? result.outcome : "cut");
	const words = JSON.stringify(call.input);
	const own = view.kind === "failed" ? [] : lookAtCall(tools, call).own;
	const written = own.flatMap((each) => needOfOwn(files, each, words) ?? []);
	// An outline shows what it does not withhold.
	if (answer.withheld) return written;
	return [...written, ...needsOfView(files, view, result.text.split("\n"), words)];
}

/** What the model would have had to read before it wrote this. */
function needOfOwn(files: Files, own: OwnText, call: string): Need | undefined {
	const known = files.get(keyOf(own.subject));
	if (!known) return undefined;
	const { subject, withheld } = known;
	if (own.kind === "write") {
		files.delete(keyOf(subject));
		// The write is refused first, so the model writes it twice.
		return { ...readNeed(known, withheld.lines), calls: [call, ...callsFor(subject, withheld.lines)] };
	}
	const after = own.kind === "edit" ? withReplaced(withheld, own) : withheld;
	// A change that we cannot place moves nothing that we know of.
	if (after && !after.isSure) return undefined;
	const lines = after?.lines.filter((range) => !after.edited.some((edited) => overlap(edited, range))) ?? [];
	setLines(files, { subject, withheld: after ?? withheld }, lines);
	if (!after) return readNeed(known, withheld.lines);
	return after.edited.length > 0 ? readNeed({ subject, withheld: after }, after.edited) : undefined;
}

/** Lines that are still withheld; an edit that needed others counts once. */
function setLines(files: Files, { subject, withheld }: WithheldFile, lines: readonly Range[]): void {
	if (lines.length === 0) files.delete(keyOf(subject));
	else files.set(keyOf(subject), { subject, withheld: { ...withheld, lines, edited: [] } });
}

function readNeed({ subject, withheld }: WithheldFile, ranges: readonly Range[]): Need {
	const text = withheld.text?.split("\n") ?? [];
	const lines = ranges.flatMap(({ first, last }) => text.slice(first - 1, last));
	return { lines: lines.join("\n"), calls: callsFor(subject, ranges), isUnseen: true };
}

/** A call like those with which models read lines of a file. */
function callsFor({ label }: Subject, ranges: readonly Range[]): string[] {
	return ranges.map(({ first, last }) => JSON.stringify({ filePath: label, offset: first, limit: last - first + 1 }));
}

/** Withheld lines that a result shows. A search was made for other reasons, so it costs no call. */
function needsOfView(files: Files, view: View, lines: readonly string[], call: string): Need[] {
	const parts = view.kind === "shown" ? view.parts : [];
	return parts.flatMap((part) => {
		const known = files.get(keyOf(part.subject));
		const shown = { first: part.first, last: part.first + part.count - 1 };
		const hit = known?.withheld.lines.filter((range) => overlap(range, shown)) ?? [];
		if (!known || hit.length === 0) return [];
		const left = known.withheld.lines.flatMap((range) => outside(range, shown));
		setLines(files, known, left);
		const needed = hit.flatMap((range) => linesOf(part, lines, range));
		return [{ lines: needed.join("\n"), calls: part.isMatch ? [] : [call], isUnseen: false }];
	});
}

function linesOf({ from, first, count }: Part, lines: readonly string[], range: Range): string[] {
	const begin = Math.max(range.first, first) - first;
	const end = Math.min(range.last - first + 1, count);
	return lines.slice(from + begin, from + end);
}
