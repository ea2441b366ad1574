import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { everyLine } from "../../store/every-line.ts";
import { answersIn } from "../../store/record.ts";
import { type BegunHooks, openBegunHooks } from "./begun.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-begun-"));
afterAll(() => rmSync(base, { recursive: true }));

let state = "";
beforeEach(() => {
	state = mkdtempSync(join(base, "state-"));
});

const folder = (): string => join(state, "gemini-cli", "begun");
const recorded = (): unknown[] => [...everyLine(state)];
const left = (): string[] => (existsSync(folder()) ? readdirSync(folder()) : []);

/** The hooks as a process sees them at a time, in which only these processes live. */
function hooksAt(now: number, ...alive: readonly number[]): BegunHooks {
	const isAlive = (id: number): boolean => alive.includes(id);
	return openBegunHooks({ folder: folder(), answers: answersIn(state), now: () => now, isAlive });
}

describe("a hook that has begun", () => {
	const LINE = { kind: "failure", schema: 1, time: 7, host: "gemini-cli", session: "s-1", what: "out of time: " };

	test("leaves nothing when it has ended", () => {
		hooksAt(7).begin("s-1").end();
		hooksAt(8).settle();
		expect([left(), recorded()]).toEqual([[], []]);
	});

	test("leaves no text while it runs, and is not reported", () => {
		hooksAt(7).begin("s-1");
		hooksAt(60_007, process.pid).settle();
		expect(left()).toEqual([`s-1.${process.pid}.7.-.jsonl`]);
		expect(readFileSync(join(folder(), left()[0]!), "utf8")).toBe("");
		expect(recorded()).toEqual([]);
	});

	test.each([
		["its process is gone", 8, []],
		["another process has its number, long after", 60_008, [process.pid]],
		["another process has its number, and the clock was wrong", -60_000, [process.pid]],
	])("is recorded as one that was stopped, once, if %s", (_, now, alive) => {
		hooksAt(7).begin("s-1");
		for (let time = 0; time < 3; time++) hooksAt(now, ...alive).settle();
		expect([left(), recorded()]).toEqual([[], [LINE]]);
	});

	test("is recorded once even if the recording process is stopped before the file is moved", () => {
		hooksAt(7).begin("s-1");
		writeFileSync(join(folder(), left()[0]!), `${JSON.stringify(LINE)}\n`);
		hooksAt(8).settle();
		expect([left(), recorded()]).toEqual([[], [LINE]]);
	});

	test("is recorded with the call to which it had an answer", () => {
		const hook = hooksAt(7).begin("s-1");
		hook.answers("call-1");
		expect(left()).toHaveLength(1);
		hooksAt(8).settle();
		expect([left(), recorded()]).toEqual([[], [{ ...LINE, what: "out of time: call-1" }]]);
		const ended = hooksAt(9).begin("s-1");
		ended.answers("call-2");
		ended.end();
		expect(left()).toEqual([]);
	});

	test("takes nothing back that was recorded meanwhile", () => {
		const hook = hooksAt(7).begin("s-1");
		hooksAt(8).settle();
		hook.answers("call-1");
		hook.end();
		expect(recorded()).toEqual([LINE]);
	});

	test("answers even if nothing can be written", () => {
		mkdirSync(join(state, "gemini-cli"));
		writeFileSync(folder(), "");
		expect(() => hooksAt(7).begin("s-1").end()).not.toThrow();
		expect(() => hooksAt(8).settle()).not.toThrow();
	});

	test("is noted beside files of others, which are left alone", () => {
		mkdirSync(folder(), { recursive: true });
		writeFileSync(join(folder(), "notes.txt"), "mine");
		hooksAt(8).settle();
		expect([left(), recorded()]).toEqual([["notes.txt"], []]);
	});
});

describe("the program that answers hooks", () => {
	const cli = resolve("src/cli.ts");
	const environment = () => ({ PATH: process.env.PATH, HOME: base, IBID_STATE: state, IBID_GEMINI_AS_ERRORS: "on" });

	/** Tells it of a read whose log is a pipe that never says anything. */
	function startHook(): ChildProcess {
		const log = join(state, "log.jsonl");
		if (!existsSync(log)) spawnSync("mkfifo", [log]);
		const call = { tool_name: "read_file", tool_input: { file_path: "a.ts" } };
		const response = {
			llmContent: Array.from({ length: 200 }, (_, at) => `export const line${at} = ${at};`).join("\n"),
		};
		const event = { hook_event_name: "AfterTool", session_id: "s1", transcript_path: log, cwd: base, ...call };
		const child = spawn(process.execPath, [cli, "hook", "gemini"], {
			env: environment(),
			stdio: ["pipe", "pipe", "ignore"],
		});
		child.stdin?.on("error", () => {});
		child.stdin?.end(JSON.stringify({ ...event, tool_response: response }));
		return child;
	}

	function reported(): { failures: number; outOfTime: number } | undefined {
		const args = [cli, "report", "--json"];
		return JSON.parse(spawnSync(process.execPath, args, { env: environment(), encoding: "utf8" }).stdout).all;
	}

	test.each(["SIGTERM", "SIGKILL"] as const)(
		"is reported if the host ends it with %s while it works",
		async (signal) => {
			const child = startHook();
			while (left().length === 0) await Bun.sleep(5);
			child.kill(signal);
			await once(child, "exit");
			expect(left()).toHaveLength(1);
			expect(reported()).toMatchObject({ failures: 1, outOfTime: 1 });
			expect(reported()).toMatchObject({ failures: 1, outOfTime: 1 });
			expect(left()).toEqual([]);
		},
	);

	test("leaves a whole trace or none, whenever it is ended", async () => {
		const moments = Array.from({ length: 12 }, () => Math.random() * 250);
		const ends = moments.map(async (moment) => {
			const child = startHook();
			await Bun.sleep(moment);
			child.kill("SIGKILL");
			await once(child, "exit");
		});
		await Promise.all(ends);
		// A hook that began later may have written down an earlier one already.
		const ended = left().length + recorded().length;
		expect(reported()?.outOfTime ?? 0).toBe(ended);
		expect([left(), recorded().length]).toEqual([[], ended]);
	});
});
