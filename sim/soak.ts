import { parseArgs } from "node:util";
import { printSession } from "./print.ts";
import { replay } from "./replay.ts";
import { counting, newTally, type Tally, wordTally } from "./tally.ts";

process.exitCode = soak(process.argv.slice(2));

/** Plays sessions until so many texts have arrived; one that breaks the promise is printed and ends it all. */
function soak(words: string[]): number {
	const { values } = parseArgs({
		args: words,
		options: { arrivals: { type: "string", default: "1000000" }, seed: { type: "string", default: "1000000" } },
	});
	const [arrivals, first] = [Number(values.arrivals), Number(values.seed)];
	if (!(arrivals > 0) || !Number.isSafeInteger(first)) {
		console.error("--arrivals wants a number above 0 and --seed a whole number, as in --arrivals 10000000 --seed 7.");
		return 2;
	}
	const tally = newTally();
	let seed = first;
	let wrong: string | undefined;
	for (; tally.arrivals < arrivals && wrong === undefined; seed++) {
		wrong = replay(seed, counting(tally));
		if ((seed - first) % 1000 === 0) tell(tally, arrivals, seed - first + 1);
	}
	process.stderr.write("\n");
	if (wrong !== undefined) console.log(printSession(seed - 1));
	console.log(`${seed - first} sessions from seed ${first} on, ${wrong === undefined ? 0 : 1} failed`);
	console.log(wordTally(tally));
	if (wrong !== undefined) console.error(`IBID_SEED=${seed - 1} bun test sim plays the session that failed.`);
	return wrong === undefined ? 0 : 1;
}

function tell({ arrivals, forms }: Tally, wanted: number, sessions: number): void {
	const shortened = arrivals - (forms.get("whole") ?? 0);
	const share = ((100 * arrivals) / wanted).toFixed(1);
	process.stderr.write(`\r${share}%: ${sessions} sessions, ${arrivals} arrivals, ${shortened} shortened`);
}
