import { TITLES } from "../audit/hosts.ts";
import type { HostFigures } from "../audit/sum.ts";
import { limitsOf } from "../limits/limits.ts";

/** Why nothing is saved on a host that lets us replace no result of these sessions; undefined if it lets us. */
export function whyNothing({ host, answers, outOfReach }: HostFigures): string | undefined {
	if (answers === 0 || outOfReach < answers) return undefined;
	return `${TITLES[host]}: nothing is within reach, since ${limitsOf(host).beyond}.`;
}
