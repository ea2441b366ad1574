import { work } from "../audit/crew.ts";
import { newSum, type Report, type Wanted } from "../audit/sum.ts";
import type { Task } from "../audit/task.ts";
import { sayIfClosed } from "./read-record.ts";
import { mayReach, mustHoldSessions, sessionFiles } from "./session-files.ts";
import { newProgress, readWords } from "./sum-up-progress.ts";
import { grouped } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** What to read and what to make of it. */
export type Order = {
	/** None means: where hosts keep their sessions. */
	readonly paths: readonly string[];
	readonly task: Task;
	readonly wanted: Wanted;
	/** What to make of the same files if that comes to nothing. */
	readonly otherwise?: Wanted;
	readonly jobs: number | undefined;
};

/** What came of it, with how many of how many files that covers, and how many more were too old to be looked at. */
export type Summed = {
	readonly report: Report;
	readonly otherwise: Report | undefined;
	readonly read: number;
	readonly of: number;
	readonly older: number;
};

/** The exit code after Ctrl-C. */
export const INTERRUPTED = 130;

/** Reads all sessions that are ordered and sums them up, or as many as there is time for until the user interrupts. */
export async function sumUp({ paths, task, wanted, otherwise, jobs }: Order, terminal: Terminal): Promise<Summed> {
	sayIfClosed(terminal);
	const all = sessionFiles(paths, task.hosts, terminal);
	const files = all.filter((file) => mayReach(file, wanted.since));
	const sum = newSum(wanted);
	let other = otherwise && newSum(otherwise);
	const progress = newProgress(files.length, wanted);
	let [read, logs] = [0, 0];
	const begin = performance.now();
	await work(
		{ files, task, jobs: jobs ?? terminal.processors, command: terminal.worker, signal: terminal.interrupt },
		{
			heard: progress.heard,
			found(path, findings) {
				logs++;
				sum.add(path, findings);
				// What nobody will ask for any more takes memory.
				if (!sum.isEmpty()) other = undefined;
				other?.add(path, findings);
			},
			unreadable(path, why) {
				sum.unreadable(path, why);
				other?.unreadable(path, why);
			},
			read() {
				read++;
				terminal.progress(progress.read(terminal.width));
			},
		},
	);
	const report = sum.report();
	mustHoldSessions(paths, all, report.unreadable, terminal);
	if (files.length > 0) terminal.say(readWords(logs, performance.now() - begin));
	if (terminal.interrupt.aborted) terminal.say(`stopped: ${grouped(read)} of ${grouped(files.length)} files`);
	const rest = { read, of: files.length, older: all.length - files.length };
	return { report, otherwise: other?.report(), ...rest };
}
