import { longCommands } from "../sim/long-commands.ts";
import { TOOLS } from "../sim/tools.ts";
import { lookAtCall, lookAtText } from "../src/lens/look.ts";
import type { ToolCall } from "../src/lens/types.ts";
import { measure, median } from "./measure.ts";
import { ms, printTable, times } from "./table.ts";

const SIZE = 20_000;

/** Prints how long it takes to look at long commands and outputs, and at ones twice as long. */
export function benchLens(): void {
	const twice = new Map(longCommands(2 * SIZE).map((long) => [long[0], long]));
	const rows = longCommands(SIZE).map(([what, command, text]) => {
		const [, command2, text2] = twice.get(what)!;
		const effort = { rounds: 10, most: 1000 };
		const taken = measure({ once: () => () => look(command, text), twice: () => () => look(command2, text2) }, effort);
		const [once, double] = [median(taken.once), median(taken.twice)];
		return { long: what, ms: ms(once), "twice as long": ms(double), ratio: times(double, once) };
	});
	const about = "The shell lens on one thing repeated 20,000 times, and 40,000 times. Linear work has a ratio of 2.";
	printTable("Long commands and outputs", about, rows);
}

function look(command: string, text: string): unknown {
	const call: ToolCall = { id: "1", tool: "bash", input: { command }, directory: "/project" };
	return [lookAtCall(TOOLS, call), lookAtText(TOOLS, call, text, "done", true)];
}
