import { GROUPINGS, type Grouping } from "../audit/groups.ts";
import { PLAIN } from "../audit/task.ts";
import { stateFolder } from "../store/state-folder.ts";
import { auditLines } from "./audit-lines.ts";
import { hostsOf, periodOf, projectOf } from "./filters.ts";
import type { Given } from "./parse.ts";
import { INTERRUPTED, sumUp } from "./sum-up.ts";
import type { Terminal } from "./terminal.ts";

/** Says what ibid would have saved in recorded sessions. Gives the exit code. */
export async function audit(given: Given, terminal: Terminal): Promise<number> {
	const isExact = given.flag("exact");
	const rules = given.flag("compare") ? (await import("../audit/compare/rules.ts")).RULES : [];
	const { report, read, of } = await sumUp(
		{
			paths: given.rest,
			task: {
				...PLAIN,
				exact: isExact,
				compare: given.flag("compare"),
				record: stateFolder(terminal.home, terminal.environment),
				hosts: hostsOf(given),
				project: projectOf(given),
			},
			wanted: {
				tokens: isExact ? "o200k" : "estimate",
				rules: rules.map(({ name }) => name),
				by: GROUPINGS.find((grouping): grouping is Grouping => grouping === given.text("by")),
				...periodOf(given, terminal.now),
			},
			jobs: given.number("jobs"),
		},
		terminal,
	);
	const isStopped = terminal.interrupt.aborted;
	if (given.flag("json"))
		terminal.print([JSON.stringify({ ...report, ...(isStopped && { stopped: { read, of } }) }, null, 2)]);
	else terminal.print(auditLines(report, terminal, given.number("top") ?? Number.POSITIVE_INFINITY));
	return isStopped ? INTERRUPTED : 0;
}
