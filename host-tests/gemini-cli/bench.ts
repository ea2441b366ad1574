import { statSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { basename, join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { median, percentile } from "../../bench/measure.ts";
import { ms, printTable, times } from "../../bench/table.ts";
import { buildExecutable } from "../../scripts/build-exe.ts";
import { hookCommand } from "../../src/host/gemini-cli/wired.ts";
import { recordedIn } from "../codex/live.ts";
import { makeFolder } from "../folders.ts";
import { added, byValue, type Gaps, gapsBetween, idleHook, measureWays, type Played, rowsOf } from "../gaps.ts";
import { FILES, readAll } from "./bench-scene.ts";
import { printHookTimes } from "./hook-time.ts";
import { byTailCall, hooksOf, type Wiring } from "./live.ts";
import type { Reply } from "./model.ts";
import { logsIn, type Outcome, type Place } from "./run.ts";

const ROUNDS = 7;

/** What is installed for a call. */
const WAYS = ["no hook", "ibid", "Node hooks", "one Node hook"] as const;
type Way = (typeof WAYS)[number];

/** A session with its requests, and the size of its log when the measurement began. */
type Session = Played & { readonly log: number; readonly first: string };

/** Measures what ibid adds to the time of a call in Gemini CLI, beside Node hooks that do nothing. */
export async function bench(): Promise<void> {
	console.log(`Bun ${Bun.version}, ${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)}`);
	const executable = join(makeFolder("plugin"), "ibid");
	buildExecutable(executable);
	const last = new Map<Way, Session>();
	const gaps = await measureWays(WAYS, ROUNDS, async (way) => {
		const session = await play(wiringOf(way, executable));
		last.set(way, session);
		return session;
	});
	const megabytes = ((last.get("ibid")?.log ?? 0) / 1e6).toFixed(2);
	const about = `${FILES} files, a log of ${megabytes} MB at first, ${ROUNDS} sessions each way, turn by turn; milliseconds`;
	printGaps(`distinct files read for the first time; ${about}`, part(gaps, 0));
	printGaps(`the same files read again, to be shortened; ${about}`, part(gaps, FILES));
	printAnswers(gaps.ibid);
	printRequest(last.get("no hook")?.first ?? "", last.get("ibid")?.first ?? "");
	await printHookTimes(executable);
}

function wiringOf(way: Way, executable: string): Partial<Wiring> {
	switch (way) {
		case "no hook":
			return {};
		case "ibid":
			return byTailCall(hookCommand([executable], false), { command: executable, args: ["serve", "gemini"] });
		case "Node hooks":
			return { hooks: hooksOf(idleHook()) };
		case "one Node hook":
			return { hooks: { AfterTool: hooksOf(idleHook()).AfterTool } };
	}
}

async function play(wiring: Partial<Wiring>): Promise<Session> {
	const asked: number[] = [];
	let log = 0;
	const session = await readAll(wiring, (replies, { home }) => {
		const begin = (): void => {
			log ||= logsIn(home).reduce((size, path) => size + statSync(path).size, 0);
		};
		return replies.map((reply) => timed(reply, asked, begin));
	});
	const lines = wiring.state === undefined ? [] : recordedIn(wiring.state);
	const failure = lines.find((line) => line.kind === "failure");
	if (failure) throw new Error(`ibid has failed: ${failure.what}`);
	const answers = lines.filter((line) => line.kind === "answer");
	return { gaps: gapsBetween(asked), answers, log, first: firstRequest(session) };
}

/** A reply that records when it was requested. */
function timed({ calls = [] }: Reply, asked: number[], begin: () => void): Reply {
	return {
		text: "Here it is.",
		get calls() {
			begin();
			asked.push(performance.now());
			return calls;
		},
	};
}

/** The first request without local paths; the host also names folders after the project's, in lower case. */
function firstRequest({ requests, home, project }: Place & Outcome): string {
	const folders = new RegExp(`${basename(home)}|${basename(project)}`, "gi");
	return JSON.stringify(requests[0]).replaceAll(folders, "folder");
}

/** The first reads of every session, or the reads after them. */
function part(gaps: Record<Way, Gaps>, from: number): Record<Way, Gaps> {
	const of = ({ rounds, answers }: Gaps): Gaps => ({
		rounds: rounds.map((round) => round.slice(from, from + FILES)),
		answers,
	});
	return {
		"no hook": of(gaps["no hook"]),
		ibid: of(gaps.ibid),
		"Node hooks": of(gaps["Node hooks"]),
		"one Node hook": of(gaps["one Node hook"]),
	};
}

function printGaps(about: string, gaps: Record<Way, Gaps>): void {
	printTable("Gemini CLI 0.61.0: from one request to the next", about, rowsOf(gaps, WAYS, "no hook"));
	const more = (way: Way): number => median(added(gaps[way], gaps["no hook"]));
	const [ibid, both, one] = [more("ibid"), more("Node hooks"), more("one Node hook")];
	console.log(`\n  ibid adds ${ms(ibid)} ms, ${times(ibid, both)} of what a Node hook adds for the same two events`);
	console.log(`  less than half of that: ${ibid < both / 2 ? "met" : "not met"}`);
	console.log(`  of what a Node hook adds behind calls alone it is ${times(ibid, one)}`);
}

function printAnswers({ answers }: Gaps): void {
	const shortened = answers.filter(({ form }) => form !== "whole");
	const own = shortened.map(({ milliseconds }) => milliseconds).sort(byValue);
	console.log(`\n  ${shortened.length} of ${ROUNDS * FILES} texts that came again were shortened`);
	console.log(`  by its own clock ibid takes ${ms(median(own))} ms for them, p95 ${ms(percentile(own, 0.95))} ms`);
}

/** What ibid adds to every request: its server must run, so the model sees its tool. */
function printRequest(without: string, withIbid: string): void {
	const bytes = Buffer.byteLength(withIbid) - Buffer.byteLength(without);
	const tokens = countTokens(withIbid) - countTokens(without);
	const all = `of ${Buffer.byteLength(without).toLocaleString("en")} and ${countTokens(without).toLocaleString("en")}`;
	console.log(`  ibid's tool adds ${bytes} bytes to each request, ${tokens} tokens by o200k (${all} in the first)`);
}
