import { allIn, valueAt } from "./layered.ts";
import { numberOf, type SubjectState } from "./line-index.ts";
import { lastAtMost, lineAt, MARK } from "./lines.ts";
import { type Passage, type Run, sliceRuns } from "./sheet.ts";
import type { Claim, Range, TextOrigin, Witness } from "./types.ts";
import { commandsIn, keyOf, stands, type Window, witnessKey } from "./window.ts";

/**
 * Finds the lines that a claim names, as the model would: by looking at what literally stands in the window.
 * It knows nothing of sheets. The writer uses it to find words that work, the reader to follow them.
 * Words that would lead a model to a result of the same turn, which may not be quoted, lead nowhere.
 */
export function resolve(window: Window, state: SubjectState, claim: Claim, count: number): readonly Run[] | undefined {
	if (claim.kind === "numbers") {
		const found = byNumbers(window, viewsBy(window, state, claim.by), claim.from, count);
		return found && !isToldOtherwise(window, state, claim.by, found) ? found : undefined;
	}
	const isEarlierRun = claim.kind === "text" && isEarlier(claim.by);
	if ((state.isPartial || window.isCut) && isEarlierRun) return undefined;
	const passages =
		claim.kind === "view" ? viewsBy(window, state, claim.by, claim.signed) : textsBy(window, state, claim.by);
	const run = byAnchor(window, passages, claim.anchor, count, isEarlierRun);
	const isThere = claim.kind === "text" || claim.from === 0 || (run && claim.from === numberOf(window.index, run));
	return run && isThere ? [run] : undefined;
}

/** What the model's own texts, or the output of commands, may be called by in a claim. */
export function isRun(by: TextOrigin): boolean {
	return by.endsWith(" run") || by.endsWith(" diff");
}

/** Whether a claim is about a file, and not about the output of a command or another call. */
export function isOfFile(claim: Claim): boolean {
	return claim.kind !== "text" || !isRun(claim.by);
}

/** The subjects that a label may mean; it names one only if it is the only one. A file may be called by its full path. */
export function subjectsByLabel(window: Window, isFile: boolean, label: string): SubjectState[] {
	const named: SubjectState[] = [];
	const called: SubjectState[] = [];
	for (const [, state] of allIn(window.states)) {
		if ((state.subject.kind === "file") !== isFile) continue;
		if (state.labels.some((known) => goesBy(known, label, isFile))) named.push(state);
		if (isFile && state.subject.name === label) called.push(state);
	}
	return named.length === 0 ? called : named;
}

/** Whether a label is what a note says: all of it or, of commands, its beginning. */
export function goesBy(label: string, said: string, isFile: boolean): boolean {
	return label === said || (!isFile && said.endsWith("…") && label.startsWith(said.slice(0, -1)));
}

/** The one command that a note means; undefined where it may mean several. */
function commandMeant(window: Window, said: string): string | undefined {
	if (!said.endsWith("…")) return said;
	const [command, another] = new Set([...commandsIn(window)].filter((known) => goesBy(known, said, false)));
	return another === undefined ? command : undefined;
}

/** A witness by as few words as tell it from every other; undefined where none do. */
export function nameWitness(window: Window, by: Witness): Witness | undefined {
	if (by.kind === "tool") return TOOL_NAME.test(by.label) ? by : undefined;
	const label = shortLabels(by.label).find((each) => commandMeant(window, each) === by.label);
	return label === undefined ? undefined : { kind: "command", label };
}

/** What a tool can be called without quotes. */
const TOOL_NAME = /^\w+$/;

/** How notes may write a command's label: as short as it can be without being taken for another. */
export function shortLabels(label: string): string[] {
	const cuts = LABEL_LENGTHS.filter((length) => length < label.length).map((length) => cutAt(label, length));
	return label.length > LABEL_LENGTHS.at(-1)! ? cuts : [...cuts, label];
}

/** The words by which a run can be found again: as little of its first line as will do; none for blank and tiny lines. */
export function anchorsOf(line: string): string[] {
	const anchor = line.trim();
	if (anchor.length < SHORTEST_ANCHOR || !/[\p{L}\p{N}]/u.test(anchor) || anchor.startsWith(MARK.trim())) return [];
	const cuts = ANCHOR_LENGTHS.filter((length) => length < anchor.length).map((length) => cutAt(anchor, length));
	return anchor.length > ANCHOR_LENGTHS.at(-1)! ? cuts : [...cuts, anchor];
}

