import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const CLI = resolve("src/cli.ts");
/** Without a server of ours hooks of Gemini CLI do something only then. */
const AS_ERRORS = { IBID_GEMINI_AS_ERRORS: "on" };

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
		const log = join(home, "log.jsonl");
		write(home, "log.jsonl", "");
		write(home, "project/a.ts", "");
		const called = { tool_name: "read_file", tool_input: { file_path: "a.ts" }, cwd: join(home, "project") };
		const event = { hook_event_name: "BeforeTool", session_id: "s", transcript_path: log, ...called };
		const env = { PATH: process.env.PATH, HOME: home, IBID_STATE: join(home, "state"), ...AS_ERRORS, ...prepare(home) };
		spawnSync(process.execPath, [CLI, "hook", "gemini"], { input: JSON.stringify(event), env });
		expect(existsSync(join(home, "state/gemini-cli/calls/s"))).toBe(isOn);
		rmSync(home, { recursive: true });
	});
});

function write(home: string, path: string, text: string): Record<string, string> {
	mkdirSync(join(home, path, ".."), { recursive: true });
	writeFileSync(join(home, path), text);
	return {};
}
