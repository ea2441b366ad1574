import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Period } from "../../audit/ledger.ts";
import type { Report } from "../../audit/sum.ts";
import { PLAIN_TASK } from "../../audit/task.ts";
import { packageRoot } from "../../runtime/program.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { ALL_TIME, hostsOf, lastDays, periodAsked, projectOf, usualDays } from "../command-line/filters.ts";
import type { Arguments } from "../command-line/parse.ts";
import { figuresIn } from "../report/report-figures.ts";
import { reportLines } from "../report/report-lines.ts";
import { fromRecord } from "../sessions/read-record.ts";
import { INTERRUPTED, type SumOrder, type SumResult, sumUp } from "../sessions/sum-up.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type InstallState, installState, nextLines, nextStep } from "./next-step.ts";
import { overviewLines, type Survey, showCommand } from "./overview-lines.ts";

/** The first screen: what ibid would save here, or what it saves if a host has it. Returns the exit code. */
export async function overview(args: Arguments, terminal: Terminal): Promise<number> {
	const state = await installState(terminal);
	// The record has no projects.
	const isOfLogs = state.hosts.length === 0 || args.positionals.length > 0 || args.text("project") !== undefined;
	return isOfLogs ? await surveyLogs(args, state, terminal) : await surveyRecord(args, state, terminal);
}

async function surveyLogs(args: Arguments, state: InstallState, terminal: Terminal): Promise<number> {
	const { survey, read, of } = await surveyOf(args, terminal);
	const { report, paths, isSample } = survey;
	const isStopped = terminal.interrupt.aborted;
	if (args.flag("json")) {
		const stopped = isStopped && { stopped: { read, of } };
		terminal.print([JSON.stringify({ kind: "audit", ...report, samples: isSample, ...stopped }, null, 2)]);
	} else {
		const show = report.best && showCommand(report.best.answer, paths, terminal.program);
		terminal.print([...overviewLines(survey, terminal), ...nextLines(nextStep(state, show), terminal)]);
	}
	return isStopped ? INTERRUPTED : 0;
}

/** A summary, and how many of how many files it covers. */
type SurveyProgress = Pick<SumResult, "read" | "of"> & { readonly survey: Survey };

/** The user's own sessions; if there are none at all, the samples. */
async function surveyOf(args: Arguments, terminal: Terminal): Promise<SurveyProgress> {
	const own = await surveyOfOwn(args, terminal);
	const isNarrowed = args.positionals.length > 0 || NARROWING.some(args.flag);
	const folder =
		isAnything(own.survey.report) || isNarrowed || terminal.interrupt.aborted ? undefined : samplesFolder();
	if (folder === undefined) return own;
	const { report, read, of } = await sumUp(sumOrder(args, terminal, [folder], ALL_TIME), terminal);
	return { survey: { report, words: ALL_TIME.words, paths: [folder], isSample: true }, read, of };
}

const NARROWING = ["since", "until", "host", "project"] as const;

/** The requested period; else the last weeks if they have any sessions, else all dates. */
async function surveyOfOwn(args: Arguments, terminal: Terminal): Promise<SurveyProgress> {
	const paths = args.positionals;
	const asked = periodAsked(args, terminal.now) ?? (paths.length > 0 ? ALL_TIME : undefined);
	const period = asked ?? usualDays(terminal.now);
	const own = (words: string, { report, read, of }: SumResult): SurveyProgress => {
		return { survey: { report, words, paths, isSample: false }, read, of };
	};
	const summed = await sumUp(sumOrder(args, terminal, paths, period, asked ? undefined : ALL_TIME), terminal);
	if (asked || isAnything(summed.report)) return own(period.words, summed);
	const words = `${ALL_TIME.words} (none ${period.words})`;
	// If no file was too old to be read, everything has been read.
	if (summed.older === 0 || terminal.interrupt.aborted)
		return own(words, { ...summed, report: summed.otherwise ?? summed.report });
	return own(words, await sumUp(sumOrder(args, terminal, paths, ALL_TIME), terminal));
}

function isAnything({ hosts, unreadable }: Report): boolean {
	return hosts.length > 0 || unreadable.length > 0;
}

function samplesFolder(): string | undefined {
	try {
		const folder = join(packageRoot(process.argv[1] ?? ""), "samples");
		return existsSync(folder) ? folder : undefined;
	} catch {
		// A compiled executable has no such script.
		return undefined;
	}
}

function sumOrder(
	args: Arguments,
	{ home, environment }: Terminal,
	paths: readonly string[],
	period: Period,
	otherwise?: Period,
): SumOrder {
	const wanted = ({ since, until }: Period): SumOrder["wanted"] => {
		return { tokens: "estimate", rules: [], by: undefined, since, until };
	};
	const record = stateFolder(home, environment);
	return {
		paths,
		task: { ...PLAIN_TASK, record, hosts: hostsOf(args), project: projectOf(args) },
		wanted: wanted(period),
		...(otherwise && { otherwise: wanted(otherwise) }),
		jobs: args.number("jobs"),
	};
}

/** Today if there are figures for it, else the last week. */
async function surveyRecord(args: Arguments, state: InstallState, terminal: Terminal): Promise<number> {
	const { now } = terminal;
	const asked = periodAsked(args, now);
	const periods = asked ? [asked] : [lastDays(1, now), lastDays(7, now)];
	const hosts = hostsOf(args);
	const tried = await fromRecord(terminal, (lines) =>
		periods.map((period) => ({ period, figures: figuresIn(lines(), { period, hosts, by: undefined }) })),
	);
	const { period, figures } = tried.find(({ figures: { all } }) => all) ?? tried.at(-1)!;
	if (args.flag("json")) {
		terminal.print([JSON.stringify({ kind: "report", ...figures }, null, 2)]);
		return 0;
	}
	const { failures = 0, untaken = 0, shortened = 0 } = figures.all ?? {};
	const isWrong = state.isWrong || failures > untaken;
	const show = shortened > 0 ? "ibid show last" : undefined;
	terminal.print([
		...reportLines(figures, period.words, terminal, Number.POSITIVE_INFINITY),
		...nextLines(nextStep({ ...state, isWrong }, show), terminal),
	]);
	return 0;
}
