import { dayOf } from "../../../audit/days.ts";
import type { AnswerStep, PageData, SessionData } from "../../data.ts";
import { startOf } from "./format.ts";
import type { Filter } from "./route.ts";

/** From when on things count; undefined: always. */
export type Since = number | undefined;

/** Told of everything in a session that counts. */
export type Counter = {
	answer(answer: AnswerStep, time: number | undefined): void;
	/** A request: how many tokens it has without ibid, and how many fewer with it. */
	request(without: number, fewer: number): void;
	orphans(count: number): void;
};

/** The sessions that a filter lets through, whatever their times. */
export function sessionsIn({ sessions }: PageData, { host, project, isLived }: Filter): SessionData[] {
	return sessions.filter(
		(session) =>
			(host === undefined || session.host === host) &&
			(project === undefined || session.project === project) &&
			(isLived === undefined || session.isLived === isLived),
	);
}

/** When the days of a filter begin: today is the last of them. */
export function sinceOf({ days }: Filter, made: number): Since {
	if (days === undefined) return undefined;
	const today = new Date(startOf(dayOf(made)));
	return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1)).getTime();
}

/** Goes through what counts of a session; what is older does not, nor, where days are asked for, what has no time. */
export function countSession({ strands, isLived }: SessionData, since: Since, counter: Counter): void {
	for (const step of strands.flat()) {
		if (step.kind === "reset" || !step.counts) continue;
		const { time } = step;
		if (since !== undefined && (time === undefined || time < since)) continue;
		if (step.kind === "answer") counter.answer(step, time);
		if (step.kind === "orphans") counter.orphans(step.count);
		if (step.kind === "request" && step.tokens !== undefined)
			counter.request(step.tokens + (isLived ? step.fewer : 0), step.fewer);
	}
}
