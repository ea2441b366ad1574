import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { median, percentile } from "../../bench/measure.ts";
import { seeded } from "../../bench/random.ts";
import { ms, printTable, times } from "../../bench/table.ts";
import { codeLines } from "../../bench/texts.ts";
import { buildExecutable } from "../../scripts/build-exe.ts";
import type { Given } from "../../src/store/record.ts";
import { makeFolder } from "../folders.ts";
import { CALLS_TOOLS, shell } from "./calls.ts";
import { byHooks, recordedIn, type Wiring } from "./live.ts";
import type { Call, Reply } from "./model.ts";
import { runCodex } from "./run.ts";

const ROUNDS = 7;
const FILES = 20;

/** What stands in the way of a call. */
const WAYS = ["no hook", "ibid", "Node hook"] as const;
type Way = (typeof WAYS)[number];

/** Milliseconds from each request to the next, round by round; what ibid has recorded of its answers. */
type Gaps = { readonly rounds: number[][]; readonly answers: Given[] };

/** Measures what ibid adds to the time of a call in Codex, beside a hook of Node that does nothing. */
export async function bench(): Promise<void> {
	console.log(`Bun ${Bun.version}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
	const executable = join(makeFolder("plugin"), "ibid");
	buildExecutable(executable);
	const gaps = await measureWays(executable);
	const all = (way: Way): number[] => gaps[way].rounds.flat().sort(byValue);
	const noise = median(spreads(gaps, "no hook"));
	printTable(
		"Codex 0.166.0: from one request to the next",
		`${FILES} files by cat, then all again by nl, one call for each reply; ${ROUNDS} sessions each way, turn by turn; milliseconds`,
		WAYS.map((way) => ({
			way,
			gap: ms(median(all(way))),
			ratio: times(median(all(way)), median(all("no hook"))),
			"adds, median": ms(median(added(gaps, way))),
			"adds, p95": ms(percentile(added(gaps, way), 0.95)),
		})),
	);
	const shortened = gaps.ibid.answers.filter(({ form }) => form !== "whole");
	const own = gaps.ibid.answers.map(({ milliseconds }) => milliseconds).sort(byValue);
	const ibid = median(added(gaps, "ibid"));
	console.log(`\n  ${shortened.length} of ${ROUNDS * FILES} texts that came again were shortened`);
	console.log(`  by its own clock ibid takes ${ms(median(own))} ms, p95 ${ms(percentile(own, 0.95))} ms`);
	console.log(`  without a hook the middle half of the gaps of a session is ${ms(noise)} ms wide`);
	console.log(`  ibid adds ${ms(ibid)} ms: ${ibid < noise ? "within" : "more than"} that noise`);
}

/** Runs sessions turn by turn, each time beginning with another way; the first round only warms up. */
async function measureWays(executable: string): Promise<Record<Way, Gaps>> {
	const empty = (): Gaps => ({ rounds: [], answers: [] });
	const measured: Record<Way, Gaps> = { "no hook": empty(), ibid: empty(), "Node hook": empty() };
	for (let round = 0; round <= ROUNDS; round++) {
		for (let turn = 0; turn < WAYS.length; turn++) {
			const way = WAYS[(round + turn) % WAYS.length]!;
			const { gaps, answers } = await readAll(wiringOf(way, executable));
			if (round === 0) continue;
			measured[way].rounds.push(gaps);
			measured[way].answers.push(...answers);
		}
	}
	return measured;
}

function wiringOf(way: Way, executable: string): Partial<Wiring> {
	switch (way) {
		case "no hook":
			return {};
		case "ibid":
			return byHooks({ command: executable, args: ["serve", "codex"] });
		case "Node hook":
			return { hooks: idleHooks() };
	}
}

/** A program that starts, hears what happened, and has nothing to say, for the same events as ibid's hooks. */
function idleHooks(): unknown {
	const file = join(makeFolder("plugin"), "hook.js");
	writeFileSync(file, 'process.stdin.resume().on("end", () => process.stdout.write("{}"));\n');
	const matched = [{ matcher: "Bash", hooks: [{ type: "command", command: `node ${file}`, timeout: 2 }] }];
	return { hooks: { PreToolUse: matched, PostToolUse: matched } };
}

/** A session that prints distinct files, one after the other, and then all of them in another way. */
async function readAll(wiring: Partial<Wiring>): Promise<{ gaps: number[]; answers: Given[] }> {
	const { settings = [], hooks, state } = wiring;
	const [home, project] = [makeFolder("home"), makeFolder("project")];
	writeFiles(project);
	const asked: number[] = [];
	const calls = ["cat", "nl -ba"].flatMap((program) => names().map((name) => [shell(`${program} ${name}`)]));
	const replies = [...calls, []].map((calls) => timed(calls, asked));
	const session = { home, project, model: CALLS_TOOLS, prompt: "Read it all.", replies, settings, hooks };
	await runCodex({ ...session, args: ["--skip-git-repo-check"] });
	const lines = state === undefined ? [] : recordedIn(state);
	return {
		gaps: asked.slice(1).map((time, index) => time - asked[index]!),
		answers: lines.filter((line) => line.kind === "answer"),
	};
}

/** A reply that notes when it is asked for. */
function timed(calls: readonly Call[], asked: number[]): () => Reply {
	return () => {
		asked.push(performance.now());
		return { text: "Here it is.", calls };
	};
}

function writeFiles(project: string): void {
	const random = seeded(1);
	mkdirSync(join(project, "src"));
	for (const name of names()) writeFileSync(join(project, name), `${codeLines(random, 80).join("\n")}\n`);
}

function names(): string[] {
	return Array.from({ length: FILES }, (_, index) => `src/part-${index}.ts`);
}

/** By how much each gap is longer than the middle one without a hook in the same round. */
function added(gaps: Record<Way, Gaps>, way: Way): number[] {
	return gaps[way].rounds
		.flatMap((round, index) => {
			const without = median(gaps["no hook"].rounds[index]!.toSorted(byValue));
			return round.map((gap) => gap - without);
		})
		.sort(byValue);
}

/** How wide the middle half of the gaps of each session is. */
function spreads(gaps: Record<Way, Gaps>, way: Way): number[] {
	return gaps[way].rounds
		.map((round) => {
			const sorted = round.toSorted(byValue);
			return percentile(sorted, 0.75) - percentile(sorted, 0.25);
		})
		.sort(byValue);
}

function byValue(a: number, b: number): number {
	return a - b;
}
