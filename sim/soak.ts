import { parseArgs } from "node:util";
import { printSession } from "./print.ts";
import { replay } from "./replay.ts";
import { counting, newTally, type Tally, wordTally } from "./tally.ts";

process.exitCode = soak(process.argv.slice(2));

/**
 * Plays sessions until so many texts have arrived. One that breaks the promise is printed and ends it all. Those in which
 * only the oracle disputes what the model was told are failures too, but it goes on and lists them at the end.
 */
function soak(words: string[]): number {
	const wanted = readWords(words);
	if (!wanted) {
		console.error("--arrivals wants a number above 0 and --seed a whole number, as in --arrivals 10000000 --seed 7.");
		return 2;
	}
	const tally = newTally();
	const disputed: number[] = [];
	let seed = wanted.seed;
	let broken: string | undefined;
	for (; tally.arrivals < wanted.arrivals && broken === undefined; seed++) {
		const wrong = replay(seed, counting(tally));
		if (wrong?.startsWith("not told")) disputed.push(seed);
		else broken = wrong;
		if ((seed - wanted.seed) % 1000 === 0) tell(tally, wanted.arrivals, seed - wanted.seed + 1);
	}
	process.stderr.write("\n");
	if (broken !== undefined) console.log(printSession(seed - 1));
	console.log(`${seed - wanted.seed} sessions from seed ${wanted.seed} on, ${broken === undefined ? 0 : 1} failed`);
	console.log(`${disputed.length} disputed by the oracle: ${disputed.join(", ") || "none"}`);
	console.log(wordTally(tally));
	if (broken !== undefined) console.error(`IBID_SEED=${seed - 1} bun test sim plays the session that failed.`);
	return broken === undefined && disputed.length === 0 ? 0 : 1;
}

function readWords(words: string[]): { arrivals: number; seed: number } | undefined {
	try {
		const options = {
			arrivals: { type: "string", default: "1000000" },
			seed: { type: "string", default: "1000000" },
		} as const;
		const { values } = parseArgs({ args: words, options });
		const [arrivals, seed] = [Number(values.arrivals), Number(values.seed)];
		return arrivals > 0 && Number.isSafeInteger(seed) ? { arrivals, seed } : undefined;
	} catch {
		return undefined;
	}
}

function tell({ arrivals, forms }: Tally, wanted: number, sessions: number): void {
	const shortened = arrivals - (forms.get("whole") ?? 0);
	const share = ((100 * arrivals) / wanted).toFixed(1);
	process.stderr.write(`\r${share}%: ${sessions} sessions, ${arrivals} arrivals, ${shortened} shortened`);
}
