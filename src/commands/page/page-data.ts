import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Findings } from "../../audit/findings.ts";
import type { Period } from "../../audit/ledger.ts";
import type { UnreadableFile } from "../../audit/sum.ts";
import { type AuditTask, PLAIN_TASK } from "../../audit/task.ts";
import { readWithWorkers } from "../../audit/worker-pool.ts";
import { loadCatalog } from "../../hosts.ts";
import { newCollection } from "../../page/collect.ts";
import type { PageData } from "../../page/data.ts";
import { builtFolder, VERSION } from "../../runtime/program.ts";
import { everyLine } from "../../store/every-line.ts";
import type { RecordLine } from "../../store/record-lines.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { hostsOf, periodOf, projectOf } from "../command-line/filters.ts";
import type { Arguments } from "../command-line/parse.ts";
import { sayIfClosed } from "../sessions/read-record.ts";
import { mayReach, mustHoldSessions, sessionFiles } from "../sessions/session-files.ts";
import { readWords, unreadWords } from "../sessions/sum-up.ts";
import { grouped } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What a page is about. */
export type PageOrder = {
	readonly task: AuditTask & { readonly record: string };
	readonly period: Period;
	readonly jobs: number;
	/** Paths that were named. */
	readonly paths: readonly string[];
	/** The files with sessions, and those of them to read, as they are now. */
	readonly all: () => string[];
	readonly files: () => string[];
	/** Where the page goes by default. */
	readonly standardFile: string;
};

/** What the user asked for. */
export function pageOrder(args: Arguments, terminal: Terminal): PageOrder {
	const record = stateFolder(terminal.home, terminal.environment);
	const task = { ...PLAIN_TASK, record, hosts: hostsOf(args), project: projectOf(args) };
	const period = periodOf(args, terminal.now);
	const all = (): string[] => sessionFiles(args.positionals, task.hosts, terminal);
	return {
		task,
		period,
		paths: args.positionals,
		all,
		jobs: args.number("jobs") ?? terminal.processors,
		files: () => all().filter((file) => mayReach(file, period.since)),
		standardFile: join(record, "page.html"),
	};
}

/** Everything that a page shows, with the texts of the results that saved most. */
export async function gather(order: PageOrder, terminal: Terminal): Promise<PageData> {
	const collection = newCollection(order.period, await loadCatalog());
	const task: AuditTask = { ...order.task, inspect: { kind: "best", count: BEST_OF_EACH } };
	const refuse = (unreadable: readonly UnreadableFile[]): void =>
		mustHoldSessions(order.paths, order.all(), unreadable, terminal);
	sayIfClosed(terminal);
	const taker = { found: (_: string, findings: Findings) => collection.add(findings), refuse };
	await readSessions({ ...order, task }, order.files(), terminal, taker);
	const about = { version: VERSION, made: terminal.now.getTime(), isLive: false };
	return collection.page(about, recordLines(order.task));
}

const BEST_OF_EACH = 3;

/** Gets what workers find; `refuse` may throw if no file could be read. */
export type PageTaker = {
	found(path: string, findings: Findings): void;
	refuse?(unreadable: readonly UnreadableFile[]): void;
};

/** Lets workers read files, and prints the progress and how many could not be read. */
export async function readSessions(
	{ task, jobs }: { readonly task: AuditTask; readonly jobs: number },
	files: readonly string[],
	terminal: Terminal,
	{ found, refuse }: PageTaker,
): Promise<void> {
	let [read, logs] = [0, 0];
	const unreadable: UnreadableFile[] = [];
	const begin = performance.now();
	await readWithWorkers(
		{ files, task, jobs, command: terminal.worker, signal: terminal.interrupt },
		{
			found(path, findings) {
				logs++;
				found(path, findings);
			},
			unreadable: (path, why) => void unreadable.push({ path, why }),
			fileDone: () => terminal.progress(`Reading logs: ${grouped(++read)} of ${grouped(files.length)} files`),
		},
	);
	refuse?.(unreadable);
	terminal.say(readWords(logs, performance.now() - begin));
	if (unreadable.length > 0) terminal.say(unreadWords(unreadable.length));
}

/** The lines of the record for a page. */
export function* recordLines({ record, hosts }: PageOrder["task"]): Generator<RecordLine> {
	for (const line of everyLine(record)) if (hosts.length === 0 || hosts.some((host) => host === line.host)) yield line;
}

/** The script and the style of the page, as built with this program. */
export function clientFiles(): { readonly script: string; readonly style: string } {
	const folder = join(builtFolder(process.argv[1] ?? ""), "page");
	const text = (name: string): string => readFileSync(join(folder, name), "utf8");
	return { script: text("main.js"), style: text("style.css") };
}
