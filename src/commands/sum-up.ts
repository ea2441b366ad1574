import { statSync } from "node:fs";
import { work } from "../audit/crew.ts";
import { filesIn, filesUnder, ordered, placesOf } from "../audit/places.ts";
import { newSum, type Report, type Wanted } from "../audit/sum.ts";
import type { Task } from "../audit/task.ts";
import { Mistake } from "./mistake.ts";
import { grouped } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** What to read and what to make of it. */
export type Order = {
	/** None means: where hosts keep their sessions. */
	readonly paths: readonly string[];
	readonly task: Task;
	readonly wanted: Wanted;
	readonly jobs: number | undefined;
};

/** The report, with how many of how many files it covers. */
export type Summed = { readonly report: Report; readonly read: number; readonly of: number };

/** The exit code after Ctrl-C. */
export const INTERRUPTED = 130;

/** Reads all sessions that are ordered and sums them up, or as many as there is time for until the user interrupts. */
export async function sumUp({ paths, task, wanted, jobs }: Order, terminal: Terminal): Promise<Summed> {
	const files = filesFor(paths, task, terminal).filter((file) => mayReach(file, wanted.since));
	const sum = newSum(wanted);
	let [read, logs] = [0, 0];
	const begin = performance.now();
	await work(
		{ files, task, jobs: jobs ?? terminal.processors, command: terminal.worker, signal: terminal.interrupt },
		{
			found(path, findings) {
				logs++;
				sum.add(path, findings);
			},
			unreadable: sum.unreadable,
			read: () => terminal.progress(`Reading logs: ${grouped(++read)} of ${grouped(files.length)} files`),
		},
	);
	const seconds = ((performance.now() - begin) / 1000).toFixed(1);
	terminal.say(`Read ${grouped(logs)} ${logs === 1 ? "log" : "logs"} in ${seconds} s`);
	if (terminal.interrupt.aborted) terminal.say(`stopped: ${grouped(read)} of ${grouped(files.length)} files`);
	return { report: sum.report(), read, of: files.length };
}

function filesFor(paths: readonly string[], { hosts }: Task, { home, environment }: Terminal): string[] {
	if (paths.length > 0) return ordered(paths.flatMap(filesAt));
	return filesIn(placesOf(home, environment).filter(({ host }) => hosts.length === 0 || hosts.includes(host)));
}

function filesAt(path: string): string[] {
	try {
		return filesUnder(path);
	} catch (error) {
		const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
		throw new Mistake(isMissing ? `${path} does not exist.` : `${path} cannot be opened.`);
	}
}

/** Whether a file may hold something from that time on: a log that was last written a day before does not. */
function mayReach(file: string, since: number | undefined): boolean {
	// What is new in a database may still stand beside it.
	if (since === undefined || file.endsWith(".db")) return true;
	const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
	return written === undefined || written >= since - DAY;
}

const DAY = 24 * 60 * 60 * 1000;
