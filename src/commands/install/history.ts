import type { Report } from "../../audit/sum.ts";
import { PLAIN_TASK } from "../../audit/task.ts";
import type { HostDefinition } from "../../host/definition.ts";
import { HOSTS } from "../../hosts.ts";
import type { HostInstaller } from "../../install/types.ts";
import type { HostName } from "../../lens/types.ts";
import { usualDays } from "../command-line/filters.ts";
import { sumUp } from "../sessions/sum-up.ts";
import { percent } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Fewer sessions say too little about the next ones. */
const FEWEST_SESSIONS = 10;

/**
 * Hosts in which ibid would have cost more than it saved in the user's own sessions, each with a sentence that says so.
 * Only where ibid adds tokens to every request can that be, so only these sessions are read.
 */
export async function hostsAtALoss(
	installers: readonly HostInstaller[],
	terminal: Terminal,
): Promise<Map<HostName, string>> {
	const adding = HOSTS.filter(({ name, declares }) => declares > 0 && installers.some(({ host }) => host === name));
	const losses = new Map<HostName, string>();
	if (adding.length === 0) return losses;
	const { since, until, words } = usualDays(terminal.now);
	const { report } = await sumUp(
		{
			paths: [],
			task: { ...PLAIN_TASK, hosts: adding.map(({ name }) => name) },
			wanted: { tokens: "estimate", rules: [], by: undefined, since, until },
			jobs: undefined,
		},
		terminal,
	);
	for (const host of adding) {
		const sentence = lossWords(host, report, words, terminal.program);
		if (sentence !== undefined) losses.set(host.name, sentence);
	}
	return losses;
}

/** What to tell the user if ibid would have cost more than it saved; undefined if not, or if that cannot be told. */
export function lossWords(
	{ name, title, declares }: Pick<HostDefinition, "name" | "title" | "declares">,
	{ hosts }: Pick<Report, "hosts">,
	period: string,
	program: string,
): string | undefined {
	const { sessions = 0, moneyShare = null } = hosts.find(({ host }) => host === name) ?? {};
	if (sessions < FEWEST_SESSIONS || moneyShare === null || moneyShare >= 0) return undefined;
	return [
		`${title} is left out: in your ${sessions} sessions ${period} ibid would have cost ${percent(-moneyShare, 1)} more`,
		`than it saved, because it adds about ${declares} tokens to each request there. ${program} run adds none;`,
		`to install it all the same: ${program} install ${name}`,
	].join(" ");
}
