import { expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { basename, join, relative } from "node:path";
import { type Fault, type FaultyUpstream, startFaultyUpstream } from "./faulty-upstream.ts";
import { makeFolder } from "./folders.ts";
import { makeProject } from "./project.ts";
import type { ScriptedModel } from "./scripted-model.ts";
import { type Started, underRun } from "./under-run.ts";

/** A host that must behave under `ibid run` as it does without. */
export type HostUnderRun = {
	/** A model that asks for one tool call and then says "All is done." */
	readonly model: () => ScriptedModel;
	/** Prepares a new home and says how to start the host there with one prompt, without a terminal, for this API. */
	readonly start: (api: string, place: RunPlace) => Started & { readonly environment: Record<string, string> };
	/** Options of `ibid run`. */
	readonly options?: readonly string[];
	/** Files that come and go: whether they are still there at the end is chance. */
	readonly passing?: RegExp;
};

/** The folders of one run. */
export type RunPlace = { readonly home: string; readonly project: string };

const TIME = 120_000;

/** A host that goes on trying for longer, from its first request on, is not waited for. */
const PATIENCE = 25_000;

/** On a busy machine some hosts need long until they ask anything. */
const LONGEST_START = 60_000;

/** Plays what can happen to a host with `ibid run` and without, and expects the same. */
export function testUnderRun(host: HostUnderRun): void {
	test.each(Object.entries(FAULTS))(
		"goes on, or ends, under ibid run as it does without: %s",
		async (_, faultOf) => {
			const { plain, run } = await bothWays(async (way) => {
				const played = await play(host, way, faultOf);
				const code = await played.code;
				return { code, replies: played.upstream.replies(), isDone: played.output().includes("All is done.") };
			});
			expect(run).toEqual(plain);
		},
		TIME,
	);

	test.each(["SIGTERM", "SIGINT"] as const)(
		"ends under ibid run as it does without: a %s while the model thinks",
		async (signal) => {
			const { plain, run } = await bothWays(async (way) => {
				const played = await play(host, way, secondReply({ kind: "silent" }));
				await played.upstream.waiting;
				played.child.kill(signal);
				const code = await played.code;
				await played.upstream.left;
				return code;
			});
			expect(run).toBe(plain);
		},
		TIME,
	);

	test(
		"sees a dead network if ibid is killed",
		async () => {
			const { plain, run } = await bothWays(async (way) => {
				const played = await play(host, way, secondReply({ kind: "silent" }));
				await played.upstream.waiting;
				if (way === "run") played.child.kill("SIGKILL");
				else await played.upstream.die();
				return await played.ended();
			});
			expect(run).toBe(plain);
		},
		TIME,
	);

	test(
		"leaves in its home what the host itself leaves, and changes no file of the user",
		async () => {
			const { plain, run } = await bothWays(async (way) => {
				const played = await play(host, way, () => undefined);
				expect(await played.code).toBe(0);
				expect(played.output()).toContain("All is done.");
				const paths = namesUnder(played.folder).filter((path) => !host.passing?.test(path));
				return { paths, changed: played.changed() };
			});
			expect(run).toEqual(plain);
		},
		TIME,
	);
}

function secondReply(fault: Fault): (reply: number) => Fault | undefined {
	return (reply) => (reply === 2 ? fault : undefined);
}

const FAULTS: Readonly<Record<string, (reply: number) => Fault | undefined>> = {
	"every reply is refused": () => ({ kind: "status", status: 400 }),
	"a reply comes too early": secondReply({ kind: "status", status: 429, fields: ["Retry-After: 1"] }),
	"the API is overloaded": secondReply({ kind: "status", status: 529 }),
	"a connection breaks before the reply": secondReply({ kind: "dropped" }),
	"a connection breaks within the reply": secondReply({ kind: "cut" }),
};

type Way = "plain" | "run";

async function bothWays<T>(scene: (way: Way) => Promise<T>): Promise<Record<Way, T>> {
	const [plain, run] = await Promise.all([scene("plain"), scene("run")]);
	return { plain, run };
}

type Played = {
	readonly upstream: FaultyUpstream;
	readonly child: ChildProcess;
	/** The exit code that a shell would see; nothing if the host has to be stopped. */
	readonly code: Promise<number | undefined>;
	/** The same of the host itself, even if what started it is gone. */
	readonly ended: () => Promise<number | undefined>;
	readonly output: () => string;
	/** Home and temporary files. */
	readonly folder: string;
	/** The user's files that are not as they were. */
	readonly changed: () => string[];
};

async function play(host: HostUnderRun, way: Way, faultOf: (reply: number) => Fault | undefined): Promise<Played> {
	const model = host.model();
	const upstream = await startFaultyUpstream(model.url, faultOf);
	const [folder, state, project] = [makeFolder("home"), makeFolder("state"), makeProject()];
	const [home, temporary] = ["home", "tmp"].map((name) => join(folder, name)) as [string, string];
	for (const made of [home, temporary]) mkdirSync(made);
	const { program, args, environment } = host.start(upstream.url, { home, project });
	const before = filesUnder(home);
	const { wrapped, ended } = telling(program, state);
	const start = { program: wrapped, args };
	const { program: first, args: all } = way === "run" ? underRun(start, host.options) : start;
	const ibid = { IBID_STATE: join(state, "ibid"), BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
	const env = { ...environment, TMPDIR: temporary, ...ibid };
	const child = spawn(first, all, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
	let output = "";
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	const code = endOf(child, upstream.asked);
	code.finally(() => model.close());
	const changed = (): string[] => {
		const now = filesUnder(home);
		return [...before].flatMap(([path, text]) => (now.get(path) === text ? [] : [relative(home, path)]));
	};
	return { upstream, child, code, ended, output: () => output, folder, changed };
}

/** Its exit code, or undefined if it had to be stopped. */
function endOf(child: ChildProcess, asked: Promise<void>): Promise<number | undefined> {
	let [isOver, isStopped] = [false, false];
	const stop = (): void => {
		isStopped = true;
		if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
	};
	let timer = setTimeout(stop, LONGEST_START);
	asked.then(() => {
		clearTimeout(timer);
		if (!isOver) timer = setTimeout(stop, PATIENCE);
	});
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", (code, signal) => {
			isOver = true;
			clearTimeout(timer);
			resolve(isStopped ? undefined : (code ?? 128 + (signal ? constants.signals[signal] : 0)));
		});
	});
}

