import { PLAIN } from "../audit/task.ts";
import { stateFolder } from "../store/state-folder.ts";
import { trouble } from "./audit-lines.ts";
import { hostsOf, projectOf } from "./filters.ts";
import type { Given } from "./parse.ts";
import { INTERRUPTED, sumUp } from "./sum-up.ts";
import { counted, grouped, wrap } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Rebuilds and proves every text that ibid has shortened in recorded sessions, or would have. Gives the exit code. */
export async function verify(given: Given, terminal: Terminal): Promise<number> {
	const { report, read, of } = await sumUp(
		{
			paths: given.rest,
			task: {
				...PLAIN,
				proof: true,
				record: stateFolder(terminal.home, terminal.environment),
				hosts: hostsOf(given),
				project: projectOf(given),
			},
			wanted: { tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined },
			jobs: given.number("jobs"),
		},
		terminal,
	);
	const { hosts, rebuilt, failed, failures, writtenNotes, unreadable, skipped } = report;
	const sessions = hosts.reduce((sum, host) => sum + host.sessions, 0);
	const orphans = hosts.reduce((sum, host) => sum + host.orphans, 0);
	const isStopped = terminal.interrupt.aborted;
	const stopped = isStopped && { stopped: { read, of } };
	const proved = `${grouped(rebuilt)} of ${grouped(rebuilt + failed)} shortened texts rebuilt and proved`;
	const figures = {
		schema: 1,
		sessions,
		rebuilt,
		failed,
		orphans,
		failures,
		writtenNotes,
		unreadable,
		skipped,
		...stopped,
	};
	if (given.flag("json")) terminal.print([JSON.stringify(figures, null, 2)]);
	else
		terminal.print([
			...trouble(report, terminal.width),
			...writtenNotes.map(({ path, what }) => `note in a file: ${path}: ${what}`),
			...wrap(`${proved}, in ${counted(sessions, "session")}.`, terminal.width),
			...(orphans > 0
				? wrap(`${counted(orphans, "note")} lost their lines later: the host took them away.`, terminal.width)
				: []),
			...wrap(writtenWords(writtenNotes.length), terminal.width),
		]);
	if (isStopped) return INTERRUPTED;
	return failed > 0 ? 1 : 0;
}

function writtenWords(count: number): string {
	return count === 0 ? "No model wrote a note into a file." : `Notes that models wrote into files: ${grouped(count)}.`;
}
