import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { median, percentile } from "../../bench/measure.ts";
import { seeded } from "../../bench/random.ts";
import { ms, printTable, times } from "../../bench/table.ts";
import { codeLines } from "../../bench/texts.ts";
import { readLines } from "../../src/store/record.ts";
import type { AnswerLine } from "../../src/store/record-lines.ts";
import { makeFolder } from "../folders.ts";
import { byPlugin, bySettings, type Wiring } from "./live.ts";
import type { Call, Reply } from "./model.ts";
import { runClaudeCode, type Version } from "./run.ts";
import { toolsIn } from "./scenes.ts";

const ROUNDS = 5;
const FILES = 40;

/** What is installed for a call. */
type Way = "no hook" | "ibid" | "idle server" | "Node hook";

/** Milliseconds from each request to the next, round by round; what ibid has recorded of its answers. */
type Gaps = { readonly rounds: readonly (readonly number[])[]; readonly answers: readonly AnswerLine[] };

/** Prints how much longer a read takes with ibid than without, beside a Node server and a Node hook that do nothing. */
export async function benchGaps(executable: string): Promise<void> {
	const newer = await measureWays("2.1.325", executable, 2 * FILES);
	printFirst(
		"2.1.325",
		forEachWay((way) => part(newer[way], 0)),
	);
	printAgain(
		"2.1.325",
		forEachWay((way) => part(newer[way], FILES)),
	);
	// The older version has an answer of its own when a file is read again.
	printFirst("2.1.197", await measureWays("2.1.197", executable, FILES));
}

const WAYS: readonly Way[] = ["no hook", "ibid", "idle server", "Node hook"];

function forEachWay<T>(make: (way: Way) => T): Record<Way, T> {
	return {
		"no hook": make("no hook"),
		ibid: make("ibid"),
		"idle server": make("idle server"),
		"Node hook": make("Node hook"),
	};
}

/** Forty gaps of every session. */
function part({ rounds, answers }: Gaps, from: number): Gaps {
	return { rounds: rounds.map((gaps) => gaps.slice(from, from + FILES)), answers };
}

/** Runs sessions in turn; each round begins with another setup, and the first round only warms up. */
async function measureWays(version: Version, executable: string, reads: number): Promise<Record<Way, Gaps>> {
	const measured = forEachWay(() => ({ rounds: [] as number[][], answers: [] as AnswerLine[] }));
	for (let round = 0; round <= ROUNDS; round++) {
		for (let turn = 0; turn < WAYS.length; turn++) {
			const way = WAYS[(round + turn) % WAYS.length]!;
			const { gaps, answers } = await readAll(version, wiringOf(way, executable), reads);
			if (round === 0) continue;
			measured[way].rounds.push(gaps);
			measured[way].answers.push(...answers);
		}
	}
	return measured;
}

function wiringOf(way: Way, executable: string): Wiring {
	switch (way) {
		case "no hook":
			return { args: [], state: "" };
		case "ibid":
			return byPlugin({ command: executable, args: ["serve", "claude-code"] });
		case "idle server":
			return byPlugin({ command: process.execPath, args: [join(import.meta.dirname, "idle-server.ts")] });
		case "Node hook":
			return bySettings({ command: "node", args: [idleHook()] });
	}
}

function idleHook(): string {
	const file = join(makeFolder("plugin"), "hook.js");
	writeFileSync(file, 'process.stdin.resume().on("end", () => process.stdout.write("{}"));\n');
	return file;
}

/** A session that reads different files one after another, and reads them again if it needs more reads than files. */
async function readAll(
	version: Version,
	{ args, state }: Wiring,
	reads: number,
): Promise<{ gaps: number[]; answers: AnswerLine[] }> {
	const [home, project] = [makeFolder("home"), makeFolder("project")];
	writeFiles(project);
	const { read } = toolsIn(project);
	const asked: number[] = [];
	const calls = Array.from({ length: reads }, (_, index) => [read(nameOf(index % FILES))]);
	const replies = [...calls, []].map((calls) => timed(calls, asked));
	const { logs } = await runClaudeCode({ home, project, version, args, prompts: ["Read it all."], replies });
	const lines = logs.flatMap((log) => readLines(join(state, "answers"), basename(log, ".jsonl")));
	return {
		gaps: asked.slice(1).map((time, index) => time - asked[index]!),
		answers: lines.filter((line) => line.kind === "answer"),
	};
}

