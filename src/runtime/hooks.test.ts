import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hashesOfNote } from "../store/answer-line.ts";

const CLI = resolve("src/cli.ts");
const NOTE = "[ibid] lines 3-30 as last shown by Read";

/** What a hook says to something on its standard input. */
function hook(input: string, ...args: readonly string[]): { code: number | null; said: string; complaint: string } {
	const nowhere = join(tmpdir(), "ibid-hooks-that-write-nothing");
	const env = { ...process.env, HOME: nowhere, IBID_STATE: nowhere };
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "hook", ...args], { input, env });
	return { code: status, said: String(stdout), complaint: String(stderr) };
}

describe("a hook", () => {
	test.each(["claude-code", "claude", "codex", "gemini-cli", "gemini"])(
		"of %s says nothing to what it does not know",
		(host) => {
			for (const input of ["", "nonsense", "[]", '{"hook_event_name":"Elsewhere"}'])
				expect(hook(input, host)).toEqual({ code: 0, said: "{}", complaint: "" });
		},
	);

	test.each([[["nowhere"]], [[]], [["gemini", "--no-such-option"]]])(
		"that is called by mistake with %j ends with a code that forbids nothing",
		(args) => {
			const { code, said, complaint } = hook("{}", ...args);
			expect([code, said]).toEqual([1, ""]);
			expect(complaint).toMatch(/^ibid: .+\n$/);
		},
	);
});

describe("a hook does nothing if it is switched off:", () => {
	test.each<[string, boolean, (home: string) => Record<string, string>]>([
		["not at all", true, () => ({})],
		["by a variable", false, () => ({ IBID: "off" })],
		["by the user's file", false, (home) => write(home, ".config/ibid/config.jsonc", '{ "enabled": false }')],
		[
			"for this host only",
			false,
			(home) => write(home, ".config/ibid/config.jsonc", '{ "hosts": { "gemini-cli": false } }'),
		],
		["for another host only", true, (home) => write(home, ".config/ibid/config.jsonc", '{ "hosts": { "pi": false } }')],
		["in this project", false, (home) => write(home, "project/.ibid.jsonc", '{ "enabled": false }')],
		["in another project", true, (home) => write(home, "other/.ibid.jsonc", '{ "enabled": false }')],
	])("%s", (_, isOn, prepare) => {
		const home = mkdtempSync(join(tmpdir(), "ibid-home-"));
		write(home, "project/a.ts", "");
		noteSent(home, "gemini-cli", NOTE);
		const called = { tool_name: "write_file", tool_input: { file_path: "a.ts", content: NOTE } };
		const event = { hook_event_name: "BeforeTool", session_id: "s", cwd: join(home, "project"), ...called };
		const env = { PATH: process.env.PATH, HOME: home, IBID_STATE: join(home, "state"), ...prepare(home) };
		const { stdout } = spawnSync(process.execPath, [CLI, "hook", "gemini"], { input: JSON.stringify(event), env });
		expect(String(stdout).includes("Nothing was written")).toBe(isOn);
		rmSync(home, { recursive: true });
	});
});

/** Events of each host: before a call that writes a text into a file, and after the same file was shown a second time. */
const EVENTS = [
	{
		host: "claude-code",
		before: (text: string) => ({
			hook_event_name: "PreToolUse",
			...{ tool_use_id: "1", tool_name: "Write", tool_input: { file_path: "/w/a.ts", content: text } },
		}),
		after: {
			hook_event_name: "PostToolUse",
			...{ tool_use_id: "2", tool_name: "Bash", tool_input: { command: "cat a.ts" }, tool_response: { stdout: "a" } },
		},
	},
	{
		host: "codex",
		before: (text: string) => ({
			hook_event_name: "PreToolUse",
			...{ turn_id: "1", tool_use_id: "1", tool_name: "Bash", tool_input: { command: `cat >a.ts <<E\n${text}\nE` } },
		}),
		after: {
			hook_event_name: "PostToolUse",
			...{ turn_id: "1", tool_use_id: "2", tool_name: "Bash", tool_input: { command: "cat a.ts" }, tool_response: "a" },
		},
	},
	{
		host: "gemini-cli",
		before: (text: string) => ({
			hook_event_name: "BeforeTool",
			...{ tool_name: "write_file", tool_input: { file_path: "/w/a.ts", content: text } },
		}),
		after: {
			hook_event_name: "AfterTool",
			...{ tool_name: "read_file", tool_input: { file_path: "a.ts" }, tool_response: { llmContent: "a" } },
		},
	},
];

describe.each(EVENTS)("under ibid run a hook of $host", ({ host, before, after }) => {
	/** What a hook says under `ibid run`, and how many files are in the folder of state afterwards. */
	function ask(event: object, notes: readonly string[] = []): { said: string; files: number } {
		const home = mkdtempSync(join(tmpdir(), "ibid-home-"));
		const state = join(home, "state");
		if (notes.length > 0) noteSent(home, host, ...notes);
		write(home, "log.jsonl", "");
		const place = { session_id: "s", transcript_path: join(home, "log.jsonl"), cwd: home };
		const env = { PATH: process.env.PATH, HOME: home, IBID_STATE: state, IBID_RUN: "1" };
		const input = JSON.stringify({ ...event, ...place });
		const { stdout } = spawnSync(process.execPath, [CLI, "hook", host], { input, env });
		const files = existsSync(state) ? readdirSync(state, { recursive: true, withFileTypes: true }) : [];
		rmSync(home, { recursive: true });
		return { said: String(stdout), files: files.filter((entry) => entry.isFile()).length };
	}

	test("says nothing to results and to calls that write no note, and leaves no file", () => {
		for (const event of [after, before("one line")]) expect(ask(event)).toEqual({ said: "{}", files: 0 });
	});

	test("still refuses a write with a note that ibid run has sent", () => {
		const { said, files } = ask(before(NOTE), [NOTE]);
		expect(said).toContain("Nothing was written");
		// The refusal is on record.
		expect(files).toBe(2);
		expect(ask(before(NOTE)).said).toBe("{}");
	});
});

/** Records that notes were sent in the session "s". */
function noteSent(home: string, host: string, ...notes: readonly string[]): void {
	const line = { kind: "notes", schema: 1, time: 1, host, session: "s", noteHashes: notes.flatMap(hashesOfNote) };
	write(home, "state/answers/s.run.jsonl", `${JSON.stringify(line)}\n`);
}

function write(home: string, path: string, text: string): Record<string, string> {
	mkdirSync(join(home, path, ".."), { recursive: true });
	writeFileSync(join(home, path), text);
	return {};
}
