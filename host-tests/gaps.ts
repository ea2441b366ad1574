import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median, percentile } from "../bench/measure.ts";
import { seeded } from "../bench/random.ts";
import { ms, type Row, times } from "../bench/table.ts";
import { codeLines } from "../bench/texts.ts";
import type { AnswerLine } from "../src/store/record-lines.ts";
import { makeFolder } from "./folders.ts";

/** Milliseconds from each request of a session to the next, and what ibid has recorded of its answers. */
export type Played = { readonly gaps: readonly number[]; readonly answers: readonly AnswerLine[] };

/** The same for many sessions: the gaps round by round. */
export type Gaps = { readonly rounds: readonly (readonly number[])[]; readonly answers: readonly AnswerLine[] };

/** Plays sessions in turn; each round begins with another setup, and the first round only warms up. */
export async function measureWays<Way extends string>(
	ways: readonly Way[],
	rounds: number,
	play: (way: Way) => Promise<Played>,
): Promise<Record<Way, Gaps>> {
	const played = new Map<Way, Played[]>(ways.map((way) => [way, []]));
	for (let round = 0; round <= rounds; round++) {
		for (let turn = 0; turn < ways.length; turn++) {
			const way = ways[(round + turn) % ways.length]!;
			const session = await play(way);
			if (round > 0) played.get(way)!.push(session);
		}
	}
	const measured = ways.map((way) => [way, together(played.get(way)!)]);
	return Object.fromEntries(measured) as Record<Way, Gaps>;
}

function together(sessions: readonly Played[]): Gaps {
	return { rounds: sessions.map(({ gaps }) => gaps), answers: sessions.flatMap(({ answers }) => answers) };
}

/** The times between moments. */
export function gapsBetween(moments: readonly number[]): number[] {
	return moments.slice(1).map((moment, index) => moment - moments[index]!);
}

/** A row for each setup: how long it takes, and how much longer than without any hook. */
export function rowsOf<Way extends string>(gaps: Readonly<Record<Way, Gaps>>, ways: readonly Way[], none: Way): Row[] {
	const all = (way: Way): number[] => gaps[way].rounds.flat().sort(byValue);
	return ways.map((way) => {
		const more = added(gaps[way], gaps[none]);
		return {
			way,
			gap: ms(median(all(way))),
			ratio: times(median(all(way)), median(all(none))),
			"adds, median": ms(median(more)),
			"adds, p95": ms(percentile(more, 0.95)),
		};
	});
}

/** How much longer each gap is than the median gap without any hook in the same round; sorted. */
export function added(gaps: Gaps, none: Gaps): number[] {
	return gaps.rounds
		.flatMap((round, index) => {
			const without = median(none.rounds[index]!.toSorted(byValue));
			return round.map((gap) => gap - without);
		})
		.sort(byValue);
}

/** Sorted numbers. */
export function byValue(a: number, b: number): number {
	return a - b;
}

/** Writes different files that look like code; returns their names. */
export function writeFiles(project: string, beginning: string, count: number, lines: number): string[] {
	const random = seeded(lines);
	mkdirSync(join(project, "src"), { recursive: true });
	const names = Array.from({ length: count }, (_, index) => `src/${beginning}-${index}.ts`);
	for (const name of names) writeFileSync(join(project, name), `${codeLines(random, lines).join("\n")}\n`);
	return names;
}

/** The command of a hook that starts Node, reads the event, and does nothing. */
export function idleHook(): string {
	const file = join(makeFolder("plugin"), "hook.js");
	writeFileSync(file, 'process.stdin.resume().on("end", () => process.stdout.write("{}"));\n');
	return `node ${file}`;
}
