import { valueAt } from "./layered.ts";
import { passageAt } from "./line-index.ts";
import { type HashedLines, lineAt } from "./lines.ts";
import { anchorsOf, ITSELF, isSameWitness, nameSubject, nameWitness } from "./names.ts";
import type { Quote } from "./quote.ts";
import { printedStarts, resolve } from "./resolve.ts";
import { linesOn, type Passage, type Run } from "./sheet.ts";
import type { Claim, Clause, Noun, Part, Witness } from "./types.ts";
import type { SubjectState, Window } from "./window.ts";

/** Lines of a part, from `line` on, with the words that replace them. */
export type Citation = { readonly line: number; readonly clause: Clause; readonly state: SubjectState };

/** The bounds for the words of a quote: at least so many lines, and nothing from after a passage. */
export type Scope = {
	readonly window: Window;
	readonly part: Part;
	readonly lines: HashedLines;
	readonly shortest: number;
	readonly oldest: number;
};

/**
 * Finds words for a quote: terms that lead the model to exactly these lines. Each is tried on the window before it is
 * taken. What cannot be named stays fresh.
 */
export function cite(scope: Scope, quote: Quote): Citation[] {
	const { window, part } = scope;
	return groupsOf(window, quote).flatMap((group) => {
		return claimsFor(scope, group).flatMap(({ line, count, claim, passage }) => {
			const of = nameSubject(window, group.state.subject, passage, part.subject);
			if (of === undefined || !isStill(quote, group, of)) return [];
			const first = part.subject.kind === "file" ? part.first + line : 0;
			const isMoved = of === ITSELF && claim.kind === "view" && claim.from !== first;
			const worded = claim.kind === "view" && !isMoved ? { ...claim, from: 0 } : claim;
			const clause = { noun: nounOf(part), count, first, of: of === ITSELF ? undefined : of, claim: worded };
			return [{ line, clause, state: group.state }];
		});
	});
}

function nounOf({ gutter, isMatch }: Part): Noun {
	if (isMatch) return "matching lines";
	return gutter.kind === "sign" && gutter.sign === "-" ? "removed lines" : "lines";
}

/** Lines of the arrival, and where the model finds them: in a passage, the first of those that are meant. */
type ClaimedLines = {
	readonly line: number;
	readonly count: number;
	readonly claim: Claim;
	readonly passage: Passage;
};

/** One claim by numbers if one witness shows all, else what each witness shows, else each run by how it begins. */
function claimsFor(scope: Scope, group: QuotedRuns): ClaimedLines[] {
	const { window } = scope;
	const { line, count } = group;
	for (const passage of numberedIn(window, group)) {
		const by = passage.witness && nameWitness(window, passage.witness);
		const claim = by && ({ kind: "numbers", by, from: group.from } as const);
		if (claim && leadsTo(scope, group, claim, 0)) return [{ line, count, claim, passage }];
	}
	const parts = partsOf(window, group);
	if (parts.length > 1) return parts.flatMap((each) => claimsFor(scope, each));
	return claimsByAnchor(scope, group);
}

function claimsByAnchor(scope: Scope, group: QuotedRuns): ClaimedLines[] {
	let line = group.line;
	return group.runs.flatMap((run) => {
		const alone = { ...group, line, count: run.count, runs: [run] };
		line += run.count;
		const found = run.count >= scope.shortest ? anchorOf(scope, alone, run) : undefined;
		if (!found) return [];
		const { claim, skipped } = found;
		const passage = passageAt(scope.window.index, run.at);
		return [{ line: alone.line + skipped, count: run.count - skipped, claim, passage }];
	});
}

/** A claim by which the model finds exactly a run, and how many of its first lines it does not cover. */
function anchorOf(scope: Scope, group: QuotedRuns, run: Run): { claim: Claim; skipped: number } | undefined {
	const { window } = scope;
	const passage = passageAt(window.index, run.at);
	const words = wordsFor(window, group.state, passage);
	const starts = printedStarts(passage);
	for (let skipped = 0; skipped < Math.min(run.count, MOST_ANCHORS); skipped++) {
		const line = run.at - passage.at + skipped;
		for (const anchor of words ? anchorsOf(lineAt({ text: passage.text, starts }, line)) : []) {
			const claim = words!(anchor, passage.first > 0 ? passage.first + line : 0);
			if (leadsTo(scope, group, claim, skipped)) return { claim, skipped };
		}
	}
	return undefined;
}

