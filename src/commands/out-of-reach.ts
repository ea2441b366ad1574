import { TITLES } from "../audit/hosts.ts";
import type { Report } from "../audit/sum.ts";
import type { Host } from "../lens/types.ts";

/** Why nothing is saved where something could be, on a host that lets us replace nothing. */
export function outOfReach({ host, savedTokens, boundTokens }: Report["hosts"][number]): string | undefined {
	const why = WHY[host];
	return why !== undefined && savedTokens === 0 && boundTokens > 0 ? `${TITLES[host]}: ${why}` : undefined;
}

const WHY: Readonly<Partial<Record<Host, string>>> = {
	"copilot-cli": "nothing is within reach, since it has not been tried whether the host lets us replace results.",
};