/** A reply that records when it was requested. */
function timed(calls: readonly Call[], asked: number[]): Reply {
	return {
		text: "Here it is.",
		get calls() {
			asked.push(performance.now());
			return calls;
		},
	};
}

function writeFiles(project: string): void {
	const random = seeded(1);
	mkdirSync(join(project, "src"));
	for (let index = 0; index < FILES; index++) {
		writeFileSync(join(project, nameOf(index)), `${codeLines(random, 80).join("\n")}\n`);
	}
}

function nameOf(index: number): string {
	return `src/part-${index}.ts`;
}

function printFirst(version: Version, gaps: Record<Way, Gaps>): void {
	const about = `${FILES} first reads of distinct files in a session, ${ROUNDS} sessions each way, turn by turn; milliseconds`;
	printTable(`Claude Code ${version}: from one request to the next`, about, rowsOf(gaps));
	const [ibid, node] = [median(added(gaps, "ibid")), median(added(gaps, "Node hook"))];
	const own = gaps.ibid.answers.filter(({ form }) => form === "whole").map(({ milliseconds }) => milliseconds);
	console.log(
		`\n  ibid adds ${ms(ibid)} ms, ${spread(own).median} ms by its own clock; less than 10 ms: ${verdict(ibid < 10)}`,
	);
	console.log(
		`  that is ${times(ibid, node)} of what the Node hook adds; less than a quarter: ${verdict(ibid < node / 4)}`,
	);
}

function printAgain(version: Version, gaps: Record<Way, Gaps>): void {
	const about = `the same files once more, all to be shortened; milliseconds`;
	printTable(`Claude Code ${version}: from one request to the next`, about, rowsOf(gaps));
	const shortened = gaps.ibid.answers.filter(({ form }) => form !== "whole");
	const parts = {
		"the hook by ibid's clock": shortened.map(({ milliseconds }) => milliseconds),
		"of it the wait for the log": shortened.map(({ waited }) => waited),
		"of it ibid's own work": shortened.map(({ milliseconds, waited }) => milliseconds - waited),
	};
	printTable(
		"Where that time goes",
		`${shortened.length} of ${ROUNDS * FILES} were shortened; milliseconds`,
		Object.entries(parts).map(([name, values]) => ({ part: name, ...spread(values) })),
	);
}

function rowsOf(gaps: Record<Way, Gaps>): Record<string, string>[] {
	const [without = []] = [gaps["no hook"].rounds.flat().sort(byValue)];
	return WAYS.map((way) => {
		const all = gaps[way].rounds.flat().sort(byValue);
		const { median: more, p95 } = spread(added(gaps, way));
		return {
			way,
			gap: ms(median(all)),
			ratio: times(median(all), median(without)),
			"adds, median": more,
			"adds, p95": p95,
		};
	});
}

/** How much longer each gap is than the median gap without a hook in the same round. */
function added(gaps: Record<Way, Gaps>, way: Way): number[] {
	return gaps[way].rounds
		.flatMap((round, index) => {
			const without = median(gaps["no hook"].rounds[index]!.toSorted(byValue));
			return round.map((gap) => gap - without);
		})
		.sort(byValue);
}

function spread(values: readonly number[]): { median: string; p95: string } {
	const sorted = values.toSorted(byValue);
	return { median: ms(median(sorted)), p95: ms(percentile(sorted, 0.95)) };
}

function byValue(a: number, b: number): number {
	return a - b;
}

function verdict(isMet: boolean): string {
	return isMet ? "met" : "not met";
}
