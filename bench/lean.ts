import { decide } from "../src/core/decide.ts";
import { emptyWindow } from "../src/core/window.ts";
import { lean, unlean } from "../src/lean/lean.ts";
import { DEFAULT_LEAN } from "../src/lean/types.ts";
import { type Effort, measure, median } from "./measure.ts";
import { seeded } from "./random.ts";
import { foldCall, look } from "./replay.ts";
import { ms, printTable, type Row, times } from "./table.ts";
import { codeLines, outputLines } from "./texts.ts";
import { readOpenCode, run, type Step } from "./tools.ts";

/** Prints how long it takes to write 2,000 lines lean, beside the decision that comes before it. */
export function benchLean(): void {
	const about =
		"2,000 lines that nothing can be quoted in; p50 in ms: decision, lean text, its inverse; ratio: lean to decision";
	printTable("1d. Lean text", about, KINDS.map(rowOf));
}

const random = seeded(3);
const CODE = codeLines(random, 2000);
const OUTPUT = outputLines(random, 2000);
const FAULT = OUTPUT.slice(0, 40);

const KINDS: readonly (readonly [string, Step])[] = [
	["a file with numbers", readOpenCode("src/large.ts", CODE)],
	[
		"hits of a search",
		run(
			"rg -n const src",
			CODE.map((line, at) => `src/part-${at >> 4}/lines.ts:${at}:${line}`),
		),
	],
	[
		"a list of paths",
		run(
			"find src",
			CODE.map((_, at) => `/w/src/part-${at >> 4}/lines-${at}.ts`),
		),
	],
	[
		"a log that repeats itself",
		run(
			"make",
			OUTPUT.flatMap((line, at) => (at % 200 === 0 ? [line, ...FAULT] : [line])),
		),
	],
	["output as it is", run("make", OUTPUT)],
];

const EFFORT: Effort = { rounds: 60, most: 800 };

function rowOf([name, step]: readonly [string, Step]): Row {
	const { text } = step;
	const window = foldCall(emptyWindow(), step);
	const { view, before } = decide(window, look(step));
	const numbered =
		view.kind === "shown"
			? view.parts.flatMap(({ from, count, gutter }) =>
					gutter.kind === "number" ? [{ from, count, width: gutter.width, mark: gutter.mark }] : [],
				)
			: [];
	const kind = numbered.length > 0 ? "lines" : "output";
	const write = () =>
		lean({ text, tokens: before, directory: "/w", kind, numbered }, { policies: DEFAULT_LEAN, tokens: 25 });
	const leaner = write()?.at(-1)?.text ?? text;
	const { decision, written, undone } = measure(
		{ decision: () => () => decide(window, look(step)), written: () => write, undone: () => () => unlean(leaner) },
		EFFORT,
	);
	return {
		text: name,
		characters: `${text.length} → ${leaner.length}`,
		decision: ms(median(decision)),
		lean: ms(median(written)),
		inverse: ms(median(undone)),
		ratio: times(median(written), median(decision)),
	};
}
