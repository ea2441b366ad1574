import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { clock, median, percentile } from "../../bench/measure.ts";
import { ms, printTable } from "../../bench/table.ts";
import type { Program } from "../codex/live.ts";
import { makeFolder } from "../folders.ts";
import { byValue, idleHook } from "../gaps.ts";
import { readAll } from "./bench-scene.ts";
import { byTailCall } from "./live.ts";
import { environmentFor } from "./run.ts";

const TIMES = 30;

/** The file whose events are kept: before and after its first read, before and after its second. */
const WATCHED = "src/part-10.ts";

/** An event as the host sends it, its directory, and the log at that moment. */
type Recorded = { readonly event: string; readonly folder: string; readonly path: string; readonly log: string };

/** A program that gets an event; before the measurement ibid may have got another event. */
type Trial = { readonly program: Program; readonly told: Recorded; readonly before?: Recorded };

/** What programs are started in: their environment, and the state that each of them begins with. */
type World = { readonly home: string; readonly state: string; readonly hook: Program };

/** Prints how long each of ibid's hooks takes outside of the host, beside programs that do nothing. */
export async function printHookTimes(executable: string): Promise<void> {
	const { home, events } = await recordEvents(executable);
	const [before, behind, beforeAgain, behindAgain] = events;
	if (!before || !behind || !beforeAgain || !behindAgain) throw new Error("Gemini CLI has not told of every call.");
	const hook = { command: executable, args: ["hook", "gemini"] };
	const world = { home, state: makeFolder("state"), hook };
	const server = await startServer(executable, world, before.folder);
	const [node = "", ...args] = idleHook().split(" ");
	const measured = measure(world, {
		"a program that does nothing": { program: { command: "true", args: [] }, told: behindAgain },
		"a Node hook that does nothing": { program: { command: node, args }, told: behindAgain },
		"ibid --version": { program: { command: executable, args: ["--version"] }, told: behindAgain },
		"ibid before a call": { program: hook, told: beforeAgain },
		"ibid behind a first read": { program: hook, told: behind, before },
		"ibid behind a read again": { program: hook, told: behindAgain, before: beforeAgain },
	});
	server.kill();
	if (measured.at(-1)?.answer === "none") throw new Error("ibid has not shortened what was read again.");
	printTable(
		"Gemini CLI 0.61.0: hooks by themselves",
		`each started ${TIMES} times with an event of the host, turn by turn; a log of ${megabytes(behind)} and ${megabytes(behindAgain)} MB; milliseconds`,
		measured,
	);
}

function megabytes({ log }: Recorded): string {
	return (Buffer.byteLength(log) / 1e6).toFixed(2);
}

/** Plays a session in which ibid's server runs, but its hooks only store the events. */
async function recordEvents(executable: string): Promise<{ home: string; events: Recorded[] }> {
	const folder = makeFolder("plugin");
	const recorder = join(makeFolder("plugin"), "recorder.js");
	writeFileSync(recorder, RECORDER);
	const server = { command: executable, args: ["serve", "gemini"] };
	const { home } = await readAll(byTailCall(`node ${recorder} ${folder} ${WATCHED}`, server));
	dropHooks(join(home, ".gemini", "settings.json"));
	const files = readdirSync(folder).sort();
	return { home, events: files.map((file) => recordedIn(readFileSync(join(folder, file), "utf8"))) };
}

/** If another hook were installed, ibid would do nothing. */
function dropHooks(settings: string): void {
	const { hooks, ...others } = v.parse(v.record(v.string(), v.unknown()), JSON.parse(readFileSync(settings, "utf8")));
	writeFileSync(settings, JSON.stringify(others));
}

const RECORDER = `const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
const [folder, watched] = process.argv.slice(2);
const event = readFileSync(0, "utf8");
const { tool_input, transcript_path } = JSON.parse(event);
if (tool_input.file_path === watched) {
	const log = readFileSync(transcript_path, "utf8");
	writeFileSync(folder + "/" + readdirSync(folder).length + ".json", JSON.stringify({ event, log }));
}
process.stdout.write("{}");
`;

function recordedIn(text: string): Recorded {
	const { event, log } = v.parse(v.object({ event: v.string(), log: v.string() }), JSON.parse(text));
	const { cwd: folder, transcript_path: path } = v.parse(EventShape, JSON.parse(event));
	return { event, folder, path, log };
}

const EventShape = v.object({ cwd: v.string(), transcript_path: v.string() });

/** A server for this process, as the host would have one: hooks look for the server of the process that started them. */
async function startServer(executable: string, { home, state }: World, folder: string): Promise<ChildProcess> {
	const env = { ...environmentFor(home, ""), IBID_STATE: state };
	const server = spawn(executable, ["serve", "gemini"], { cwd: folder, env, stdio: ["pipe", "pipe", "inherit"] });
	const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
	const clientInfo = { name: "bench", version: "0" };
	const requests = [
		{ method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } },
		{ method: "tools/list" },
		{ method: "ping" },
	];
	for (const [id, request] of requests.entries()) {
		server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`);
		await lines.next();
	}
	return server;
}

/** Measures everything in turn; the first round only warms up. */
function measure(world: World, trials: Readonly<Record<string, Trial>>): Record<string, string>[] {
	const names = Object.keys(trials);
	const times = new Map<string, number[]>(names.map((name) => [name, []]));
	const said = new Map<string, string>();
	for (let round = 0; round <= TIMES; round++) {
		for (const [name, trial] of Object.entries(trials)) {
			const start = prepare(world, trial);
			const time = clock(() => said.set(name, start()));
			if (round > 0) times.get(name)!.push(time);
		}
	}
	return names.map((name) => {
		const sorted = times.get(name)!.sort(byValue);
		const answer = isReplacement(said.get(name) ?? "") ? "another text" : "none";
		return { program: name, median: ms(median(sorted)), p95: ms(percentile(sorted, 0.95)), answer };
	});
}

/** Restores log and state; returns a function that starts the program and returns its output. */
function prepare({ home, state, hook }: World, { program, told, before }: Trial): () => string {
	const own = makeFolder("state");
	cpSync(state, own, { recursive: true });
	const env = { ...environmentFor(home, ""), IBID_STATE: own };
	const start = ({ command, args }: Program, { event, folder }: Recorded): string =>
		spawnSync(command, args, { input: event, cwd: folder, env, encoding: "utf8" }).stdout;
	writeFileSync(told.path, before?.log ?? told.log);
	if (before) start(hook, before);
	writeFileSync(told.path, told.log);
	return () => start(program, told);
}

function isReplacement(answer: string): boolean {
	return answer.includes("tailToolCallRequest");
}
