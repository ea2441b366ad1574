import type { Lines } from "./lines.ts";
import type { Quote } from "./quote.ts";
import { anchorOf, resolve, shortLabel, topicByLabel } from "./resolve.ts";
import type { Run } from "./sheet.ts";
import { linesOf, stretchAt, type Topic } from "./shelf.ts";
import type { Claim, Clause, Origin, Part } from "./types.ts";
import { keyOf, lastRun, type Window } from "./window.ts";

/** Lines of a part, from `line` on, with the words that stand for them. */
export type Citation = { readonly line: number; readonly clause: Clause; readonly topic: Topic };

/**
 * Finds words for a quote: terms that lead the model to exactly these lines. Each is tried on the window before it is
 * taken. What cannot be named stays fresh.
 */
export function cite(window: Window, part: Part, lines: Lines, quote: Quote, shortest: number): Citation[] {
	const { topic } = quote;
	const isOwn = keyOf(topic.subject) === keyOf(part.subject);
	const of = isOwn ? undefined : nameOf(window, topic);
	if (!isOwn && of === undefined) return [];
	const citation = (line: number, count: number, claim: Claim): Citation => {
		const first = part.subject.kind === "file" ? part.first + line : 0;
		return { line, clause: { count, first, of, claim, before: count }, topic };
	};
	return groupByShift(window, quote).flatMap(({ line, count, from, runs }) => {
		const numbers: Claim = { kind: "numbers", from };
		const wanted = lines.hashes.subarray(line, line + count);
		if (from > 0 && leadsTo(window, topic, numbers, wanted)) return [citation(line, count, numbers)];
		let next = line;
		return runs.flatMap((run) => {
			next += run.count;
			const found = run.count >= shortest ? claimRun(window, topic, run) : undefined;
			const left = run.count - (found?.skipped ?? 0);
			return found ? [citation(next - left, left, found.claim)] : [];
		});
	});
}

/** A claim by which the model finds exactly a run, and how many of its first lines it does not cover. */
export function claimRun(window: Window, topic: Topic, run: Run): { claim: Claim; skipped: number } | undefined {
	const by = originOf(window, topic, run);
	const hashes = window.shelf.hashes.subarray(run.at, run.at + run.count);
	const top = linesOf(window.shelf, { at: run.at, count: Math.min(run.count, MOST_ANCHORS) });
	for (const [skipped, line] of top.entries()) {
		const anchor = anchorOf(line);
		const claim: Claim = { kind: "anchor", by, anchor: anchor ?? "" };
		if (anchor !== undefined && leadsTo(window, topic, claim, hashes.subarray(skipped))) return { claim, skipped };
	}
	return undefined;
}

/** Whether a claim leads to exactly these lines. */
export function leadsTo(window: Window, topic: Topic, claim: Claim, hashes: Int32Array): boolean {
	const runs = resolve(window, topic, claim, hashes.length);
	let line = 0;
	for (const { at, count } of runs ?? []) {
		for (let each = at; each < at + count; each++) if (window.shelf.hashes[each] !== hashes[line++]) return false;
	}
	return runs !== undefined && line === hashes.length;
}

const MOST_ANCHORS = 8;

/** A label that leads to this subject and no other; files may also be called by their absolute path. */
function nameOf(window: Window, { subject, labels }: Topic): string | undefined {
	const isFile = subject.kind === "file";
	const names = isFile ? [...labels.slice(-1), subject.name] : labels.map(shortLabel);
	return names.find((name) => topicByLabel(window, isFile ? "shown" : "last run", name)?.subject.name === subject.name);
}

/** Runs one behind the other, and the number that the first shows, where all show numbers that follow each other. */
type Group = { readonly line: number; readonly count: number; readonly from: number; readonly runs: readonly Run[] };

function groupByShift(window: Window, quote: Quote): Group[] {
	const groups: Group[] = [];
	let line = quote.line;
	for (const run of quote.runs) {
		const stretch = stretchAt(window.shelf, run.at);
		const from = stretch.numbered ? stretch.first + run.at - stretch.at : 0;
		const last = groups.at(-1);
		const follows = last && last.from > 0 && last.from + last.count === from;
		if (follows) groups.pop();
		groups.push(
			follows
				? { ...last, count: last.count + run.count, runs: [...last.runs, run] }
				: { line, count: run.count, from, runs: [run] },
		);
		line += run.count;
	}
	return groups;
}

function originOf(window: Window, topic: Topic, run: Run): Origin {
	const stretch = stretchAt(window.shelf, run.at);
	if (stretch.by === "write") return "written";
	if (stretch.by === "edit") return "edited";
	if (topic.subject.kind === "file") return "shown";
	return lastRun(window, topic) === stretch.passage ? "last run" : "earlier run";
}
