import { valueAt } from "./layered.ts";
import { numberOf, passageAt } from "./line-index.ts";
import { lastAtMost, lineAt } from "./lines.ts";
import { isSameWitness, witnessMeant } from "./names.ts";
import type { Passage, Run } from "./sheet.ts";
import type { Claim, Witness } from "./types.ts";
import { keyOf, type SubjectState, stands, type Window, witnessKey } from "./window.ts";

/**
 * Finds the lines that a claim names, as the model would: by what is literally in the window. It knows nothing of
 * sheets. The writer uses it to find words that work, the reader to follow them. Words that would lead a model to a
 * result of the same turn, which may not be quoted, lead nowhere.
 */
export function resolve(window: Window, state: SubjectState, claim: Claim, count: number): readonly Run[] | undefined {
	if (claim.kind === "numbers") return byNumbers(window, state, claim, count);
	const isEarlierRun = claim.kind === "run" && !claim.isLast;
	if (isEarlierRun && state.isPartial) return undefined;
	const run = byAnchor(window, passagesMeant(window, state, claim), claim.anchor, count, isEarlierRun);
	const isThere = claim.kind !== "view" || claim.from === 0 || (run && claim.from === numberOf(window.index, run));
	return run && isThere ? [run] : undefined;
}

/**
 * The passages in which a claim lets the model look, newest first. A sibling or an erased run still counts as the last
 * one.
 */
function passagesMeant(window: Window, state: SubjectState, claim: AnchorClaim): Iterable<Passage> {
	switch (claim.kind) {
		case "view":
			return viewsBy(window, state, claim.by, claim.signed);
		case "own":
			// A text that did not do its work may have been meant as a write or as an edit: a model looks there in any case.
			return passagesOf(window, state, ({ by, failed }) => by === claim.by || failed);
		case "run":
			return passagesOf(window, state, ({ by, signed, message }) => {
				return by === "result" && signed === claim.signed && (message === state.shown) === claim.isLast;
			});
	}
}

type AnchorClaim = Exclude<Claim, { kind: "numbers" }>;

function* passagesOf({ erased }: Window, { latest }: SubjectState, isMeant: (passage: Passage) => boolean): Passages {
	for (let passage = latest; passage; passage = passage.before)
		if (!erased.has(passage.message) && isMeant(passage)) yield passage;
}

type Passages = Generator<Passage, void>;

/**
 * The passages in which a witness shows a file, newest first, down to the latest in which it may show the file in a way
 * that we do not know line by line: a model would look there first.
 */
function* viewsBy(window: Window, state: SubjectState, by: Witness, isSigned: boolean): Passages {
	const meant = witnessMeant(window, by);
	if (!meant) return;
	const file = keyOf(state.subject);
	const showings = valueAt(window.showings, witnessKey(meant, file)) ?? [];
	const unclear = showings.findLast(({ message, files }) => !files.has(file) && !window.erased.has(message));
	yield* passagesOf(window, state, ({ witness, signed, message }) => {
		return isSameWitness(witness, meant) && signed === isSigned && message > (unclear?.message ?? 0);
	});
}

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

/** Each line as the witness last showed it under its number. One message must not show a number in two ways. */
function byNumbers(window: Window, state: SubjectState, { by, from }: NumbersClaim, count: number): Run[] | undefined {
	const { hashes } = window.index;
	const found = { from, positions: new Int32Array(count), messages: new Int32Array(count) };
	const { positions, messages } = found;
	let missing = count;
	for (const passages of byMessage(viewsBy(window, state, by, false))) {
		for (const { at, first, count: height, message } of passages.filter(({ numbered }) => numbered)) {
			for (let number = Math.max(from, first); number < Math.min(from + count, first + height); number++) {
				const line = number - from;
				const position = at + number - first;
				if (messages[line] === message && hashes[positions[line]!] !== hashes[position]) return undefined;
				if (messages[line] !== 0) continue;
				if (!stands(window, passages[0]!)) return undefined;
				positions[line] = position;
				messages[line] = message;
				missing--;
			}
		}
		if (missing === 0) break;
	}
	return missing > 0 || isNotedOtherwise(window, state, by, found) ? undefined : runsAt(window, positions);
}

