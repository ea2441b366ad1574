import { GROUPINGS } from "../audit/groups.ts";
import { everyLine } from "../store/every-line.ts";
import { stateFolder } from "../store/state-folder.ts";
import { hostsOf } from "./filters.ts";
import { nextLines, nextStep, standingOf } from "./overview-next.ts";
import type { Given } from "./parse.ts";
import { figuresIn, type RecordGrouping } from "./report-figures.ts";
import { reportLines } from "./report-lines.ts";
import { periodGiven, usualDays } from "./report-period.ts";
import type { Terminal } from "./terminal.ts";

/** Says what ibid has really saved, by its record. Gives the exit code. */
export async function report(given: Given, terminal: Terminal): Promise<number> {
	const { home, environment, now } = terminal;
	const period = periodGiven(given, now) ?? usualDays(now);
	const by = GROUPINGS.find((each): each is RecordGrouping => each !== "project" && each === given.text("by"));
	const figures = figuresIn(everyLine(stateFolder(home, environment)), { period, hosts: hostsOf(given), by });
	if (given.flag("json")) {
		terminal.print([JSON.stringify(figures, null, 2)]);
		return 0;
	}
	terminal.print(reportLines(figures, period.words, terminal, given.number("top") ?? Number.POSITIVE_INFINITY));
	if (!figures.all) terminal.print(nextLines(nextStep(await standingOf(terminal), undefined), terminal));
	return 0;
}
