import { TITLES } from "../audit/hosts.ts";
import type { HostFigures } from "../audit/sum.ts";
import type { Host } from "../lens/types.ts";

/** Why nothing is saved on a host that lets us replace no result of these sessions; undefined if it lets us. */
export function whyNothing({ host, answers, outOfReach }: HostFigures): string | undefined {
	if (answers === 0 || outOfReach < answers) return undefined;
	return `${TITLES[host]}: nothing is within reach, ${WHY[host] ?? "since the host lets us replace none of these results."}`;
}

const WHY: Readonly<Partial<Record<Host, string>>> = {
	codex: "since in code mode results go to a script and not to the model.",
	"copilot-cli": "since it has not been tried whether the host lets us replace results.",
};
