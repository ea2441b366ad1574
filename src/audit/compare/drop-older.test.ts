import { expect, test } from "bun:test";
import { hostOf } from "../../../contracts/hosts.ts";
import type { Entry, RecordedResult, Usage } from "../../conversation/types.ts";
import type { HostName } from "../../lens/types.ts";
import { dropOlder } from "./drop-older.ts";

/** A reply of the model, with the figures of the request that it answers. */
const turn = (usage?: Usage): Entry[] => [{ kind: "turn", time: undefined, model: undefined, usage }];

/** A command with its output; the input has 14 characters more than the command. */
function run(id: string, command: string, length: number, ending: Partial<RecordedResult> = {}): Entry[] {
	const text = "x".repeat(length);
	return [
		{ kind: "call", call: { id, tool: "Bash", input: { command }, directory: "/home/you/project" }, version: "" },
		{ kind: "result", id, text, outcome: "done", plain: true, kept: false, time: undefined, ...ending },
	];
}

/** Saved and net at each result, every character a token; 0 where the rule says nothing. */
function follow(entries: readonly Entry[][], host: HostName = "claude-code"): unknown[] {
	const follower = dropOlder.follow(hostOf(host), (text) => text.length);
	return entries.flat().flatMap((entry) => {
		const spared = follower(entry);
		return entry.kind === "result" ? [spared ? [spared.saved, Number(spared.net.toFixed(6))] : 0] : [];
	});
}

/** Each answer dropped leaves 77 characters. */
const again = [turn(), run("1", "ls", 100), turn(), run("2", "pwd", 50), turn(), run("3", "ls", 80)];
const later = (usage?: Usage): Entry[] => [...turn(usage), ...run("4", "id", 9)];

test("an older answer is replaced by a placeholder, and the next request writes everything after it again", () => {
	// A call of 17 characters and an answer of 50 stood behind it, at 1.15 each.
	const last = [...turn(), ...run("5", "date", 9)];
	expect(follow([...again, later(), last])).toEqual([0, 0, [100, 23], [0, -77.05], 0]);
});

test("elsewhere than at Claude's a token is written for less", () => {
	expect(follow([...again, later()], "codex").at(-1)).toEqual([0, -60.3]);
});

test("a cache that was lost anyway costs nothing more", () => {
	const warm: Usage = { input: 10, cacheRead: 990, cacheWrite: 10, output: 1 };
	const cold: Usage = { input: 900, cacheRead: 100, cacheWrite: 900, output: 1 };
	const mild: Usage = { ...warm, cacheRead: 600 };
	const netWith = (usage: Usage) => follow([...again.slice(0, 4), turn(warm), run("3", "ls", 80), later(usage)]).at(-1);
	expect(netWith(cold)).toBe(0);
	expect(netWith(mild)).toEqual([0, -77.05]);
});

test("two drops in one turn make one new writing", () => {
	const cost = 1.15 * (17 + 77);
	const first = [turn(), run("1", "ls", 100), turn(), run("2", "pwd", 90), turn()];
	const one = follow([...first, run("3", "ls", 80), run("4", "pwd", 80), later()]);
	expect(one).toEqual([0, 0, [100, 23], [90, 13], [0, Number((-cost).toFixed(6))]]);
	expect(follow([...first, run("4", "pwd", 80), run("3", "ls", 80), later()]).at(-1)).toEqual(one.at(-1));
});

test.each<[what: string, entries: Entry[][]]>([
	["another call", [run("1", "ls", 100), turn(), run("2", "ls -a", 100), later()]],
	["an answer that failed", [run("1", "ls", 100, { outcome: "failed" }), turn(), run("2", "ls", 100), later()]],
	["an answer of before a reset", [run("1", "ls", 100), [{ kind: "reset" }], turn(), run("2", "ls", 100), later()]],
	["an erased answer", [run("1", "ls", 100), [{ kind: "erase", ids: ["1"] }], turn(), run("2", "ls", 100), later()]],
])("%s is not dropped", (_, entries) => {
	expect(follow(entries)).toEqual([0, 0, 0]);
});

test("a failed call drops the good answer before it, and an answer that was kept is dropped like any other", () => {
	expect(follow([run("1", "ls", 100), turn(), run("2", "ls", 9, { outcome: "failed" })])).toEqual([0, [100, 23]]);
	const kept = run("1", "ls", 100, { kept: true });
	expect(follow([run("1", "ls", 100), [{ kind: "reset" }], kept, turn(), run("2", "ls", 9)])).toEqual([
		0,
		0,
		[100, 23],
	]);
});

test("tools that write or plan are left alone", () => {
	const write = (id: string): Entry[] =>
		run(id, "ls", 100).map((entry) =>
			entry.kind === "call" ? { ...entry, call: { ...entry.call, tool: "Write" } } : entry,
		);
	expect(follow([write("1"), turn(), write("2"), later()])).toEqual([0, 0, 0]);
});

test("what the host erases leaves the cache, with everything after it", () => {
	const third = [...turn(), ...run("3", "who", 9)];
	const fourth = [...turn(), { kind: "erase", ids: ["2"] } as const, ...run("4", "ls", 80)];
	expect(follow([...again.slice(0, 4), third, fourth, later()]).at(-1)).toEqual([0, -19.55]);
});

test("kept answers report nothing; what is due is reported at the next one", () => {
	const kept = [run("2", "pwd", 50, { kept: true }), run("5", "pwd", 50, { kept: true })];
	expect(follow([...again, turn(), [{ kind: "reset" }], ...kept, later()])).toEqual([
		0,
		0,
		[100, 23],
		0,
		0,
		[0, -77.05],
	]);
});
