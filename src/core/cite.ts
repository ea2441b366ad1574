import { type Lines, lineAt } from "./lines.ts";
import type { Quote } from "./quote.ts";
import { anchorOf, resolve, shortLabel, topicByLabel } from "./resolve.ts";
import type { Run } from "./sheet.ts";
import type { Topic } from "./shelf.ts";
import type { Claim, Clause, Origin, Part } from "./types.ts";
import { keyOf, latestAnswer, type Window } from "./window.ts";

/** Lines of a part, from `line` on, with the words that stand for them. */
export type Citation = { readonly line: number; readonly clause: Clause; readonly topic: Topic };

/**
 * Finds words for a quote: terms that lead the model to exactly these lines. Each is tried on the window before it is
 * taken. What cannot be named stays fresh.
 */
export function cite(window: Window, part: Part, lines: Lines, quote: Quote): Citation[] {
	const isOwn = keyOf(quote.topic.subject) === keyOf(part.subject);
	const of = isOwn ? undefined : nameOf(window, quote.topic);
	if (!isOwn && of === undefined) return [];
	const desk: Desk = { window, part, lines, topic: quote.topic, of };
	return groupByShift(desk, quote).flatMap((group) => citeNumbers(desk, group) ?? citeAnchors(desk, group));
}

/** A claim by which the model finds exactly a run, and how many of its first lines it does not cover. */
export function claimRun(window: Window, topic: Topic, run: Run): { claim: Claim; skipped: number } | undefined {
	const by = originOf(window, topic, run);
	const most = Math.min(run.count, MOST_ANCHORS);
	for (let skipped = 0; skipped < most; skipped++) {
		const anchor = anchorOf(lineAt(run.stretch, run.offset + skipped));
		if (anchor === undefined) continue;
		const claim: Claim = { kind: "anchor", by, anchor };
		const rest = { ...run, offset: run.offset + skipped, count: run.count - skipped };
		if (leadsTo(window, topic, claim, rest)) return { claim, skipped };
	}
	return undefined;
}

/** Whether a claim leads to lines equal to those of a run. */
export function leadsTo(window: Window, topic: Topic, claim: Claim, run: Run): boolean {
	const { hashes } = window.shelf;
	const from = run.stretch.at + run.offset;
	return sameHashes(window, resolve(window, topic, claim, run.count), hashes.subarray(from, from + run.count));
}

type Desk = {
	readonly window: Window;
	readonly part: Part;
	readonly lines: Lines;
	readonly topic: Topic;
	readonly of: string | undefined;
};

/** Runs one behind the other, from `line` on, whose numbers, where they show any, all differ by the same shift. */
type Group = { readonly line: number; readonly count: number; readonly runs: readonly Run[]; readonly from: number };

const MOST_ANCHORS = 8;

/** A label that leads to this subject and no other; files may also be called by their absolute path. */
function nameOf(window: Window, topic: Topic): string | undefined {
	const { kind, name } = topic.subject;
	const by = kind === "file" ? "shown" : "last run";
	const labels = kind === "file" ? [...topic.labels.slice(-1), name] : topic.labels.map(shortLabel);
	return labels.find((label) => topicByLabel(window, by, label)?.subject.name === name);
}

function groupByShift({ part }: Desk, quote: Quote): Group[] {
	const groups: Group[] = [];
	let line = quote.line;
	for (const run of quote.runs) {
		const from = run.stretch.numbered ? run.stretch.first + run.offset : 0;
		const last = groups.at(-1);
		if (last && from > 0 && last.from > 0 && last.from + last.count === from) {
			groups[groups.length - 1] = { ...last, count: last.count + run.count, runs: [...last.runs, run] };
		} else {
			groups.push({ line, count: run.count, runs: [run], from });
		}
		line += run.count;
	}
	return part.count > 0 ? groups : [];
}

function citeNumbers(desk: Desk, { line, count, from }: Group): Citation[] | undefined {
	if (from === 0) return undefined;
	const claim: Claim = { kind: "numbers", from };
	const found = resolve(desk.window, desk.topic, claim, count);
	if (!sameHashes(desk.window, found, desk.lines.hashes.subarray(line, line + count))) return undefined;
	return [citation(desk, line, count, claim)];
}

function citeAnchors(desk: Desk, group: Group): Citation[] {
	let line = group.line;
	return group.runs.flatMap((run) => {
		const first = line;
		line += run.count;
		const found = claimRun(desk.window, desk.topic, run);
		return found ? [citation(desk, first + found.skipped, run.count - found.skipped, found.claim)] : [];
	});
}

function citation({ part, topic, of }: Desk, line: number, count: number, claim: Claim): Citation {
	const first = part.subject.kind === "file" ? part.first + line : 0;
	return { line, clause: { count, first, of, claim }, topic };
}

function originOf(window: Window, topic: Topic, { stretch }: Run): Origin {
	if (stretch.by === "write") return "written";
	if (stretch.by === "edit") return "edited";
	if (topic.subject.kind === "file") return "shown";
	return latestAnswer(window, topic)?.passage === stretch.passage ? "last run" : "earlier run";
}

function sameHashes(window: Window, runs: readonly Run[] | undefined, wanted: Int32Array): boolean {
	if (!runs) return false;
	const { hashes } = window.shelf;
	let line = 0;
	for (const { stretch, offset, count } of runs) {
		for (let at = stretch.at + offset, end = at + count; at < end; at++)
			if (hashes[at] !== wanted[line++]) return false;
	}
	return line === wanted.length;
}
