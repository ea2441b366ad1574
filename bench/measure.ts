/** Milliseconds of repeated runs, sorted. */
export type Times = readonly number[];

/** How often to run: this many rounds; a task that has run for this many milliseconds skips the rest. */
export type Effort = { readonly rounds: number; readonly most: number };

/**
 * Times several tasks in turn, so that a disturbance of the machine affects them all. A tenth more rounds warm up. For
 * each run a function makes the task again, outside the measured time.
 */
export function measure<Name extends string>(tasks: Record<Name, () => Task>, effort: Effort): Record<Name, Times> {
	const names = Object.keys(tasks) as Name[];
	const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
	const spent = new Map<Name, number>();
	for (let round = -Math.ceil(effort.rounds / 10); round < effort.rounds; round++) {
		for (const name of names) {
			const before = spent.get(name) ?? 0;
			if (round > 0 && before > effort.most) continue;
			const time = clock(tasks[name]());
			spent.set(name, before + time);
			if (round >= 0) samples.get(name)!.push(time);
		}
	}
	const sorted = names.map((name) => [name, samples.get(name)!.sort((a, b) => a - b)]);
	return Object.fromEntries(sorted) as Record<Name, Times>;
}

/** What is measured. Its value is kept until afterwards, so that no engine can skip the work. */
export type Task = () => unknown;

/** Milliseconds that a task takes. */
export function clock(task: Task): number {
	const begin = performance.now();
	kept = task();
	return performance.now() - begin;
}

/** The result of the last task. */
export let kept: unknown;

/** The time that this share of the runs did not exceed. */
export function percentile(times: Times, share: number): number {
	return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

/** The time in the middle. */
export function median(times: Times): number {
	return percentile(times, 0.5);
}
