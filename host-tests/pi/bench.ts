import { spawnSync } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { median } from "../../bench/measure.ts";
import { ms, printTable, type Row } from "../../bench/table.ts";
import type { AnswerLine } from "../../src/store/record-lines.ts";
import { makeFolder } from "../folders.ts";
import type { Request } from "../opencode/model.ts";
import { KEPT, STEPS } from "./bench-scene.ts";
import { buildExtension, closeStage, makePlace, recordOf } from "./compare.ts";
import { startPi, type Version } from "./run.ts";
import { play } from "./scenes.ts";

const VERSIONS: readonly Version[] = ["1.5.0", "0.73.1"];
const ROUNDS = 5;

/** By how much less there must be. */
const LESS = { results: 0.58, requests: 0.35 };

/** Prints what a session of pi costs without ibid and with it, in one run, and how long ibid takes. */
export async function bench(): Promise<void> {
	for (const version of VERSIONS) {
		const [plain, live] = await Promise.all([laneOf(version, []), laneOf(version, [await buildExtension()])]);
		printLanes(version, plain, live);
		printAskedAgain(version, live);
		printAfterCompaction(version, plain, live);
		if (live.results > plain.results * (1 - LESS.results)) throw new Error(`Results are too long in pi ${version}.`);
		if (live.requests > plain.requests * (1 - LESS.requests))
			throw new Error(`Requests are too long in pi ${version}.`);
	}
	await printTimes();
}

/** What a session costs, in bytes, and what ibid has recorded of it. */
type Lane = {
	readonly count: number;
	/** Every result once, as it came. */
	readonly results: number;
	/** All requests. */
	readonly requests: number;
	readonly last: number;
	readonly afterCompaction: Request;
	readonly record: readonly AnswerLine[];
};

async function laneOf(version: Version, extensions: readonly string[]): Promise<Lane> {
	const settings = { compaction: { enabled: false, keepRecentTokens: KEPT } };
	const place = { ...makePlace(version, extensions), settings };
	const stage = { place, pi: await startPi(place), hasIbid: extensions.length > 0 };
	const { requests, sessions } = await play(stage, STEPS);
	await closeStage(stage);
	const lines = sessions.flatMap(({ id }) => recordOf(place, id));
	return {
		count: requests.length,
		results: sum([...firstTexts(requests).values()].map((text) => Buffer.byteLength(text))),
		requests: sum(requests.map(bytesOf)),
		last: bytesOf(requests.at(-1)!),
		afterCompaction: requests.find((request) => JSON.stringify(request.messages).includes("<summary>"))!,
		record: lines.flatMap((line) => (line.kind === "answer" ? [line] : [])),
	};
}

/** The text of each result in the first request that has it. */
function firstTexts(requests: readonly Request[]): Map<string, string> {
	const texts = new Map<string, string>();
	for (const { messages } of requests)
		for (const { role, content, tool_call_id: id = "" } of messages)
			if (role === "tool" && typeof content === "string" && !texts.has(id)) texts.set(id, content);
	return texts;
}

function bytesOf(request: Request): number {
	return Buffer.byteLength(JSON.stringify(request));
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

function printLanes(version: Version, plain: Lane, live: Lane): void {
	const cells = (lane: Lane): Row => ({
		requests: String(lane.count),
		"tool results": lane.results.toLocaleString("en"),
		"all requests": lane.requests.toLocaleString("en"),
		"last request": lane.last.toLocaleString("en"),
		"first after compaction": bytesOf(lane.afterCompaction).toLocaleString("en"),
	});
	const less = (of: (lane: Lane) => number): string => `${((of(live) / of(plain) - 1) * 100).toFixed(1)}%`;
	printTable(`Twelve prompts, re-reads and a compaction, in pi ${version}`, "bytes", [
		{ session: "pi alone", ...cells(plain) },
		{ session: "with ibid", ...cells(live) },
		{
			session: "less",
			requests: "",
			"tool results": less(({ results }) => results),
			"all requests": less(({ requests }) => requests),
			"last request": less(({ last }) => last),
			"first after compaction": less(({ afterCompaction }) => bytesOf(afterCompaction)),
		},
	]);
}

function printAskedAgain(version: Version, { record }: Lane): void {
	const rows = record
		.filter(({ reason }) => reason === "asked again")
		.map(({ tool, subject, before }) => ({ call: `${tool} ${subject}`, tokens: String(before) }));
	const about = `came whole, of ${record.length} answers; they are in the figures above`;
	printTable(`What the model asked for again in pi ${version}`, about, rows.length > 0 ? rows : [{ call: "nothing" }]);
}

function printAfterCompaction(version: Version, plain: Lane, live: Lane): void {
	const rows = live.afterCompaction.messages.map((message, index) => ({
		message: message.role,
		alone: String(Buffer.byteLength(JSON.stringify(plain.afterCompaction.messages[index]))),
		"with ibid": String(Buffer.byteLength(JSON.stringify(message))),
		begins: JSON.stringify(message.content).slice(0, 80),
	}));
	printTable(`The first request after the compaction in pi ${version}`, "bytes of each message", rows);
}

/** A program of its own measures the extension, so that nothing is warm. */
async function printTimes(): Promise<void> {
	const folder = makeFolder("plugin");
	await Bun.build({ entrypoints: [PROGRAM], outdir: folder, target: "node" });
	const engines = { Bun: [process.execPath, PROGRAM], Node: ["node", join(folder, "transform-time.js")] } as const;
	const rows = Object.entries(engines).map(([engine, [program, file]]) => {
		const rounds = Array.from({ length: ROUNDS }, () => timesOf(program, file));
		const middle = (times: readonly number[]): string => ms(median(times.toSorted((a, b) => a - b)));
		const [first, next] = [rounds.map((round) => round.first), rounds.flatMap((round) => round.next)];
		return { engine, "first request": middle(first), "every other": middle(next) };
	});
	const about = `milliseconds, medians of ${ROUNDS} programs; load of the machine: ${loadavg()[0]?.toFixed(1)}`;
	printTable("The extension's time per request, in a session of 1,000 messages and 200,000 tokens", about, rows);
}

const PROGRAM = join(import.meta.dirname, "transform-time.ts");
const TimesShape = v.object({ first: v.number(), next: v.array(v.number()) });

function timesOf(program: string, file: string): v.InferOutput<typeof TimesShape> {
	const { stdout, stderr } = spawnSync(program, [file], { encoding: "utf8" });
	if (stdout === "") throw new Error(`${file}: ${stderr}`);
	return v.parse(TimesShape, JSON.parse(stdout));
}

if (import.meta.main) await bench();