/** A program of the same name that starts the host and notes how it ended. It hands on the signals that it gets. */
function telling(program: string, folder: string): { wrapped: string; ended: () => Promise<number | undefined> } {
	const [wrapped, file] = [join(folder, basename(program)), join(folder, "ended")];
	const lines = [
		"#!/bin/bash",
		// ibid may have asked the host something first.
		`rm -f "${file}"`,
		`"${program}" "$@" <&0 &`,
		"child=$!",
		...["TERM", "INT"].map((name) => `trap 'kill -${name} $child' ${name}`),
		"wait $child; code=$?",
		// A trap interrupts the first wait.
		"while kill -0 $child 2>/dev/null; do wait $child; code=$?; done",
		`echo $code > "${file}"`,
		"exit $code",
	];
	writeFileSync(wrapped, `${lines.join("\n")}\n`);
	chmodSync(wrapped, 0o755);
	const ended = async (): Promise<number | undefined> => {
		for (let rounds = 0; rounds < PATIENCE / 100 && !existsSync(file); rounds++) await Bun.sleep(100);
		return existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
	};
	return { wrapped, ended };
}

function filesUnder(folder: string): Map<string, string> {
	const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	return new Map(
		all.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "latin1")]),
	);
}

/** The ends of names of temporary folders. */
const MADE_UP = /-[0-9a-zA-Z]{6}\b/g;
const NUMBERED = /[0-9a-zA-Z_-]*\d[0-9a-zA-Z_-]*/g;
/** What SQLite keeps beside an open database. */
const BESIDE_DATABASE = /-(?:wal|shm)$/;

/** The names of all files, without what differs from run to run. */
function namesUnder(folder: string): string[] {
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	const alike = (name: string): string =>
		name.replace(BESIDE_DATABASE, "").replace(MADE_UP, "-#").replace(NUMBERED, "#");
	return [...new Set(names.map(alike))].sort();
}
