import { dayOf } from "../../../audit/days.ts";
import { sinceOf } from "./counting.ts";
import type { Filter } from "./route.ts";

/** What is chosen and does not count where ibid's own record is told, which the page has only as one sum for each host. */
export type Unheeded = {
	/** What the choices are called, in one list. */
	readonly choices: string;
	/** What to type to have the figures of the days that are chosen. */
	readonly command: string | undefined;
};

/** What of a filter does not count there, by the making of the page; undefined where all of it does. */
export function unheededOf(filter: Filter, made: number): Unheeded | undefined {
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
