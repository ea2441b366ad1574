import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hookCommand } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-command-"));
afterAll(() => rmSync(base, { recursive: true }));

/** What a shell says to a hook's command, as the host starts it. */
function said(launcher: readonly string[]): { code: number | null; output: string } {
	const { status, stdout, stderr } = spawnSync("bash", ["-c", hookCommand(launcher, false)], { input: "{}" });
	return { code: status, output: `${stdout}${stderr}` };
}

describe("the command of a hook", () => {
	const folder = join(base, `it's "a" $HOME; folder`);
	const [program, script] = [join(folder, "ibid"), join(folder, "cli.js")];
	beforeAll(() => {
		mkdirSync(folder);
		writeFileSync(program, `#!/bin/sh\necho "$# $*"\n`, { mode: 0o755 });
		writeFileSync(script, `process.stdout.write(String(process.argv.slice(2)) + " " + process.ppid);\n`);
	});

	test("starts a program with any characters in its path", () => {
		expect(said([program])).toEqual({ code: 0, output: "2 hook gemini\n" });
	});

	test("starts a script in the place of the shell", () => {
		expect(said([process.execPath, script])).toEqual({ code: 0, output: `hook,gemini ${process.pid}` });
	});

	test.each([
		["a program", [join(folder, "gone")]],
		["a script", [process.execPath, join(folder, "gone.js")]],
	])("says nothing where %s is gone", (_, launcher) => {
		expect(said(launcher)).toEqual({ code: 0, output: "" });
	});

	test("is one for PowerShell on Windows", () => {
		expect(hookCommand([`C:\\it's here\\node.exe`, `C:\\ibid\\cli.js`], true)).toBe(
			`if ((Test-Path 'C:\\it''s here\\node.exe') -and (Test-Path 'C:\\ibid\\cli.js')) { & 'C:\\it''s here\\node.exe' 'C:\\ibid\\cli.js' hook gemini }`,
		);
	});
});
