import { lineAt, MARK } from "./lines.ts";
import type { Run, Stretch } from "./sheet.ts";
import type { Topic } from "./shelf.ts";
import type { Claim, Origin } from "./types.ts";
import { latestAnswer, stands, topicsOf, type Window } from "./window.ts";

/**
 * Finds the lines that a claim names, as the model would: by looking at what literally stands in the window.
 * It knows nothing of sheets. The writer uses it to find words that work, the reader to follow them.
 */
export function resolve(window: Window, topic: Topic, claim: Claim, count: number): readonly Run[] | undefined {
	if (claim.kind === "numbers") return byNumbers(window, topic, claim.from, count);
	const run = byAnchor(window, topic, claim.by, claim.anchor, count);
	return run && [run];
}

/** The subject that a label names; undefined where two would answer to it. */
export function topicByLabel(window: Window, by: Origin, label: string): Topic | undefined {
	const isRun = by === "last run" || by === "earlier run";
	const topics = [...topicsOf(window)].filter((topic) => (topic.subject.kind !== "file") === isRun);
	const named = topics.filter((topic) => topic.labels.some((known) => (isRun ? shortLabel(known) : known) === label));
	if (named.length > 0) return named.length === 1 ? named[0] : undefined;
	return isRun ? undefined : topics.find((topic) => topic.subject.name === label);
}

/** A command's label as notes write it. */
export function shortLabel(label: string): string {
	return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL)}…` : label;
}

/** The words by which a run can be found again: the beginning of its first line; none for blank and tiny lines. */
export function anchorOf(line: string): string | undefined {
	const trimmed = line.trim();
	if (trimmed.length < SHORTEST_ANCHOR || !/[\p{L}\p{N}]/u.test(trimmed) || trimmed.startsWith(MARK.trim()))
		return undefined;
	return trimmed.length > LONGEST_ANCHOR ? `${trimmed.slice(0, LONGEST_ANCHOR)}…` : trimmed;
}

const SHORTEST_ANCHOR = 6;
const LONGEST_ANCHOR = 40;
const LONGEST_LABEL = 48;
const MOST_HITS = 16;

/** Each line as last shown under its number, newest view first. */
function byNumbers(window: Window, topic: Topic, from: number, count: number): Run[] | undefined {
	const found: (Run & { readonly line: number })[] = [];
	let missing = [{ first: from, last: from + count - 1 }];
	for (let stretch = topic.latest; stretch && missing.length > 0; stretch = stretch.before) {
		if (!stretch.numbered || !stands(window, stretch)) continue;
		const top = stretch.first;
		const bottom = stretch.first + stretch.count - 1;
		const rest: typeof missing = [];
		for (const { first, last } of missing) {
			const upper = Math.max(first, top);
			const lower = Math.min(last, bottom);
			if (upper > lower) {
				rest.push({ first, last });
				continue;
			}
			found.push({ stretch, offset: upper - top, count: lower - upper + 1, line: upper });
			if (first < upper) rest.push({ first, last: upper - 1 });
			if (lower < last) rest.push({ first: lower + 1, last });
		}
		missing = rest;
	}
	if (missing.length > 0) return undefined;
	return found.sort((a, b) => a.line - b.line);
}

/** The run that begins with the anchor in the latest passage that has it. Several hits must be identical. */
function byAnchor(window: Window, topic: Topic, by: Origin, anchor: string, count: number): Run | undefined {
	const lastRun = latestAnswer(window, topic)?.passage;
	let found: Run | undefined;
	for (let stretch = topic.latest; stretch; stretch = stretch.before) {
		if (found && stretch.passage !== found.stretch.passage) break;
		if (!stands(window, stretch) || !isBy(stretch, by, lastRun)) continue;
		const hits = hitsOf(stretch, anchor);
		if (hits.length > MOST_HITS) return undefined;
		for (const offset of hits) {
			const run = { stretch, offset, count };
			if (offset + count > stretch.count) return undefined;
			if (found && !sameLines(window, found, run)) return undefined;
			found ??= run;
		}
	}
	return found;
}

function isBy(stretch: Stretch, by: Origin, lastRun: number | undefined): boolean {
	if (by === "written") return stretch.by === "write";
	if (by === "edited") return stretch.by === "edit";
	if (stretch.by !== "result") return false;
	if (by === "shown") return true;
	return (stretch.passage === lastRun) === (by === "last run");
}

/** Lines of a stretch that begin with the anchor, indentation aside. */
function hitsOf(stretch: Stretch, anchor: string): number[] {
	const needle = anchor.endsWith("…") ? anchor.slice(0, -1) : anchor;
	const hits: number[] = [];
	const { text, starts } = stretch;
	const end = starts[stretch.count - 1]! + lineAt(stretch, stretch.count - 1).length;
	for (let at = text.indexOf(needle, starts[0]); at >= 0 && at < end; ) {
		const offset = lineHolding(starts, at);
		const line = lineAt(stretch, offset);
		const trimmed = line.trim();
		const lineEnd = starts[offset]! + line.length;
		const begins = trimmed === anchor || (needle !== anchor && trimmed.startsWith(needle));
		if (begins && at < lineEnd) hits.push(offset);
		if (hits.length > MOST_HITS) break;
		at = text.indexOf(needle, Math.max(at + 1, lineEnd));
	}
	return hits;
}

function lineHolding(starts: Int32Array, at: number): number {
	let low = 0;
	let high = starts.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (starts[middle]! <= at) low = middle;
		else high = middle - 1;
	}
	return low;
}

function sameLines(window: Window, a: Run, b: Run): boolean {
	const { hashes } = window.shelf;
	for (let line = 0; line < a.count; line++) {
		if (hashes[a.stretch.at + a.offset + line] !== hashes[b.stretch.at + b.offset + line]) return false;
	}
	return true;
}
