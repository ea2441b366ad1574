import { join } from "node:path";
import { work } from "../audit/crew.ts";
import type { Findings } from "../audit/findings.ts";
import type { Period } from "../audit/ledger.ts";
import { PLAIN, type Task } from "../audit/task.ts";
import { newCollection } from "../page/collect.ts";
import type { PageData } from "../page/data.ts";
import { everyLine } from "../store/every-line.ts";
import type { RecordLine } from "../store/record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { hostsOf, periodOf, projectOf } from "./filters.ts";
import type { Given } from "./parse.ts";
import { mayReach, sessionFiles } from "./session-files.ts";
import { readWords } from "./sum-up-progress.ts";
import { grouped } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** What a page is to be about. */
export type PageOrder = {
	readonly task: Task & { readonly record: string };
	readonly period: Period;
	readonly jobs: number;
	/** The files to read, as they are now. */
	readonly files: () => string[];
	/** Where the page goes if nobody says. */
	readonly standardFile: string;
};

/** What was asked for. */
export function orderOf(given: Given, terminal: Terminal): PageOrder {
	const record = stateFolder(terminal.home, terminal.environment);
	const task = { ...PLAIN, record, hosts: hostsOf(given), project: projectOf(given) };
	const period = periodOf(given, terminal.now);
	return {
		task,
		period,
		jobs: given.number("jobs") ?? terminal.processors,
		files: () => sessionFiles(given.rest, task.hosts, terminal).filter((file) => mayReach(file, period.since)),
		standardFile: join(record, "page.html"),
	};
}

/** All that a page shows, with the texts of answers that saved most. */
export async function gather(order: PageOrder, terminal: Terminal): Promise<PageData> {
	const collection = newCollection(order.period);
	const task: Task = { ...order.task, inspect: { kind: "best", count: BEST_OF_EACH } };
	await readSessions({ ...order, task }, order.files(), terminal, (_, findings) => collection.add(findings));
	const about = { version: VERSION, made: terminal.now.getTime(), isLive: false };
	return collection.page(about, linesOf(order.task));
}

const BEST_OF_EACH = 3;

/** Lets workers read files and says how far they are, and what they could not read. */
export async function readSessions(
	{ task, jobs }: { readonly task: Task; readonly jobs: number },
	files: readonly string[],
	terminal: Terminal,
	found: (path: string, findings: Findings) => void,
): Promise<void> {
	let [read, logs, unreadable] = [0, 0, 0];
	const begin = performance.now();
	await work(
		{ files, task, jobs, command: terminal.worker, signal: terminal.interrupt },
		{
			found(path, findings) {
				logs++;
				found(path, findings);
			},
			unreadable: () => void unreadable++,
			read: () => terminal.progress(`Reading logs: ${grouped(++read)} of ${grouped(files.length)} files`),
		},
	);
	terminal.say(readWords(logs, performance.now() - begin));
	if (unreadable > 0) terminal.say(`${grouped(unreadable)} could not be read; ibid audit says which, and why.`);
}

/** The lines of the record that go with a page. */
export function* linesOf({ record, hosts }: PageOrder["task"]): Generator<RecordLine> {
	for (const line of everyLine(record)) if (hosts.length === 0 || hosts.some((host) => host === line.host)) yield line;
}
