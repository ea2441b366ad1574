import { PLAIN_TASK } from "../../audit/task.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { trouble } from "../audit/audit-lines.ts";
import { hostsOf, projectOf } from "../command-line/filters.ts";
import type { Arguments } from "../command-line/parse.ts";
import { INTERRUPTED, sumUp } from "../sessions/sum-up.ts";
import { counted, grouped, wrap } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Rebuilds and checks every tool result that ibid shortened in recorded sessions, or would have. Returns the exit code.
 */
export async function verify(args: Arguments, terminal: Terminal): Promise<number> {
	const { report, read, of } = await sumUp(
		{
			paths: args.positionals,
			task: {
				...PLAIN_TASK,
				proof: true,
				record: stateFolder(terminal.home, terminal.environment),
				hosts: hostsOf(args),
				project: projectOf(args),
			},
			wanted: { tokens: "estimate", rules: [], by: undefined, since: undefined, until: undefined },
			jobs: args.number("jobs"),
		},
		terminal,
	);
	const { hosts, rebuilt, failed, unchecked, failures, writtenNotes, unreadable, skipped } = report;
	const sessions = hosts.reduce((sum, host) => sum + host.sessions, 0);
	const orphans = hosts.reduce((sum, host) => sum + host.orphans, 0);
	const isStopped = terminal.interrupt.aborted;
	const stopped = isStopped && { stopped: { read, of } };
	const proved = `${grouped(rebuilt)} of ${grouped(rebuilt + failed)} shortened results rebuilt and checked twice`;
	const figures = {
		schema: 1,
		sessions,
		rebuilt,
		failed,
		unchecked,
		orphans,
		failures,
		writtenNotes,
		unreadable,
		skipped,
		...stopped,
	};
	if (args.flag("json")) terminal.print([JSON.stringify(figures, null, 2)]);
	else
		terminal.print([
			...trouble(report, terminal.width),
			...writtenNotes.map(({ path, what }) => `note in a file: ${path}: ${what}`),
			...wrap(`${proved}, in ${counted(sessions, "session")}.`, terminal.width),
			...wrap(uncheckedWords(unchecked), terminal.width).filter(Boolean),
			...(orphans > 0
				? wrap(`${counted(orphans, "note")} are broken: the agent removed their lines later.`, terminal.width)
				: []),
			...wrap(writtenWords(writtenNotes.length), terminal.width),
		]);
	if (isStopped) return INTERRUPTED;
	return failed > 0 ? 1 : 0;
}

function uncheckedWords(count: number): string {
	if (count === 0) return "";
	const [were, them] = count === 1 ? ["1 more was", "it"] : [`${grouped(count)} more were`, "them"];
	return `${were} not checked: ibid's record has ${them} only as hashes, and the agent's log does not have all that its requests had.`;
}

function writtenWords(count: number): string {
	return count === 0 ? "No model wrote a note into a file." : `Notes that models wrote into files: ${grouped(count)}.`;
}