type NumbersClaim = Extract<Claim, { kind: "numbers" }>;

/** Where each line from number `from` on was found, and in which message. */
type FoundNumbers = { readonly from: number; readonly positions: Int32Array; readonly messages: Int32Array };

/** Whether a later note of the witness gives these numbers to other lines: "last shown" could then mean either. */
function isNotedOtherwise(window: Window, { noted }: SubjectState, by: Witness, found: FoundNumbers): boolean {
	const meant = witnessMeant(window, by);
	const { hashes } = window.index;
	for (const { message, by: other, first, runs } of noted) {
		if (!isSameWitness(other, meant) || window.erased.has(message)) continue;
		let line = first - found.from;
		for (const { at, count } of runs) {
			for (let each = at; each < at + count; each++, line++) {
				if (found.messages[line]! < message && hashes[found.positions[line]!] !== hashes[each]) return true;
			}
		}
	}
	return false;
}

/** Positions one after the other as runs, each within one passage. */
function runsAt({ index }: Window, positions: Int32Array): Run[] {
	const runs: Run[] = [];
	for (let line = 0; line < positions.length; ) {
		const at = positions[line]!;
		const passage = passageAt(index, at);
		const most = passage.at + passage.count - at;
		let count = 1;
		while (count < most && positions[line + count] === at + count) count++;
		runs.push({ at, count });
		line += count;
	}
	return runs;
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

const MOST_HITS = 16;

/** Whether a result has other lines, too, that begin with the anchor: a model may look there. */
function isElsewhere(message: readonly Passage[], anchor: string): boolean {
	const [{ by, text }] = message as [Passage];
	if (by !== "result") return false;
	const needle = needleOf(anchor);
	const starts = message.map(printedStarts);
	for (let at = text.indexOf(needle), tries = 0; at >= 0; at = text.indexOf(needle, at + 1), tries++) {
		const line = text.lastIndexOf("\n", at) + 1;
		const isBeginning = NOTHING_OR_A_NUMBER.test(text.slice(line, at));
		if (tries > MOST_TRIES || (isBeginning && !starts.some((each) => isKnownBeginning(each, text, at)))) return true;
	}
	return false;
}

const MOST_TRIES = 256;

/** What a model passes over at the beginning of a line, also where the number is part of the line. */
const NOTHING_OR_A_NUMBER = /^\s*(?:\d+(?:\t|→|[:-]|\. )\s*)?$/;

/** Whether a place is where a line that we know begins, indentation aside. */
function isKnownBeginning(starts: Int32Array, text: string, at: number): boolean {
	const start = starts[lastAtMost(starts.length, (line) => starts[line]!, at)];
	return start !== undefined && start <= at && text.slice(start, at).trim() === "";
}

/** Lines of a passage that begin with the anchor, indentation aside. */
function hitsOf(passage: Passage, anchor: string): number[] {
	const starts = printedStarts(passage);
	const split = { text: passage.text, starts };
	const needle = needleOf(anchor);
	const hits: number[] = [];
	for (let line = 0, at = -1; line < passage.count && hits.length <= MOST_HITS; line++) {
		// Most lines are passed over by one search for the next place that has the anchor at all.
		if (at < starts[line]!) at = passage.text.indexOf(needle, starts[line]);
		if (at < 0) break;
		line = Math.max(
			line,
			lastAtMost(passage.count, (each) => starts[each]!, at),
		);
		if (lineAt(split, line).trimStart().startsWith(needle)) hits.push(line);
	}
	return hits;
}

function needleOf(anchor: string): string {
	return anchor.endsWith("…") ? anchor.slice(0, -1) : anchor;
}

/** Where lines begin as printed: claims about a diff mean its lines without signs, but we find them with signs. */
export function printedStarts({ signed, starts }: Passage): Int32Array {
	return signed ? starts.map((start) => start - 1) : starts;
}
