import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Findings } from "./findings.ts";
import { type AuditTask, jsonLine, type WorkerMessage } from "./task.ts";

/** What to read, and with how many workers; `command` starts a worker, which gets the task as its last argument. */
export type PoolJob = {
	readonly files: readonly string[];
	readonly task: AuditTask;
	readonly jobs: number;
	readonly command: readonly string[];
	/** Ends the work early. */
	readonly signal: AbortSignal;
};

/** Receives the findings, file by file in order, whichever worker was faster. */
export type FindingsReceiver = {
	/** The same findings as soon as they come, to show progress. */
	early?(findings: Findings): void;
	found(path: string, findings: Findings): void;
	unreadable(path: string, why: string): void;
	/** One more file has been read to its end. */
	fileDone(): void;
};

/**
 * Lets workers read files. They are processes of the same program: threads would need a file of their own in a compiled
 * executable, and under Bun a thread that runs out of memory would end all others.
 */
export async function readWithWorkers(
	{ files, task, jobs, command, signal }: PoolJob,
	taker: FindingsReceiver,
): Promise<void> {
	let next = 0;
	const take = (): number | undefined => (signal.aborted || next >= files.length ? undefined : next++);
	const hired = new Set<ChildProcess>();
	const stop = (): void => hired.forEach((child) => void child.kill("SIGKILL"));
	const state: PoolState = {
		files,
		take,
		queue: newOrderedQueue(files, taker),
		signal,
		mostGrowth: (task.exact ? MOST_GROWTH / 2 : MOST_GROWTH) / jobs,
	};
	const keepWorking = async (): Promise<void> => {
		for (let at = take(); at !== undefined; at = take()) {
			const worker = startWorker([...command, JSON.stringify(task)]);
			hired.add(worker.process);
			await feedWorker(worker, at, state);
			hired.delete(worker.process);
		}
	};
	signal.addEventListener("abort", stop);
	await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, keepWorking));
	signal.removeEventListener("abort", stop);
	state.queue.flush();
}

/** What is left to do, and where results go. */
type PoolState = Pick<PoolJob, "files" | "signal"> & {
	readonly take: () => number | undefined;
	readonly queue: OrderedQueue;
	readonly mostGrowth: number;
};

/**
 * How many bytes all workers together may grow by. A worker that takes more than its share is replaced by a new one,
 * because engines give memory back late or never. With the tokenizer, which is large itself, it is half as much.
 */
const MOST_GROWTH = 200 * 1024 * 1024;

type WorkerProcess = {
	readonly process: ChildProcess;
	readonly words: AsyncIterator<string>;
	readonly ended: Promise<string>;
};

function startWorker([program = "", ...rest]: readonly string[]): WorkerProcess {
	const child = spawn(program, rest, { stdio: ["pipe", "pipe", process.env.IBID_DEBUG ? "inherit" : "ignore"] });
	const lines = createInterface({ input: child.stdout!, crlfDelay: Number.POSITIVE_INFINITY });
	const ended = new Promise<string>((resolve) => {
		child.once("close", (code, killed) => resolve(killed ?? `exit code ${code}`));
		// A process that could not be started prints nothing, but Bun would wait for it.
		child.once("error", (error) => {
			lines.close();
			resolve(error.message);
		});
	});
	// When a worker dies its process ends; the write error that follows is ignored.
	child.stdin?.on("error", () => {});
	return { process: child, words: lines[Symbol.asyncIterator](), ended };
}

/** Gives a worker file after file, until none is left, it has grown too large, or it dies. */
async function feedWorker(
	{ process: child, words, ended }: WorkerProcess,
	first: number,
	state: PoolState,
): Promise<void> {
	const { files, take, queue, signal, mostGrowth } = state;
	for (let at: number | undefined = first; at !== undefined; ) {
		child.stdin?.write(jsonLine(files[at]!));
		const growth = await receiveFindings(words, at, queue);
		if (growth === undefined) {
			const why = await ended;
			if (signal.aborted) return;
			queue.say(at, {
				kind: "unreadable",
				why: `the worker that read it died (${why}), perhaps because it ran out of memory`,
			});
			return queue.end(at);
		}
		at = growth > mostGrowth ? undefined : take();
	}
	child.stdin?.end();
	await ended;
}

/** How much a worker has grown at the end of a file; undefined if it died. */
async function receiveFindings(
	words: AsyncIterator<string>,
	at: number,
	queue: OrderedQueue,
): Promise<number | undefined> {
	for (let line = await words.next(); !line.done; line = await words.next()) {
		const word: WorkerMessage = JSON.parse(line.value);
		if (word.kind === "end") {
			queue.end(at);
			return word.growth;
		}
		queue.say(at, word);
	}
	return undefined;
}

type OrderedQueue = {
	say(at: number, word: WorkerMessage): void;
	end(at: number): void;
	/** Passes on what is left, even if files before it were never read. */
	flush(): void;
};

/** Passes on the messages about the first unfinished file, and keeps those about later ones. */
function newOrderedQueue(files: readonly string[], taker: FindingsReceiver): OrderedQueue {
	const kept = new Map<number, WorkerMessage[]>();
	const ended = new Set<number>();
	let first = 0;
	const hand = (at: number, word: WorkerMessage): void => {
		if (word.kind === "found") taker.found(files[at]!, word.findings);
		if (word.kind === "unreadable") taker.unreadable(files[at]!, word.why);
	};
	const empty = (at: number): void => {
		for (const word of kept.get(at) ?? []) hand(at, word);
		kept.delete(at);
	};
	return {
		say(at, word) {
			if (word.kind === "found") taker.early?.(word.findings);
			if (at === first) return hand(at, word);
			const words = kept.get(at) ?? [];
			words.push(word);
			kept.set(at, words);
		},
		end(at) {
			taker.fileDone();
			ended.add(at);
			while (ended.delete(first)) empty(++first);
		},
		flush() {
			for (const at of [...kept.keys()].sort((a, b) => a - b)) empty(at);
		},
	};
}
