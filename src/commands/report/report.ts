import { GROUPINGS } from "../../audit/groups.ts";
import { hostsOf, periodAsked, usualDays } from "../command-line/filters.ts";
import type { Arguments } from "../command-line/parse.ts";
import { installState, nextLines, nextStep } from "../overview/next-step.ts";
import { fromRecord } from "../sessions/read-record.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { figuresIn, type RecordGrouping } from "./report-figures.ts";
import { reportLines } from "./report-lines.ts";

/** Reports what ibid really saved, by its record. Returns the exit code. */
export async function report(args: Arguments, terminal: Terminal): Promise<number> {
	const period = periodAsked(args, terminal.now) ?? usualDays(terminal.now);
	const by = GROUPINGS.find((each): each is RecordGrouping => each !== "project" && each === args.text("by"));
	const figures = await fromRecord(terminal, (lines) => figuresIn(lines(), { period, hosts: hostsOf(args), by }));
	if (args.flag("json")) {
		terminal.print([JSON.stringify(figures, null, 2)]);
		return 0;
	}
	terminal.print(reportLines(figures, period.words, terminal, args.number("top") ?? Number.POSITIVE_INFINITY));
	if (!figures.all) terminal.print(nextLines(nextStep(await installState(terminal), undefined), terminal));
	return 0;
}
