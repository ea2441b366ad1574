import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { median, percentile } from "../../bench/measure.ts";
import { ms, printTable } from "../../bench/table.ts";
import { buildExecutable } from "../../scripts/build-exe.ts";
import { makeFolder } from "../folders.ts";
import {
	added,
	byValue,
	type Gaps,
	gapsBetween,
	idleHook,
	measureWays,
	type Played,
	rowsOf,
	writeFiles,
} from "../gaps.ts";
import { CALLS_TOOLS, shell } from "./calls.ts";
import { byHooks, recordedIn, type Wiring } from "./live.ts";
import type { Call, Reply } from "./model.ts";
import { runCodex } from "./run.ts";

const ROUNDS = 7;
const FILES = 20;

/** What is installed for a call. */
const WAYS = ["no hook", "ibid", "Node hook"] as const;
type Way = (typeof WAYS)[number];

/** Measures what ibid adds to the time of a call in Codex, beside a Node hook that does nothing. */
export async function bench(): Promise<void> {
	console.log(`Bun ${Bun.version}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
	const executable = join(makeFolder("plugin"), "ibid");
	buildExecutable(executable);
	const gaps = await measureWays(WAYS, ROUNDS, (way) => readAll(wiringOf(way, executable)));
	const noise = median(spreads(gaps["no hook"]));
	printTable(
		"Codex 0.166.0: from one request to the next",
		`${FILES} files by cat, then all again by nl, one call for each reply; ${ROUNDS} sessions each way, turn by turn; milliseconds`,
		rowsOf(gaps, WAYS, "no hook"),
	);
	const shortened = gaps.ibid.answers.filter(({ form }) => form !== "whole");
	const own = gaps.ibid.answers.map(({ milliseconds }) => milliseconds).sort(byValue);
	const ibid = median(added(gaps.ibid, gaps["no hook"]));
	console.log(`\n  ${shortened.length} of ${ROUNDS * FILES} texts that came again were shortened`);
	console.log(`  by its own clock ibid takes ${ms(median(own))} ms, p95 ${ms(percentile(own, 0.95))} ms`);
	console.log(`  without a hook the middle half of the gaps of a session is ${ms(noise)} ms wide`);
	console.log(`  ibid adds ${ms(ibid)} ms: ${ibid < noise ? "within" : "more than"} that noise`);
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

/** A hook that does nothing, for the same events as ibid's. */
function idleHooks(): unknown {
	const matched = [{ matcher: "Bash", hooks: [{ type: "command", command: idleHook(), timeout: 2 }] }];
	return { hooks: { PreToolUse: matched, PostToolUse: matched } };
}

/** A session that prints different files one after another, and then all of them in another way. */
async function readAll(wiring: Partial<Wiring>): Promise<Played> {
	const { settings = [], hooks, state } = wiring;
	const [home, project] = [makeFolder("home"), makeFolder("project")];
	const names = writeFiles(project, "part", FILES, 80);
	const asked: number[] = [];
	const calls = ["cat", "nl -ba"].flatMap((program) => names.map((name) => [shell(`${program} ${name}`)]));
	const replies = [...calls, []].map((calls) => timed(calls, asked));
	const session = { home, project, model: CALLS_TOOLS, prompt: "Read it all.", replies, settings, hooks };
	await runCodex({ ...session, args: ["--skip-git-repo-check"] });
	const lines = state === undefined ? [] : recordedIn(state);
	return { gaps: gapsBetween(asked), answers: lines.filter((line) => line.kind === "answer") };
}

/** A reply that records when it was requested. */
function timed(calls: readonly Call[], asked: number[]): () => Reply {
	return () => {
		asked.push(performance.now());
		return { text: "Here it is.", calls };
	};
}

/** The interquartile range of the gaps of each session. */
function spreads({ rounds }: Gaps): number[] {
	return rounds
		.map((round) => {
			const sorted = round.toSorted(byValue);
			return percentile(sorted, 0.75) - percentile(sorted, 0.25);
		})
		.sort(byValue);
}
