import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Period } from "../audit/ledger.ts";
import type { Report } from "../audit/sum.ts";
import { PLAIN } from "../audit/task.ts";
import { stateFolder } from "../store/state-folder.ts";
import { hostsOf, projectOf } from "./filters.ts";
import { overviewLines, type Survey, showCommand } from "./overview-lines.ts";
import { nextLines, nextStep, type Standing, standingOf } from "./overview-next.ts";
import { packageRoot } from "./package-root.ts";
import type { Given } from "./parse.ts";
import { fromRecord } from "./read-record.ts";
import { figuresIn } from "./report-figures.ts";
import { reportLines } from "./report-lines.ts";
import { ALL_TIME, lastDays, periodGiven, usualDays } from "./report-period.ts";
import { INTERRUPTED, type Order, type Summed, sumUp } from "./sum-up.ts";
import type { Terminal } from "./terminal.ts";

/** What is to be seen first: what ibid would do here, or, where a host has it, what it does. Gives the exit code. */
export async function overview(given: Given, terminal: Terminal): Promise<number> {
	const standing = await standingOf(terminal);
	// The record knows no projects.
	const isOfLogs = standing.hosts.length === 0 || given.rest.length > 0 || given.text("project") !== undefined;
	return isOfLogs ? await surveyLogs(given, standing, terminal) : surveyRecord(given, standing, terminal);
}

async function surveyLogs(given: Given, standing: Standing, terminal: Terminal): Promise<number> {
	const { survey, read, of } = await surveyOf(given, terminal);
	const { report, paths, isSample } = survey;
	const isStopped = terminal.interrupt.aborted;
	if (given.flag("json")) {
		const stopped = isStopped && { stopped: { read, of } };
		terminal.print([JSON.stringify({ kind: "audit", ...report, samples: isSample, ...stopped }, null, 2)]);
	} else {
		const show = report.best && showCommand(report.best.answer, paths, terminal.program);
		terminal.print([...overviewLines(survey, terminal), ...nextLines(nextStep(standing, show), terminal)]);
	}
	return isStopped ? INTERRUPTED : 0;
}

/** A survey, and how many of how many files it covers. */
type Surveyed = Pick<Summed, "read" | "of"> & { readonly survey: Survey };

/** The user's own sessions; if there are none at all, the samples. */
async function surveyOf(given: Given, terminal: Terminal): Promise<Surveyed> {
	const own = await surveyOfOwn(given, terminal);
	const isNarrowed = given.rest.length > 0 || NARROWING.some(given.flag);
	const folder =
		isAnything(own.survey.report) || isNarrowed || terminal.interrupt.aborted ? undefined : samplesFolder();
	if (folder === undefined) return own;
	const { report, read, of } = await sumUp(orderOf(given, terminal, [folder], ALL_TIME), terminal);
	return { survey: { report, words: ALL_TIME.words, paths: [folder], isSample: true }, read, of };
}

const NARROWING = ["since", "until", "host", "project"] as const;

/** What was asked for; else the last weeks, if there is anything of them, else all that there is. */
async function surveyOfOwn(given: Given, terminal: Terminal): Promise<Surveyed> {
	const paths = given.rest;
	const asked = periodGiven(given, terminal.now) ?? (paths.length > 0 ? ALL_TIME : undefined);
	const period = asked ?? usualDays(terminal.now);
	const own = (words: string, { report, read, of }: Summed): Surveyed => {
		return { survey: { report, words, paths, isSample: false }, read, of };
	};
	const summed = await sumUp(orderOf(given, terminal, paths, period, asked ? undefined : ALL_TIME), terminal);
	if (asked || isAnything(summed.report)) return own(period.words, summed);
	const words = `${ALL_TIME.words} (none ${period.words})`;
	// Where no file was too old to be looked at, all that there is has been read.
	if (summed.older === 0 || terminal.interrupt.aborted)
		return own(words, { ...summed, report: summed.otherwise ?? summed.report });
	return own(words, await sumUp(orderOf(given, terminal, paths, ALL_TIME), terminal));
}

function isAnything({ hosts, unreadable }: Report): boolean {
	return hosts.length > 0 || unreadable.length > 0;
}

function samplesFolder(): string | undefined {
	try {
		const folder = join(packageRoot(process.argv[1] ?? ""), "samples");
		return existsSync(folder) ? folder : undefined;
	} catch {
		// In a compiled executable there is no such script.
		return undefined;
	}
}

function orderOf(
	given: Given,
	{ home, environment }: Terminal,
	paths: readonly string[],
	period: Period,
	otherwise?: Period,
): Order {
	const wanted = ({ since, until }: Period): Order["wanted"] => {
		return { tokens: "estimate", rules: [], by: undefined, since, until };
	};
	const record = stateFolder(home, environment);
	return {
		paths,
		task: { ...PLAIN, record, hosts: hostsOf(given), project: projectOf(given) },
		wanted: wanted(period),
		...(otherwise && { otherwise: wanted(otherwise) }),
		jobs: given.number("jobs"),
	};
}

/** Today, if there is anything of it, else the last week. */
function surveyRecord(given: Given, standing: Standing, terminal: Terminal): number {
	const { now } = terminal;
	const asked = periodGiven(given, now);
	const periods = asked ? [asked] : [lastDays(1, now), lastDays(7, now)];
	const hosts = hostsOf(given);
	const tried = fromRecord(terminal, (lines) =>
		periods.map((period) => ({ period, figures: figuresIn(lines(), { period, hosts, by: undefined }) })),
	);
	const { period, figures } = tried.find(({ figures: { all } }) => all) ?? tried.at(-1)!;
	if (given.flag("json")) {
		terminal.print([JSON.stringify({ kind: "report", ...figures }, null, 2)]);
		return 0;
	}
	const { failures = 0, untaken = 0, shortened = 0 } = figures.all ?? {};
	const isAiling = standing.isAiling || failures > untaken;
	const show = shortened > 0 ? "ibid show last" : undefined;
	terminal.print([
		...reportLines(figures, period.words, terminal, Number.POSITIVE_INFINITY),
		...nextLines(nextStep({ ...standing, isAiling }, show), terminal),
	]);
	return 0;
}
