import { dayOf } from "../../../audit/days.ts";
import type { Reason } from "../../../core/types.ts";
import type { PageData } from "../../data.ts";
import type { Filter } from "./route.ts";
import { countSession, sessionsIn, sinceOf } from "./tally.ts";

/** Why results went whole, the most frequent reason first. */
type Reasons = {
	readonly reasons: readonly { readonly reason: Reason; readonly count: number }[];
	readonly whole: number;
	/** Those of which nobody knows why. */
	readonly unknown: number;
};

/** Why the results that a filter lets through went whole. */
export function reasonsOf(data: PageData, filter: Filter): Reasons {
	const counts = new Map<Reason, number>();
	let [whole, unknown] = [0, 0];
	const since = sinceOf(filter, data.made);
	for (const session of sessionsIn(data, filter)) {
		countSession(session, since, {
			answer({ form, reason }) {
				if (form !== "whole") return;
				whole++;
				if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
				else unknown++;
			},
			request() {},
			orphans() {},
		});
	}
	const reasons = [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
	return { reasons, whole, unknown };
}

/** What is chosen and does not count where ibid's own record is told, which the page has only as one sum for each host. */
type UnfilteredChoices = {
	/** What the choices are called, in one list. */
	readonly choices: string;
	/** What to type to have the figures of the days that are chosen. */
	readonly command: string | undefined;
};

/** What of a filter does not count there, by the making of the page; undefined where all of it does. */
export function unfilteredChoices(filter: Filter, made: number): UnfilteredChoices | undefined {
	const { days, project, isLived } = filter;
	const choices = [
		...(days === undefined ? [] : ["Period"]),
		...(project === undefined ? [] : ["Project"]),
		// The record tells of nothing but what ibid did where it was at work.
		...(isLived === false ? ["ibid"] : []),
	];
	if (choices.length === 0) return undefined;
	return { choices: listed(choices), command: commandFor(filter, made) };
}

function listed(words: readonly string[]): string {
	return words.join(", ").replace(/, (\w+)$/, " or $1");
}

function commandFor(filter: Filter, made: number): string | undefined {
	const since = sinceOf(filter, made);
	// An address may ask for more days than there were.
	if (since === undefined || !(since > 0)) return undefined;
	const host = filter.host === undefined ? "" : ` --host ${filter.host}`;
	return `ibid report --since ${dayOf(since)}${host}`;
}
