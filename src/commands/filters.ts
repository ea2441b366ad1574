import { resolve } from "node:path";
import { HOSTS } from "../audit/hosts.ts";
import type { Period } from "../audit/ledger.ts";
import type { Host } from "../lens/types.ts";
import { Mistake } from "./mistake.ts";
import type { Given } from "./parse.ts";
import { beginningOf, endOf } from "./when.ts";

/** The hosts that were asked for; none means all. */
export function hostsOf(given: Given): Host[] {
	const names = given.texts("host");
	return HOSTS.filter((host) => names.includes(host));
}

/** The project that was asked for: a path from here is made whole, anything else may be a part of one. */
export function projectOf(given: Given): string | undefined {
	const project = given.text("project");
	if (project === undefined) return undefined;
	const isFromHere = /^\.{1,2}([\\/]|$)/.test(project);
	return isFromHere ? resolve(project) : project.replace(/(.)[\\/]+$/, "$1");
}

/** The days that were asked for; all where none were. */
export function periodOf(given: Given, now: Date): Period {
	const [first, last] = [given.text("since"), given.text("until")];
	const since = first === undefined ? undefined : beginningOf("since", first, now);
	const until = last === undefined ? undefined : endOf("until", last, now);
	if (since !== undefined && until !== undefined && since >= until)
		throw new Mistake(`No day is left between --since ${first} and --until ${last}: the one is after the other.`);
	return { since, until };
}
