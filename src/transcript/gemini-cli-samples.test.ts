import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG } from "../../contracts/hosts.ts";
import { verifySession } from "../audit/verify.ts";
import type { Recording } from "../conversation/types.ts";
import { readGeminiCli } from "./gemini-cli.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "samples", "gemini-cli");

function recordingOf(log: string): Recording {
	const recording = readGeminiCli(readFileSync(join(SAMPLES, log), "utf8"));
	if (!recording) throw new Error(`${log} is no chat.`);
	return recording;
}

/** What happened in a sample: a letter for each turn, result, reset and erasure. */
const TOLD: readonly (readonly [log: string, told: string])[] = [
	["sub-agent.jsonl", "T R T R T R T"],
	["sub-agent/agent-1.jsonl", "T R T R R T R"],
	["resumed.jsonl", "T R T R T T R T R T R T"],
	["masking.jsonl", "T R T R T R T R T R E E T R E E T"],
	["compression.jsonl", "T R R T R T X T R T R R T"],
	["rewind.jsonl", "T R T T R R T E T R R T"],
];

test.each(TOLD)("%s tells of %s", (log, told) => {
	const letters = {
		turn: "T",
		result: "R",
		reset: "X",
		erase: "E",
		call: "",
		hidden: "A",
		shown: "",
		asked: "",
		prompt: "",
	} as const;
	const entries = recordingOf(log).threads[0]!.entries.map(({ kind }) => letters[kind]);
	expect(entries.filter((letter) => letter !== "").join(" ")).toBe(told);
});

test("files read again are shortened, whole or in part, after an edit, in a resumed session and after a rewind", () => {
	const rebuilt = (log: string): number => verifySession(recordingOf(log), CATALOG).rebuilt.size;
	expect(rebuilt("re-reads.jsonl")).toBeGreaterThanOrEqual(3);
	expect(rebuilt("resumed.jsonl")).toBeGreaterThanOrEqual(2);
	expect(rebuilt("rewind.jsonl")).toBeGreaterThanOrEqual(1);
});

test("a subagent has a thread of its own", () => {
	const [thread, ...others] = recordingOf("sub-agent/agent-1.jsonl").threads;
	expect(others).toEqual([]);
	expect(thread?.agent).toBe(recordingOf("sub-agent/agent-1.jsonl").session);
	expect(recordingOf("sub-agent.jsonl").threads[0]?.agent).toBeUndefined();
});
