import { decide } from "../src/core/decide.ts";
import { emptyWindow } from "../src/core/window.ts";
import { type Case, hardTexts } from "./hard-texts.ts";
import { hardWindows } from "./hard-windows.ts";
import { clock, median, type Times } from "./measure.ts";
import { seeded } from "./random.ts";
import { foldAll, foldAnswer, foldCall, look } from "./replay.ts";
import { ms, printTable, type Row } from "./table.ts";

/**
 * Prints how long it takes to answer the texts that are hardest to compare, with similar texts already in the window.
 */
export function benchPathological(): void {
	const rows = [...hardTexts(seeded(3)), ...hardWindows(seeded(4))].map(timeCase);
	const about = `lens and decide, then fold of the answer; earlier: fold of what stands before; median of up to ${ROUNDS} runs; target: ${TARGET} ms in all`;
	printTable("3. Pathological texts", about, rows);
	const missed = rows.filter((row) => row.met === "no").length;
	console.log(`\n  ${missed === 0 ? "All met the target." : `${missed} of ${rows.length} missed the target.`}`);
}

const TARGET = 250;
const ROUNDS = 3;
const MOST_MILLISECONDS = 1500;

function timeCase({ name: what, earlier, arriving }: Case): Row {
	const stood: number[] = [];
	const decided: number[] = [];
	const folded: number[] = [];
	const begin = performance.now();
	let answer = "";
	for (let round = 0; round < ROUNDS && performance.now() - begin < MOST_MILLISECONDS; round++) {
		let standing = emptyWindow();
		stood.push(
			clock(() => {
				standing = foldAll(earlier);
			}),
		);
		const window = foldCall(standing, arriving);
		const found = decide(window, look(arriving));
		decided.push(clock(() => decide(window, look(arriving))));
		folded.push(clock(() => foldAnswer(window, arriving, found)));
		answer = `${found.form}${found.reason ? ` (${found.reason})` : ""} ${found.before} → ${found.after}`;
	}
	const total = median(sorted(decided)) + median(sorted(folded));
	return {
		text: what,
		"answer, tokens": answer,
		earlier: ms(median(sorted(stood))),
		decide: ms(median(sorted(decided))),
		fold: ms(median(sorted(folded))),
		total: ms(total),
		met: total <= TARGET ? "yes" : "no",
	};
}

function sorted(numbers: readonly number[]): Times {
	return numbers.toSorted((a, b) => a - b);
}
