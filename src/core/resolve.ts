import { lastAtMost, lineAt, MARK } from "./lines.ts";
import type { Run, Stretch } from "./sheet.ts";
import { numberOf, type Topic } from "./shelf.ts";
import { allTopics } from "./topics.ts";
import type { Claim, Origin, Range } from "./types.ts";
import { stands, type Window } from "./window.ts";

/**
 * Finds the lines that a claim names, as the model would: by looking at what literally stands in the window.
 * It knows nothing of sheets. The writer uses it to find words that work, the reader to follow them.
 * Words that would lead a model to a result of the same turn, which may not be quoted, lead nowhere.
 */
export function resolve(window: Window, topic: Topic, claim: Claim, count: number): readonly Run[] | undefined {
	if (claim.kind === "numbers") return byNumbers(window, topic, claim.from, count);
	if ((topic.isPartial || window.isCut) && isEarlier(claim.by)) return undefined;
	const run = byAnchor(window, topic, claim.by, claim.anchor, count);
	const isThere = run && (claim.from === 0 || claim.from === numberOf(window.shelf, run));
	return isThere ? [run] : undefined;
}

/** The subjects that a label may mean; it names one only if it is the only one. A file may be called by its full path. */
export function topicsByLabel(window: Window, by: Origin, label: string): Topic[] {
	const isFile = !isRun(by);
	const named: Topic[] = [];
	const called: Topic[] = [];
	for (const topic of allTopics(window.topics)) {
		if ((topic.subject.kind === "file") !== isFile) continue;
		if (topic.labels.some((known) => goesBy(known, label, isFile))) named.push(topic);
		if (isFile && topic.subject.name === label) called.push(topic);
	}
	return named.length === 0 ? called : named;
}

/** Whether lines came from a command or another call, and not from a file. */
export function isRun(by: Origin): boolean {
	return by.endsWith(" run") || by.endsWith(" diff");
}

/** Whether a label is what a note says: all of it or, of commands, its beginning. */
export function goesBy(label: string, said: string, isFile: boolean): boolean {
	return label === said || (!isFile && said.endsWith("…") && label.startsWith(said.slice(0, -1)));
}

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

/** Each line as last shown under its number, newest view first. */
function byNumbers(window: Window, topic: Topic, from: number, count: number): Run[] | undefined {
	const found: (Run & { readonly line: number })[] = [];
	let missing: Range[] = [{ first: from, last: from + count - 1 }];
	for (let stretch = topic.latest; stretch && missing.length > 0; stretch = stretch.before) {
		if (!stretch.numbered || window.erased.has(stretch.passage)) continue;
		const before = found.length;
		const { at, first: top, count: height } = stretch;
		missing = missing.flatMap(({ first, last }) => {
			const [upper, lower] = [Math.max(first, top), Math.min(last, top + height - 1)];
			if (upper > lower) return [{ first, last }];
			found.push({ at: at + upper - top, count: lower - upper + 1, line: upper });
			const rest = [
				{ first, last: upper - 1 },
				{ first: lower + 1, last },
			];
			return rest.filter((range) => range.first <= range.last);
		});
		if (found.length > before && !stands(window, stretch)) return undefined;
	}
	return missing.length > 0 ? undefined : found.sort((a, b) => a.line - b.line);
}

/**
 * The run that begins with the anchor in the latest passage that has it, or, since nobody can tell which run is meant
 * by an earlier one, in all of them. Several hits must be identical.
 */
function byAnchor(window: Window, topic: Topic, by: Origin, anchor: string, count: number): Run | undefined {
	const { hashes } = window.shelf;
	let found: (Run & { readonly passage: number }) | undefined;
	for (let stretch = topic.latest; stretch; stretch = stretch.before) {
		if (found && stretch.passage !== found.passage && !isEarlier(by)) break;
		if (window.erased.has(stretch.passage) || !isBy(stretch, by, topic.answer?.passage)) continue;
		const hits = hitsOf(stretch, by, anchor);
		if (hits.length > MOST_HITS || (hits.length > 0 && !stands(window, stretch))) return undefined;
		for (const offset of hits) {
			if (offset + count > stretch.count) return undefined;
			const at = stretch.at + offset;
			found ??= { at, count, passage: stretch.passage };
			for (let line = 0; line < count; line++) if (hashes[found.at + line] !== hashes[at + line]) return undefined;
		}
	}
	return found;
}

/** A sibling or an erased run is the last one all the same. */
function isBy(stretch: Stretch, by: Origin, last: number | undefined): boolean {
	if (by === "written") return stretch.by === "write";
	if (by === "edited") return stretch.by === "edit";
	if (by === "patched") return stretch.by === "patch";
	if (stretch.by !== "result" || by === "shown") return stretch.by === "result";
	return stretch.signed === isDiff(by) && (stretch.passage !== last) === isEarlier(by);
}

function isEarlier(by: Origin): boolean {
	return by === "earlier run" || by === "earlier diff";
}

/** Lines of a stretch that begin with the anchor, indentation aside. */
function hitsOf(stretch: Stretch, by: Origin, anchor: string): number[] {
	const { text, count } = stretch;
	// A diff's lines are meant without their signs, but they are found with them.
	const starts = isDiff(by) ? stretch.starts.map((start) => start - 1) : stretch.starts;
	const needle = anchor.endsWith("…") ? anchor.slice(0, -1) : anchor;
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

/** Whether lines of a printed diff are meant. */
export function isDiff(by: Origin): boolean {
	return by === "last diff" || by === "earlier diff";
}
