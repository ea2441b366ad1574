import { join } from "node:path";
import { work } from "../audit/crew.ts";
import type { Findings } from "../audit/findings.ts";
import type { Period } from "../audit/ledger.ts";
import type { Unreadable } from "../audit/sum.ts";
import { PLAIN, type Task } from "../audit/task.ts";
import { newCollection } from "../page/collect.ts";
import type { PageData } from "../page/data.ts";
import { everyLine } from "../store/every-line.ts";
import type { RecordLine } from "../store/record.ts";
import { stateFolder } from "../store/state-folder.ts";
import { hostsOf, periodOf, projectOf } from "./filters.ts";
import type { Given } from "./parse.ts";
import { sayIfClosed } from "./read-record.ts";
import { mayReach, mustHoldSessions, sessionFiles } from "./session-files.ts";
import { readWords, unreadWords } from "./sum-up-progress.ts";
import { grouped } from "./table.ts";
import type { Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** What a page is to be about. */
export type PageOrder = {
	readonly task: Task & { readonly record: string };
	readonly period: Period;
	readonly jobs: number;
	/** Paths that were named. */
	readonly paths: readonly string[];
	/** The files with sessions, and those of them that are to be read, as they are now. */
	readonly all: () => string[];
	readonly files: () => string[];
	/** Where the page goes if nobody says. */
	readonly standardFile: string;
};

/** What was asked for. */
export function orderOf(given: Given, terminal: Terminal): PageOrder {
	const record = stateFolder(terminal.home, terminal.environment);
	const task = { ...PLAIN, record, hosts: hostsOf(given), project: projectOf(given) };
	const period = periodOf(given, terminal.now);
	const all = (): string[] => sessionFiles(given.rest, task.hosts, terminal);
	return {
		task,
		period,
		paths: given.rest,
		all,
		jobs: given.number("jobs") ?? terminal.processors,
		files: () => all().filter((file) => mayReach(file, period.since)),
		standardFile: join(record, "page.html"),
	};
}

/** All that a page shows, with the texts of answers that saved most. */
export async function gather(order: PageOrder, terminal: Terminal): Promise<PageData> {
	const collection = newCollection(order.period);
	const task: Task = { ...order.task, inspect: { kind: "best", count: BEST_OF_EACH } };
	const refuse = (unreadable: readonly Unreadable[]): void =>
		mustHoldSessions(order.paths, order.all(), unreadable, terminal);
	sayIfClosed(terminal);
	const taker = { found: (_: string, findings: Findings) => collection.add(findings), refuse };
	await readSessions({ ...order, task }, order.files(), terminal, taker);
	const about = { version: VERSION, made: terminal.now.getTime(), isLive: false };
	return collection.page(about, linesOf(order.task));
}

const BEST_OF_EACH = 3;

/** Who gets what workers have found; `refuse` may throw for what none of them could read. */
export type PageTaker = {
	found(path: string, findings: Findings): void;
	refuse?(unreadable: readonly Unreadable[]): void;
};

/** Lets workers read files and says how far they are, and how many they could not read. */
export async function readSessions(
	{ task, jobs }: { readonly task: Task; readonly jobs: number },
	files: readonly string[],
	terminal: Terminal,
	{ found, refuse }: PageTaker,
): Promise<void> {
	let [read, logs] = [0, 0];
	const unreadable: Unreadable[] = [];
	const begin = performance.now();
	await work(
		{ files, task, jobs, command: terminal.worker, signal: terminal.interrupt },
		{
			found(path, findings) {
				logs++;
				found(path, findings);
			},
			unreadable: (path, why) => void unreadable.push({ path, why }),
			read: () => terminal.progress(`Reading logs: ${grouped(++read)} of ${grouped(files.length)} files`),
		},
	);
	refuse?.(unreadable);
	terminal.say(readWords(logs, performance.now() - begin));
	if (unreadable.length > 0) terminal.say(unreadWords(unreadable.length));
}

/** The lines of the record that go with a page. */
export function* linesOf({ record, hosts }: PageOrder["task"]): Generator<RecordLine> {
	for (const line of everyLine(record)) if (hosts.length === 0 || hosts.some((host) => host === line.host)) yield line;
}