function cutAt(words: string, length: number): string {
	return `${words.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
}

const LABEL_LENGTHS = [48, 96, 192];
const SHORTEST_ANCHOR = 6;
const ANCHOR_LENGTHS = [40, 80, 160];
const MOST_HITS = 16;

/**
 * The passages in which a witness shows a file, newest first, down to the latest in which it may show the file in a way
 * that is not told line by line: a model would look there first.
 */
function* viewsBy(
	window: Window,
	{ subject, latest }: SubjectState,
	by: Witness,
	isSigned = false,
): Generator<Passage> {
	const label = by.kind === "command" ? commandMeant(window, by.label) : by.label;
	if (label === undefined) return;
	const file = keyOf(subject);
	const showings = valueAt(window.showings, witnessKey({ kind: by.kind, label }, file)) ?? [];
	const unclear = showings.findLast(({ message, files }) => !files.has(file) && !window.erased.has(message));
	const isByIt = ({ witness, signed, message }: Passage): boolean =>
		witness?.kind === by.kind && witness.label === label && signed === isSigned && !window.erased.has(message);
	for (let passage = latest; passage && passage.message > (unclear?.message ?? 0); passage = passage.before)
		if (isByIt(passage)) yield passage;
}

/** The passages of an origin, newest first. A sibling or an erased run is the last one all the same. */
function* textsBy(window: Window, { latest, shown }: SubjectState, by: TextOrigin): Generator<Passage> {
	const isByIt = (passage: Passage): boolean => {
		// A text that did not do its work may have been meant as a write or as an edit: a model looks there in any case.
		if (passage.by !== "result") return WRITTEN[passage.by] === by || (passage.failed && !isRun(by));
		const isLast = passage.message === shown;
		return isRun(by) && passage.signed === isDiff(by) && isLast !== isEarlier(by);
	};
	for (let passage = latest; passage; passage = passage.before)
		if (!window.erased.has(passage.message) && isByIt(passage)) yield passage;
}

/** What the model's own texts are called. */
export const WRITTEN: Readonly<Record<Exclude<Passage["by"], "result">, TextOrigin>> = {
	write: "written",
	edit: "edited",
	patch: "patched",
};

/** The passages of each message together. */
function* byMessage(passages: Iterable<Passage>): Generator<readonly Passage[]> {
	let group: Passage[] = [];
	for (const passage of passages) {
		if (group.length > 0 && group[0]!.message !== passage.message) {
			yield group;
			group = [];
		}
		group.push(passage);
	}
	if (group.length > 0) yield group;
}

/** Each line as last shown under its number, newest view first. One view must not show a number twice in different ways. */
function byNumbers(window: Window, views: Iterable<Passage>, from: number, count: number): NumberedRun[] | undefined {
	const found: NumberedRun[] = [];
	let missing: Range[] = [{ first: from, last: from + count - 1 }];
	for (const all of byMessage(views)) {
		const passages = all.filter(({ numbered }) => numbered);
		const before = found.length;
		for (const passage of passages) {
			const { at, first: top, count: height, message } = passage;
			missing = missing.flatMap(({ first, last }) => {
				const [upper, lower] = [Math.max(first, top), Math.min(last, top + height - 1)];
				if (upper > lower) return [{ first, last }];
				found.push({ at: at + upper - top, count: lower - upper + 1, line: upper, message });
				const rest = [
					{ first, last: upper - 1 },
					{ first: lower + 1, last },
				];
				return rest.filter((range) => range.first <= range.last);
			});
		}
		const isTwofold = found
			.slice(before)
			.some((run) => passages.some((passage) => !isToldAs(window, run, passage.first, [passage])));
		if (found.length > before && (isTwofold || !stands(window, passages[0]!))) return undefined;
		if (missing.length === 0) return found.sort((a, b) => a.line - b.line);
	}
	return undefined;
}

/** Lines found by the number that the first of them has. */
type NumberedRun = Run & { readonly line: number; readonly message: number };

/** Whether a later note of the witness has told these numbers otherwise: "last shown" could then mean either. */
function isToldOtherwise(window: Window, state: SubjectState, by: Witness, found: readonly NumberedRun[]): boolean {
	const label = by.kind === "command" ? commandMeant(window, by.label) : by.label;
	const oldest = found.reduce((message, run) => Math.min(message, run.message), window.messages);
	const later = state.told.filter(({ message, by: other }) => {
		return message > oldest && other?.kind === by.kind && other.label === label && !window.erased.has(message);
	});
	return later.some(({ message, first, runs }) => {
		return found.some((run) => message > run.message && !isToldAs(window, run, first, runs));
	});
}

/** Whether runs from number `first` on are no other lines than those found under the same numbers. */
function isToldAs(
	{ index: { hashes } }: Window,
	{ at, count, line }: NumberedRun,
	first: number,
	runs: readonly Run[],
): boolean {
	let number = Math.max(first, line);
	for (const run of sliceRuns(runs, number - first, line + count - first)) {
		for (let each = run.at; each < run.at + run.count; each++) {
			if (hashes[each] !== hashes[at + number++ - line]) return false;
		}
	}
	return true;
}

/**
 * The run that begins with the anchor in the latest passage that has it or, if it may be in any of them, in all.
 * Several hits must be identical.
 */
function byAnchor(
	window: Window,
	passages: Iterable<Passage>,
	anchor: string,
	count: number,
	isInAny: boolean,
): Run | undefined {
	const { hashes } = window.index;
	let found: Run | undefined;
	for (const message of byMessage(passages)) {
		for (const passage of message) {
			const hits = hitsOf(passage, anchor);
			const isQuotable = stands(window, passage) && !passage.failed;
			if (hits.length > MOST_HITS || (hits.length > 0 && !isQuotable)) return undefined;
			for (const offset of hits) {
				if (offset + count > passage.count) return undefined;
				const at = passage.at + offset;
				found ??= { at, count };
				for (let line = 0; line < count; line++) if (hashes[found.at + line] !== hashes[at + line]) return undefined;
			}
		}
		if (isElsewhere(message, anchor)) return undefined;
		if (found && !isInAny) return found;
	}
	return found;
}

/** Whether a text that shows lines of a file has other lines, too, that begin with the anchor: a model may look there. */
function isElsewhere(message: readonly Passage[], anchor: string): boolean {
	const [{ witness, text }] = message as [Passage];
	if (!witness) return false;
	const needle = needleOf(anchor);
	const starts = message.map(printedStarts);
	for (let at = text.indexOf(needle), tries = 0; at >= 0; at = text.indexOf(needle, at + 1), tries++) {
		const line = text.lastIndexOf("\n", at) + 1;
		const isBeginning = text.slice(line, at).trim() === "";
		if (tries > MOST_TRIES || (isBeginning && !starts.some((each) => hasStart(each, line)))) return true;
	}
	return false;
}

const MOST_TRIES = 256;

function hasStart(starts: Int32Array, start: number): boolean {
	return starts[lastAtMost(starts.length, (line) => starts[line]!, start)] === start;
}

function isEarlier(by: TextOrigin): boolean {
	return by === "earlier run" || by === "earlier diff";
}

/** Lines of a passage that begin with the anchor, indentation aside. */
function hitsOf(passage: Passage, anchor: string): number[] {
	const { text, count } = passage;
	const starts = printedStarts(passage);
	const needle = needleOf(anchor);
	const end = starts[count - 1]! + lineAt({ text, starts }, count - 1).length;
	const hits: number[] = [];
	for (let at = text.indexOf(needle, starts[0]); at >= 0 && at < end && hits.length <= MOST_HITS; ) {
		const offset = lastAtMost(count, (line) => starts[line]!, at);
		const line = lineAt({ text, starts }, offset);
		const lineEnd = starts[offset]! + line.length;
		if (at < lineEnd && line.trimStart().startsWith(needle)) hits.push(offset);
		at = text.indexOf(needle, Math.max(at + 1, lineEnd));
	}
	return hits;
}

function needleOf(anchor: string): string {
	return anchor.endsWith("…") ? anchor.slice(0, -1) : anchor;
}

/** Where lines begin as they are printed: those of a diff are meant without their signs, but they are found with them. */
export function printedStarts({ signed, starts }: Passage): Int32Array {
	return signed ? starts.map((start) => start - 1) : starts;
}

/** Whether lines of a printed diff are meant. */
export function isDiff(by: TextOrigin): boolean {
	return by === "last diff" || by === "earlier diff";
}
