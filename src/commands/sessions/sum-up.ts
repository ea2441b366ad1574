import type { Findings } from "../../audit/findings.ts";
import { isInPeriod, type Period } from "../../audit/ledger.ts";
import { newAuditSum, type Report, type SumOptions } from "../../audit/sum.ts";
import type { AuditTask } from "../../audit/task.ts";
import { readWithWorkers } from "../../audit/worker-pool.ts";
import { loadCatalog } from "../../hosts.ts";
import { tokenWords } from "../../store/savings.ts";
import { counted, grouped, percent } from "../terminal/table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { sayIfClosed } from "./read-record.ts";
import { mayReach, mustHoldSessions, sessionFiles } from "./session-files.ts";

/** What to read and what to compute from it. */
export type SumOrder = {
	/** None means: where hosts keep their sessions. */
	readonly paths: readonly string[];
	readonly task: AuditTask;
	readonly wanted: SumOptions;
	/** What to compute from the same files if the first finds nothing. */
	readonly otherwise?: SumOptions;
	readonly jobs: number | undefined;
};

/** The outcome, how many of how many files it covers, and how many more were too old. */
export type SumResult = {
	readonly report: Report;
	readonly otherwise: Report | undefined;
	readonly read: number;
	readonly of: number;
	readonly older: number;
};

/** The exit code after Ctrl-C. */
export const INTERRUPTED = 130;

/** Reads all requested sessions and sums them up, or as many as possible until the user interrupts. */
export async function sumUp(
	{ paths, task, wanted, otherwise, jobs }: SumOrder,
	terminal: Terminal,
): Promise<SumResult> {
	sayIfClosed(terminal);
	const hosts = await loadCatalog();
	const all = sessionFiles(paths, task.hosts, terminal);
	const files = all.filter((file) => mayReach(file, wanted.since));
	const sum = newAuditSum(wanted, hosts);
	let other = otherwise && newAuditSum(otherwise, hosts);
	const progress = newProgress(files.length, wanted);
	let [read, logs] = [0, 0];
	const begin = performance.now();
	await readWithWorkers(
		{ files, task, jobs: jobs ?? terminal.processors, command: terminal.worker, signal: terminal.interrupt },
		{
			early: progress.heard,
			found(path, findings) {
				logs++;
				sum.add(path, findings);
				// Frees memory that is no longer needed.
				if (!sum.isEmpty()) other = undefined;
				other?.add(path, findings);
			},
			unreadable(path, why) {
				sum.unreadable(path, why);
				other?.unreadable(path, why);
			},
			fileDone() {
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

/** The progress of reading, with the figures so far. */
type ReadProgress = {
	heard(findings: Findings): void;
	/** One more file has been read; returns the progress line. */
	read(width: number): string;
};

/** The progress before the first file. Findings count as they come; copies are recognised by their short names. */
export function newProgress(files: number, period: Period): ReadProgress {
	const seen = new Set<string>();
	let [read, tokens, saved] = [0, 0, 0];
	return {
		heard(findings) {
			for (const finding of findings.threads.flat()) {
				if (finding.kind !== "answer" || seen.has(finding.id)) continue;
				seen.add(finding.id);
				if (!isInPeriod(period, finding.time)) continue;
				tokens += finding.tokens;
				saved += finding.saved;
			}
		},
		read(width) {
			const files_ = `${grouped(++read)} of ${grouped(files)} files`;
			const figures = `${tokenWords(saved)} of ${tokenWords(tokens)}`;
			const lines = [
				`Reading logs: ${files_}`,
				`${files_} · ${figures}, ${percent(saved, tokens)}`,
				`${files_} · ${figures} tokens already in context, ${percent(saved, tokens)}`,
			];
			// A wrapped line could not be erased.
			return lines.slice(0, tokens > 0 ? 3 : 1).findLast((line) => line.length < width) ?? files_;
		},
	};
}

/** How many logs were read, and how long that took. */
export function readWords(logs: number, milliseconds: number): string {
	return `Read ${counted(logs, "log")} in ${(milliseconds / 1000).toFixed(1)} s`;
}

/** A sentence about files that could not be read, if there is no room to name them. */
export function unreadWords(files: number): string {
	return `${grouped(files)} could not be read; ibid audit lists which, and why.`;
}
