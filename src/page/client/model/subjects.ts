import type { AnswerStep, PageData } from "../../data.ts";
import type { Filter } from "./route.ts";
import { addResult, countSession, newPageTally, type PageTally, sessionsIn, sinceOf } from "./tally.ts";

/** What was shown again and again: a file, a command, or the answers of a tool. */
export type SubjectSummary = {
	readonly name: string;
	kind: "file" | "command" | "tool";
	readonly tally: PageTally;
	/** Saved where ibid was at work, and would be saved elsewhere. */
	readonly saved: { was: number; would: number };
	/** Tokens by stretches of time of equal length, from the first day of the period to the last. */
	readonly strokes: number[];
	/** The answer about it that saves most. */
	best: AnswerStep;
};

/** How many such stretches there are. */
export const STROKES = 16;

/** All subjects that a filter lets through, what saves most first. */
export function subjectsOf(data: PageData, filter: Filter): SubjectSummary[] {
	const since = sinceOf(filter, data.made);
	const subjects = new Map<string, SubjectSummary>();
	const timed: { readonly subject: SubjectSummary; readonly time: number; readonly tokens: number }[] = [];
	for (const session of sessionsIn(data, filter)) {
		countSession(session, since, {
			answer(answer, time) {
				const subject = subjectFor(subjects, answer);
				addResult(subject.tally, answer);
				if (answer.saved > subject.best.saved) subject.best = answer;
				subject.saved[session.isLived ? "was" : "would"] += answer.saved;
				if (time !== undefined) timed.push({ subject, time, tokens: answer.tokens });
			},
			request() {},
			orphans() {},
		});
	}
	const first = timed.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
	const last = timed.reduce((most, { time }) => Math.max(most, time), first);
	for (const { subject, time, tokens } of timed) {
		const stroke = Math.min(STROKES - 1, Math.floor(((time - first) / (last - first + 1)) * STROKES));
		subject.strokes[stroke] = (subject.strokes[stroke] ?? 0) + tokens;
	}
	return [...subjects.values()].sort((a, b) => b.tally.saved - a.tally.saved || b.tally.tokens - a.tally.tokens);
}

function subjectFor(subjects: Map<string, SubjectSummary>, answer: AnswerStep): SubjectSummary {
	// What may hold secrets, or is about nothing, has no name; its tool has one.
	const isNamed = answer.subject !== "";
	const name = isNamed ? answer.subject : answer.tool;
	const key = `${isNamed} ${name}`;
	const kind = isNamed ? SUBJECT_KINDS[answer.brought] : "tool";
	const known = subjects.get(key);
	// Own writing may come back by any way; how the subject comes otherwise tells what it is.
	if (known && answer.brought !== "own") known.kind = kind;
	if (known) return known;
	const strokes = Array.from({ length: STROKES }, () => 0);
	const made: SubjectSummary = {
		name,
		kind,
		tally: newPageTally(),
		saved: { was: 0, would: 0 },
		strokes,
		best: answer,
	};
	subjects.set(key, made);
	return made;
}

const SUBJECT_KINDS: Readonly<Record<AnswerStep["brought"], SubjectSummary["kind"]>> = {
	file: "file",
	range: "file",
	own: "file",
	output: "command",
	other: "tool",
};
