import type { Lines } from "./lines.ts";
import type { Quote } from "./quote.ts";
import { anchorsOf, goesBy, isDiff, resolve, shortLabels, topicsByLabel } from "./resolve.ts";
import type { Run } from "./sheet.ts";
import { linesOf, numberOf, stretchAt, type Topic } from "./shelf.ts";
import { topicAt } from "./topics.ts";
import type { Claim, Clause, Origin, Part, Subject } from "./types.ts";
import { keyOf, type Window } from "./window.ts";

/** Lines of a part, from `line` on, with the words that stand for them. */
export type Citation = { readonly line: number; readonly clause: Clause; readonly topic: Topic };

/**
 * Finds words for a quote: terms that lead the model to exactly these lines. Each is tried on the window before it is
 * taken. What cannot be named stays fresh.
 */
export function cite(window: Window, part: Part, lines: Lines, quote: Quote, shortest: number): Citation[] {
	return groupByShift(window, quote).flatMap(({ topic, line, count, from, runs }) => {
		const of = nameOf(window, topic, part.subject);
		if (of === undefined || !isStill(quote, topic, of, runs)) return [];
		const citation = (at: number, length: number, claim: Claim): Citation => {
			const first = part.subject.kind === "file" ? part.first + at : 0;
			const clause = { count: length, first, of: of === ITSELF ? undefined : of, claim };
			return { line: at, clause, topic };
		};
		const numbers: Claim = { kind: "numbers", from };
		const wanted = lines.hashes.subarray(line, line + count);
		if (from > 0 && leadsTo(window, topic, numbers, wanted)) return [citation(line, count, numbers)];
		let next = line;
		return runs.flatMap((run) => {
			next += run.count;
			const found = run.count >= shortest ? claimRun(window, topic, run) : undefined;
			if (!found) return [];
			const left = run.count - found.skipped;
			const isTold = of === ITSELF && found.claim.from !== part.first + next - left;
			return [citation(next - left, left, isTold ? found.claim : { ...found.claim, from: 0 })];
		});
	});
}

/** A claim by which the model finds exactly a run, and how many of its first lines it does not cover. */
export function claimRun(window: Window, topic: Topic, run: Run): { claim: Anchored; skipped: number } | undefined {
	const by = originOf(window, topic, run);
	const hashes = window.shelf.hashes.subarray(run.at, run.at + run.count);
	const number = by === "shown" ? numberOf(window.shelf, run) : 0;
	const top = linesOf(window.shelf, { at: run.at, count: Math.min(run.count, MOST_ANCHORS) });
	const printed = isDiff(by) ? withSigns(window, run, top) : top;
	for (const [skipped, line] of printed.entries()) {
		for (const anchor of anchorsOf(line)) {
			const claim: Anchored = { kind: "anchor", by, anchor, from: number > 0 ? number + skipped : 0 };
			if (leadsTo(window, topic, claim, hashes.subarray(skipped))) return { claim, skipped };
		}
	}
	return undefined;
}

/** Lines of a diff as they stand there. */
function withSigns({ shelf }: Window, { at }: Run, lines: readonly string[]): string[] {
	const { text, starts, at: top } = stretchAt(shelf, at);
	return lines.map((line, index) => text.charAt(starts[at - top + index]! - 1) + line);
}

type Anchored = Extract<Claim, { kind: "anchor" }>;

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

/** What a note calls the arrival's own subject: nothing. */
const ITSELF = "";

/**
 * A name that leads the model to this subject and no other. Where two things go by the label of the arrival, its own
 * subject needs a name too; files may also be called by their absolute path.
 */
function nameOf(window: Window, { subject, labels }: Topic, arriving: Subject): string | undefined {
	if (keyOf(subject) === keyOf(arriving) && isOnly(window, subject, arriving.label)) return ITSELF;
	const isFile = subject.kind === "file";
	const names = isFile ? [...labels.slice(-1), subject.name] : labels.slice(-1).flatMap(shortLabels);
	return names.find((name) => !goesBy(arriving.label, name, isFile) && isOnly(window, subject, name));
}

/** Whether no other subject goes by a label. */
export function isOnly(window: Window, subject: Subject, label: string): boolean {
	const by = subject.kind === "file" ? "shown" : "last run";
	const topics = topicsByLabel(window, by, label);
	return topics.every((topic) => topic.subject.name === subject.name);
}

/** Runs one behind the other in passages of one subject, and the number that the first shows, where all show such. */
type Group = Quote & { readonly from: number };

function groupByShift(window: Window, quote: Quote): Group[] {
	const groups: Group[] = [];
	let line = quote.line;
	for (const run of quote.runs) {
		const stretch = stretchAt(window.shelf, run.at);
		const from = stretch.numbered ? stretch.first + run.at - stretch.at : 0;
		const topic = topicAt(window.topics, stretch.topic)!;
		const last = groups.at(-1);
		const follows = last && last.topic === topic && last.from > 0 && last.from + last.count === from;
		if (follows) groups.pop();
		groups.push(
			follows
				? { ...last, count: last.count + run.count, runs: [...last.runs, run] }
				: { topic, line, count: run.count, from, runs: [run] },
		);
		line += run.count;
	}
	return groups;
}

/** Lines of one subject may stand in a passage of another. They are that one's only if its own sheet still has them. */
function isStill(quote: Quote, topic: Topic, of: string, runs: readonly Run[]): boolean {
	if (topic === quote.topic) return true;
	const isOn = (run: Run): boolean =>
		topic.sheet.some(({ at, count }) => at <= run.at && run.at + run.count <= at + count);
	return of !== ITSELF && runs.every(isOn);
}

function originOf(window: Window, topic: Topic, run: Run): Origin {
	const stretch = stretchAt(window.shelf, run.at);
	if (stretch.by === "write") return "written";
	if (stretch.by === "edit") return "edited";
	if (stretch.by === "patch") return "patched";
	if (topic.subject.kind === "file") return "shown";
	const isLast = topic.answer?.passage === stretch.passage;
	if (stretch.signed) return isLast ? "last diff" : "earlier diff";
	return isLast ? "last run" : "earlier run";
}
