import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG, READERS } from "../../contracts/hosts.ts";
import { verifySession } from "../audit/verify.ts";
import type { Recording } from "../conversation/types.ts";
import { readTranscript } from "./files.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "samples");

const logs = readdirSync(SAMPLES, { recursive: true, encoding: "utf8" })
	.map((name) => name.replaceAll("\\", "/"))
	.filter((name) => /\.jsonl?$/.test(name))
	.sort();

function recordingOf(log: string): Recording {
	const recording = readTranscript(readFileSync(join(SAMPLES, log), "utf8"), READERS);
	if (!recording) throw new Error(`${log} is no session that is known.`);
	return recording;
}

const answersIn = ({ threads }: Recording): number =>
	threads.flatMap(({ entries }) => entries.filter((entry) => entry.kind === "result" && !entry.kept)).length;

describe.each(logs)("the sample %s", (log) => {
	const recording = recordingOf(log);

	test("is of the host whose folder it is in, and every line of it is understood", () => {
		expect([log.startsWith(`${recording.host}/`), recording.skipped]).toEqual([true, 0]);
	});

	test("knows no home but yours", () => {
		const text = readFileSync(join(SAMPLES, log), "utf8");
		const homes = text.match(/(?<![\w.])\/(?:home|Users|root|tmp)\b(?:\/\w+)?/g) ?? [];
		expect(homes.filter((home) => home !== "/home/you")).toEqual([]);
	});

	test("has results, and every text that is shortened in it can be rebuilt", () => {
		expect(answersIn(recording)).toBeGreaterThan(0);
		expect(verifySession(recording, CATALOG).failures).toEqual([]);
	});
});

/** How many results a sample has, how often its window was emptied, and how many texts are shortened at least. */
const TOLD: readonly (readonly [log: string, answers: number, resets: number, rebuilt: number])[] = [
	["claude-code/re-reads.jsonl", 20, 0, 3],
	["claude-code/sub-agent.jsonl", 3, 0, 1],
	["claude-code/compaction.jsonl", 7, 1, 3],
	["claude-code/parallel.jsonl", 6, 0, 1],
	["claude-code/resumed.jsonl", 3, 0, 1],
	["claude-code/unchanged-2.1.197.jsonl", 6, 0, 1],
	["codex/direct.jsonl", 16, 0, 4],
	["codex/code-mode.jsonl", 8, 0, 0],
	["codex/compaction.jsonl", 6, 1, 2],
	["codex/resumed.jsonl", 3, 0, 1],
];

test.each(TOLD)("%s tells of %d results and %d resets, and at least %d texts are shortened", (log, ...told) => {
	const recording = recordingOf(log);
	const [main, ...others] = recording.threads;
	const resets = main!.entries.filter(({ kind }) => kind === "reset").length;
	expect([answersIn(recording), resets, others.length]).toEqual([told[0], told[1], 0]);
	expect(main!.agent).toBeUndefined();
	expect(verifySession(recording, CATALOG).rebuilt.size).toBeGreaterThanOrEqual(told[2]);
});

test("a subagent of Claude Code has a log and a thread of its own, in the session of the one that sent it", () => {
	const folder = "claude-code/sub-agent/subagents/";
	const [log, ...others] = logs.filter((name) => name.startsWith(folder));
	const { session, threads } = recordingOf(log!);
	expect(others).toEqual([]);
	expect(threads.map(({ agent }) => `${folder}agent-${agent}.jsonl`)).toEqual([log!]);
	expect(session).toBe(recordingOf("claude-code/sub-agent.jsonl").session);
	expect(verifySession(recordingOf(log!), CATALOG).rebuilt.size).toBeGreaterThan(0);
});

test("nothing that a script of Codex has printed is shortened", () => {
	const [thread] = recordingOf("codex/code-mode.jsonl").threads;
	const calls = thread!.entries.flatMap((entry) => (entry.kind === "call" ? [entry.call.tool] : []));
	expect(calls).toEqual(Array(8).fill("exec"));
	expect(verifySession(recordingOf("codex/code-mode.jsonl"), CATALOG).rebuilt.size).toBe(0);
});
