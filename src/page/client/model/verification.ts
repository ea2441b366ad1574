import { dayOf } from "../../../audit/days.ts";
import type { Reason } from "../../../core/types.ts";
import type { PageData } from "../../data.ts";
import type { Filter } from "./route.ts";
import { countSession, sessionsIn, sinceOf } from "./tally.ts";

/** Why results were sent in full, the most frequent reason first. */
type Reasons = {
	readonly reasons: readonly { readonly reason: Reason; readonly count: number }[];
	readonly whole: number;
	/** Results without a known reason. */
	readonly unknown: number;
};

/** Why the results that match a filter were sent in full. */
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

/** Filters that do not apply to ibid's own record, which the page has only as one sum for each host. */
type UnfilteredChoices = {
	/** The names of these filters, in one list. */
	readonly choices: string;
	/** The command that shows the figures of the chosen days. */
	readonly command: string | undefined;
};

/** The filters that do not apply there, at the time the page was made; undefined if all apply. */
export function unfilteredChoices(filter: Filter, made: number): UnfilteredChoices | undefined {
	const { days, project, isLived } = filter;
	const choices = [
		...(days === undefined ? [] : ["Period"]),
		...(project === undefined ? [] : ["Project"]),
		// The record has only what ibid did where it was active.
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
	// An address may ask for more days than there are.
	if (since === undefined || !(since > 0)) return undefined;
	const host = filter.host === undefined ? "" : ` --host ${filter.host}`;
	return `ibid report --since ${dayOf(since)}${host}`;
}
