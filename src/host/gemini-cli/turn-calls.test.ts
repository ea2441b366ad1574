import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolCall } from "../../lens/types.ts";
import { callKey, type Doing, forgetOldTurns, openTurnCalls } from "./turn-calls.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-turns-"));
afterAll(() => rmSync(base, { recursive: true }));

const callOf = (tool: string, input: ToolCall["input"] = {}): ToolCall => ({ id: "now", tool, input, directory: "/" });
const newFolder = (): string => join(mkdtempSync(join(base, "calls-")), "s1");
const never = (): boolean => false;

describe("a call of the turn at hand", () => {
	test.each<[string, Doing]>([
		["read_file", "looking"],
		["grep_search", "looking"],
		["web_fetch", "looking"],
		["run_shell_command", "commanding"],
		["replace", "changing"],
		["write_file", "changing"],
		["mcp_files_put", "changing"],
		["invoke_agent", "delegating"],
		["codebase_investigator", "delegating"],
	])("of %s is one that is %s", (tool, doing) => {
		const calls = openTurnCalls(newFolder());
		calls.begin(callOf(tool), 100);
		expect(calls.now(never)).toMatchObject([{ doing, name: callKey(callOf(tool)), size: 100 }]);
	});

	test("that runs a command is noted with it, and no other with what it asks", () => {
		const folder = newFolder();
		const calls = openTurnCalls(folder);
		calls.begin(callOf("run_shell_command", { command: "ls" }), 100);
		expect(calls.now(never).map(({ input }) => input())).toEqual([{ command: "ls" }]);
		calls.begin(callOf("write_file", { content: "a secret" }), 100);
		const texts = readdirSync(folder).map((file) => Bun.file(join(folder, file)).size);
		expect(texts.sort()).toEqual([0, '{"command":"ls"}'.length]);
	});

	test("is forgotten once its turn is over, and only then", () => {
		const folder = newFolder();
		const calls = openTurnCalls(folder);
		for (const size of [100, 200, 300]) calls.begin(callOf("read_file"), size);
		const now = calls.now((size) => size < 300);
		expect(now.map(({ size }) => size)).toEqual([300]);
		expect(readdirSync(folder)).toHaveLength(1);
	});

	test("of an agent is one that has changed something once it has ended; others stay what they are", () => {
		const calls = openTurnCalls(newFolder());
		const [agent, other] = [callOf("invoke_agent", { prompt: "a" }), callOf("invoke_agent", { prompt: "b" })];
		for (const call of [agent, other, callOf("read_file")]) calls.begin(call, 100);
		calls.end(agent);
		calls.end(callOf("read_file"));
		const doing = new Map(calls.now(never).map((noted) => [noted.name, noted.doing]));
		const names = [agent, other, callOf("read_file")].map(callKey);
		expect(names.map((name) => doing.get(name))).toEqual(["changing", "delegating", "looking"]);
	});

	test("is known by its tool and by what it asks", () => {
		const names = [
			callOf("read_file", { file_path: "a" }),
			callOf("read_file", { file_path: "b" }),
			callOf("write_file", { file_path: "a" }),
			callOf("read_file", { file_path: "a", start_line: 1 }),
		].map(callKey);
		expect(new Set(names).size).toBe(4);
		expect(callKey(callOf("read_file", { file_path: "a" }))).toBe(names[0]!);
		for (const name of names) expect(name).toMatch(/^[\w-]+$/);
	});
});

describe("sessions in which nothing happens any more", () => {
	test("are forgotten after a day", () => {
		const folders = mkdtempSync(join(base, "folders-"));
		const now = Date.parse("2026-01-03T00:00:00Z");
		for (const [name, hours] of [["old", 25] as const, ["young", 23] as const]) {
			mkdirSync(join(folders, name));
			utimesSync(join(folders, name), now / 1000 - hours * 3600, now / 1000 - hours * 3600);
		}
		forgetOldTurns(folders, now);
		expect(readdirSync(folders)).toEqual(["young"]);
	});

	test("need not be there", () => {
		const folder = join(base, "nowhere");
		forgetOldTurns(folder, 0);
		expect(existsSync(folder)).toBe(false);
	});
});
