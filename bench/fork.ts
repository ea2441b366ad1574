import type { Window } from "../src/core/window.ts";
import { measure, median, percentile } from "./measure.ts";
import { seeded } from "./random.ts";
import { foldStep } from "./replay.ts";
import { ms, printTable, times } from "./table.ts";
import { outputLines } from "./texts.ts";
import { run } from "./tools.ts";

/**
 * Prints how long it takes to continue from an older window, which copies it, beside continuing from the newest one.
 */
export function benchFork(older: Window): void {
	const step = run("npm test", outputLines(seeded(5), 30));
	let newest = foldStep(older, step);
	const grow = (): void => {
		newest = foldStep(newest, step);
	};
	const tasks = { newest: () => grow, older: () => () => foldStep(older, step) };
	const measured = measure(tasks, { rounds: 500, most: 3000 });
	const row = (what: string, sorted: readonly number[]) => ({
		what,
		p50: ms(median(sorted)),
		p99: ms(percentile(sorted, 0.99)),
		ratio: times(median(sorted), median(measured.newest)),
	});
	printTable("5. Fork", "one turn, one call and its result of 30 lines, lens and fold; ms", [
		row("onto the newest window", measured.newest),
		row("onto an older window", measured.older),
	]);
}
