import type { AnswerStep, PageData } from "../../data.ts";
import type { Filter } from "./route.ts";
import { addResult, countSession, newPageTally, type PageTally, sessionsIn, sinceOf } from "./tally.ts";

/** A subject that was shown repeatedly: a file, a command, or the results of a tool. */
export type SubjectSummary = {
	readonly name: string;
	kind: "file" | "command" | "tool";
	readonly tally: PageTally;
	/** What was saved with ibid active, and what could have been saved elsewhere. */
	readonly saved: { was: number; would: number };
	/** Tokens by equal parts of the period, from the first day to the last. */
	readonly strokes: number[];
	/** The result about it that saves most. */
	best: AnswerStep;
};

/** How many such parts there are. */
export const STROKES = 16;

/** All subjects that match a filter, the largest saving first. */
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
	// Subjects that may contain secrets, or that are empty, are not named; the tool's name is used.
	const isNamed = answer.subject !== "";
	const name = isNamed ? answer.subject : answer.tool;
	const key = `${isNamed} ${name}`;
	const kind = isNamed ? SUBJECT_KINDS[answer.brought] : "tool";
	const known = subjects.get(key);
	// Own writing may come back in any way; other results about the subject show what it is.
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
