import { measure, median, percentile } from "./measure.ts";
import { decideAll, foldAll } from "./replay.ts";
import { ms, printTable, times } from "./table.ts";
import type { Step } from "./tools.ts";

/** Prints how long it takes to fold a whole window from its conversation, beside merely parsing the conversation. */
export function benchFromScratch(steps: readonly Step[]): void {
	const conversation = JSON.stringify(steps);
	const { fold, decide, parse } = measure(
		{
			fold: () => () => foldAll(steps),
			decide: () => () => decideAll(steps),
			parse: () => () => JSON.parse(conversation),
		},
		{ rounds: 80, most: 3000 },
	);
	const row = (what: string, sorted: readonly number[]) => ({
		what,
		p50: ms(median(sorted)),
		p99: ms(percentile(sorted, 0.99)),
		"to JSON.parse": times(median(sorted), median(parse)),
	});
	const size = (conversation.length / 1024).toFixed(0);
	printTable("2. A whole window from scratch", `${steps.length} calls, ${size} KB of JSON; ms`, [
		row("JSON.parse", parse),
		row("lens and fold, texts as delivered", fold),
		row("lens, decide and fold, from originals", decide),
	]);
}
