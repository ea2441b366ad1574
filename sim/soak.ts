import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { isDispute } from "./oracle.ts";
import { printSession } from "./print.ts";
import { replay } from "./replay.ts";
import { addTally, counting, newTally, type Tally, wordTally } from "./tally.ts";

/** Beyond this number, disputed sessions are only named. */
const MOST_PRINTED = 5;

if (isMainThread) process.exitCode = await soak(process.argv.slice(2));
else playShare(workerData as Share);

/** Sessions for one worker: every `step`th from a seed on, until so many texts have arrived. */
type Share = { readonly seed: number; readonly step: number; readonly arrivals: number };

/** The progress of a worker; `broken` is the seed of a session that breaks the promise, at which the worker stops. */
type Progress = {
	readonly tally: Tally;
	readonly sessions: number;
	readonly disputed: readonly number[];
	readonly broken: number | undefined;
	readonly isOver: boolean;
};

/**
 * Plays sessions until so many texts have arrived. A session that breaks the promise is printed and ends the run. A
 * session in which only the oracle disputes what the model was told is a failure too, but the run continues and prints
 * it at the end.
 */
async function soak(words: string[]): Promise<number> {
	const wanted = readWords(words);
	if (!wanted) {
		console.error(
			"--arrivals and --workers want a whole number above 0 and --seed a whole number, as in --arrivals 10000000 --seed 7.",
		);
		return 2;
	}
	const { arrivals, seed, workers } = wanted;
	const began = performance.now();
	const all = await playAll(wanted);
	const seconds = Math.round((performance.now() - began) / 1000);
	process.stderr.write("\n");
	const [broken] = all.broken;
	const printed = [...all.broken, ...all.disputed.slice(0, MOST_PRINTED)];
	for (const each of printed) console.log(`${printSession(each)}\n`);
	console.log(`${all.sessions} sessions from seed ${seed} on, ${all.broken.length} failed`);
	console.log(`${all.disputed.length} disputed by the oracle: ${all.disputed.join(", ") || "none"}`);
	console.log(`${seconds} seconds with ${workers} ${workers === 1 ? "worker" : "workers"}`);
	console.log(wordTally(all.tally));
	const first = broken ?? all.disputed[0];
	if (first !== undefined) console.error(`IBID_SEED=${first} bun test sim plays the first session that failed.`);
	return first === undefined && all.tally.arrivals >= arrivals ? 0 : 1;
}

type Sum = Pick<Progress, "tally" | "sessions" | "disputed"> & { readonly broken: readonly number[] };

function playAll({ arrivals, seed, workers }: Wanted): Promise<Sum> {
	const progress = new Map<number, Progress>();
	const all = Array.from({ length: workers }, (_, index) => {
		const share: Share = { seed: seed + index, step: workers, arrivals: Math.ceil(arrivals / workers) };
		return new Worker(new URL(import.meta.url), { workerData: share });
	});
	return new Promise<Sum>((resolve, reject) => {
		for (const [index, worker] of all.entries()) {
			worker.on("error", reject);
			worker.on("message", (message: Progress) => {
				progress.set(index, message);
				const sum = sumUp([...progress.values()]);
				tell(sum, arrivals);
				const isOver = progress.size === workers && [...progress.values()].every(({ isOver }) => isOver);
				if (isOver || sum.broken.length > 0) resolve(sum);
			});
		}
	}).finally(() => Promise.all(all.map((worker) => worker.terminate())));
}

function sumUp(all: readonly Progress[]): Sum {
	return {
		tally: all.reduce((sum, { tally }) => addTally(sum, tally), newTally()),
		sessions: all.reduce((sum, { sessions }) => sum + sessions, 0),
		disputed: all.flatMap(({ disputed }) => disputed).sort((a, b) => a - b),
		broken: all.flatMap(({ broken }) => broken ?? []),
	};
}

function playShare({ seed, step, arrivals }: Share): void {
	const tally = newTally();
	const disputed: number[] = [];
	let sessions = 0;
	let broken: number | undefined;
	const report = (isOver: boolean): void => {
		parentPort?.postMessage({ tally, sessions, disputed, broken, isOver } satisfies Progress);
	};
	while (tally.arrivals < arrivals && broken === undefined) {
		const next = seed + sessions * step;
		const wrong = replay(next, counting(tally));
		sessions++;
		if (wrong !== undefined && isDispute(wrong)) disputed.push(next);
		else if (wrong !== undefined) broken = next;
		if (sessions % 1000 === 0) report(false);
	}
	report(true);
}

type Wanted = { readonly arrivals: number; readonly seed: number; readonly workers: number };

function readWords(words: string[]): Wanted | undefined {
	try {
		const options = {
			arrivals: { type: "string", default: "1000000" },
			seed: { type: "string", default: "1000000" },
			workers: { type: "string", default: String(availableParallelism()) },
		} as const;
		const { values } = parseArgs({ args: words, options });
		const wanted = { arrivals: Number(values.arrivals), seed: Number(values.seed), workers: Number(values.workers) };
		const isMeant = Object.values(wanted).every(Number.isSafeInteger) && wanted.arrivals > 0 && wanted.workers > 0;
		return isMeant ? wanted : undefined;
	} catch {
		return undefined;
	}
}

function tell({ tally: { arrivals, forms }, sessions }: Sum, wanted: number): void {
	const shortened = arrivals - (forms.get("whole") ?? 0);
	const share = ((100 * arrivals) / wanted).toFixed(1);
	process.stderr.write(`\r${share}%: ${sessions} sessions, ${arrivals} arrivals, ${shortened} shortened`);
}