const MOST_ANCHORS = 16;

/** Whether a claim leads to exactly the lines of a group but for the first ones, and to none that is out of reach. */
function leadsTo(
	{ window, part, lines, oldest }: Scope,
	{ state, line, count }: QuotedRuns,
	claim: Claim,
	skipped: number,
): boolean {
	const { hashes } = window.index;
	const runs = resolve(window, state, claim, count - skipped);
	let next = line + skipped;
	for (const run of runs ?? []) {
		const { message, isJson } = passageAt(window.index, run.at);
		if (message <= oldest || isJson !== (part.isJson === true)) return false;
		for (let at = run.at; at < run.at + run.count; at++) if (hashes[at] !== lines.hashes[next++]) return false;
	}
	return runs !== undefined && next === line + count;
}

/** Consecutive runs of one subject, and the number that the first shows; 0 if some show none that fits. */
type QuotedRuns = Quote & { readonly from: number };

/** The runs of each subject; all of one subject count as numbered in a row if one of them is, until that is tried. */
function groupsOf(window: Window, quote: Quote): QuotedRuns[] {
	const groups: QuotedRuns[] = [];
	let line = quote.line;
	for (const run of quote.runs) {
		const passage = passageAt(window.index, run.at);
		const state = valueAt(window.states, passage.key)!;
		const last = groups.at(-1);
		const follows = last?.state === state;
		const before = follows ? last.count : 0;
		const from = (follows && last.from) || Math.max(0, numberIn(passage, run) - before);
		const grown = { state, line: follows ? last.line : line, count: before + run.count, from };
		if (follows) groups.pop();
		groups.push({ ...grown, runs: [...(follows ? last.runs : []), run] });
		line += run.count;
	}
	return groups;
}

/** A new group if the numbers do not continue, or if another witness begins. */
function partsOf(window: Window, { state, line: top, runs }: QuotedRuns): QuotedRuns[] {
	const groups: QuotedRuns[] = [];
	let line = top;
	let witness: Witness | undefined;
	for (const run of runs) {
		const passage = passageAt(window.index, run.at);
		const from = numberIn(passage, run);
		const last = groups.at(-1);
		const follows = last && last.from > 0 && last.from + last.count === from && isSameWitness(witness, passage.witness);
		if (follows) groups[groups.length - 1] = { ...last, count: last.count + run.count, runs: [...last.runs, run] };
		else groups.push({ state, line, count: run.count, from, runs: [run] });
		witness = passage.witness;
		line += run.count;
	}
	return groups;
}

/** The number printed before the first line of a run; 0 if there is none. */
function numberIn({ numbered, first, at }: Passage, run: Run): number {
	return numbered ? first + run.at - at : 0;
}

/** The numbered passages of a group, one for each witness. */
function numberedIn({ index }: Window, { from, runs }: QuotedRuns): Passage[] {
	if (from === 0) return [];
	const passages = runs.map(({ at }) => passageAt(index, at)).filter(({ numbered }) => numbered);
	return passages.filter((each, order) => {
		return passages.findIndex(({ witness }) => isSameWitness(witness, each.witness)) === order;
	});
}

/**
 * Lines of one subject may be in a passage of another. They are that subject's only if its own sheet still has them.
 */
function isStill(quote: Quote, { state, runs }: QuotedRuns, of: string): boolean {
	if (state === quote.state) return true;
	return of !== ITSELF && runs.every((run) => linesOn(state.sheet, run) !== undefined);
}

/**
 * How lines of a passage can be claimed, by how the first of them begins and its number; undefined if its witness has
 * no name.
 */
function wordsFor(
	window: Window,
	{ subject, shown }: SubjectState,
	{ by, witness, message, signed }: Passage,
): ((anchor: string, from: number) => Claim) | undefined {
	if (by !== "result") return (anchor) => ({ kind: "own", by, anchor });
	if (subject.kind !== "file") return (anchor) => ({ kind: "run", isLast: shown === message, signed, anchor });
	const name = witness && nameWitness(window, witness);
	return name && ((anchor, from) => ({ kind: "view", by: name, signed, anchor, from }));
}
