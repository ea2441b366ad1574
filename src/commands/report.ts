import { GROUPINGS } from "../audit/groups.ts";
import { hostsOf } from "./filters.ts";
import { nextLines, nextStep, standingOf } from "./overview-next.ts";
import type { Given } from "./parse.ts";
import { fromRecord } from "./read-record.ts";
import { figuresIn, type RecordGrouping } from "./report-figures.ts";
import { reportLines } from "./report-lines.ts";
import { periodGiven, usualDays } from "./report-period.ts";
import type { Terminal } from "./terminal.ts";

/** Says what ibid has really saved, by its record. Gives the exit code. */
export async function report(given: Given, terminal: Terminal): Promise<number> {
	const period = periodGiven(given, terminal.now) ?? usualDays(terminal.now);
	const by = GROUPINGS.find((each): each is RecordGrouping => each !== "project" && each === given.text("by"));
	const figures = fromRecord(terminal, (lines) => figuresIn(lines(), { period, hosts: hostsOf(given), by }));
	if (given.flag("json")) {
		terminal.print([JSON.stringify(figures, null, 2)]);
		return 0;
	}
	terminal.print(reportLines(figures, period.words, terminal, given.number("top") ?? Number.POSITIVE_INFINITY));
	if (!figures.all) terminal.print(nextLines(nextStep(await standingOf(terminal), undefined), terminal));
	return 0;
}
