import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const CLI = resolve("src/cli.ts");

/** What a hook says to something on its standard input. */
function hook(input: string, ...args: readonly string[]): { code: number | null; said: string; complaint: string } {
	const env = { ...process.env, IBID_STATE: join(tmpdir(), "ibid-hooks-that-write-nothing") };
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
