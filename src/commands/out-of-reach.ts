import { TITLES } from "../audit/hosts.ts";
import type { Report } from "../audit/sum.ts";

/** Why nothing is saved on a host that lets us replace nothing; undefined if something is, or nothing could be. */
export function outOfReach({ host, savedTokens, boundTokens }: Report["hosts"][number]): string | undefined {
	if (savedTokens !== 0 || boundTokens <= 0) return undefined;
	return `${TITLES[host]}: none of this is within reach, since the host does not let us replace these results.`;
}
