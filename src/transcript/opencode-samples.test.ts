import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CATALOG } from "../../contracts/hosts.ts";
import { verifySession } from "../audit/verify.ts";
import type { Recording } from "../conversation/types.ts";
import { readOpenCode } from "./opencode.ts";
import { readOpenCodeDatabase } from "./opencode-database.ts";

const SAMPLES = join(import.meta.dirname, "..", "..", "samples", "opencode");

const exports = readdirSync(SAMPLES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));

function recordingOf(name: string): Recording {
	const recording = readOpenCode(readFileSync(join(SAMPLES, name), "utf8"));
	if (!recording) throw new Error(`${name} is no session.`);
	return recording;
}

const bySession = (recordings: readonly (Recording | undefined)[]): (Recording | undefined)[] =>
	recordings.toSorted((a, b) => ((a?.session ?? "") < (b?.session ?? "") ? -1 : 1));

test("the database tells what the exports of its sessions tell", () => {
	const stored = [...readOpenCodeDatabase(join(SAMPLES, "opencode.db"))];
	expect(stored.length).toBe(7);
	expect(bySession(stored)).toEqual(bySession(exports.map(recordingOf)));
});

/** What happened in a sample: a letter for each turn, result, kept result, reset and attached file. */
const TOLD: readonly (readonly [name: string, told: string])[] = [
	["re-reads.json", "T R R T R T R T R T R T R T R T R T R T R T R T R R T T R T R T R T R T R R T A T R T"],
	["sub-agent.json", "T R T R T R T"],
	["sub-agent/agent-1.json", "T R T R R T R T"],
	["compaction.json", "T R T R T T X T R T R T R T"],
	["compaction-with-tail.json", "T R T T R T T R T T X t K t t K t T R T R R T"],
	["reverted.json", "T R T"],
	["reverted-and-on.json", "T R T T R R T"],
];

test.each(TOLD)("%s tells of %s", (name, told) => {
	const silent = { call: "", shown: "", asked: "", prompt: "" };
	const letters = { turn: "T", reset: "X", erase: "E", hidden: "A", ...silent } as const;
	const entries = recordingOf(name).threads[0]!.entries.map((entry) =>
		entry.kind === "result" ? (entry.kept ? "K" : "R") : "kept" in entry ? "t" : letters[entry.kind],
	);
	expect(entries.filter((letter) => letter !== "").join(" ")).toBe(told);
});

test("files read again are shortened: after an edit, by a subagent, and where a compaction has kept them", () => {
	const rebuilt = (name: string): number => verifySession(recordingOf(name), CATALOG).rebuilt.size;
	expect(rebuilt("re-reads.json")).toBeGreaterThanOrEqual(4);
	expect(rebuilt("sub-agent/agent-1.json")).toBeGreaterThanOrEqual(1);
	expect(rebuilt("compaction-with-tail.json")).toBeGreaterThanOrEqual(2);
});

test("a subagent has a session and a thread of its own", () => {
	const { session, threads } = recordingOf("sub-agent/agent-1.json");
	expect(threads.map(({ agent }) => agent)).toEqual([session]);
	expect(recordingOf("sub-agent.json").threads.map(({ agent }) => agent)).toEqual([undefined]);
});
