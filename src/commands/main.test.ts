import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

test("in a folder that was deleted ibid says just that", () => {
	const cwd = mkdtempSync(join(tmpdir(), "ibid-gone-"));
	const env = { PATH: process.env.PATH, HOME: cwd };
	const args = ["-c", 'rmdir "$HOME" && exec "$@"', "sh", process.execPath, resolve("src/cli.ts"), "config"];
	const { status, stderr } = spawnSync("sh", args, { cwd, env, encoding: "utf8" });
	expect([status, stderr]).toEqual([2, "ibid: The current directory no longer exists; change to another one.\n"]);
});

test.each([
	[`readFileSync("${tmpdir()}")`, 2, "A file cannot be used: it is a folder. Fix that, or use another file."],
	[
		`readdirSync("${resolve("src/cli.ts")}")`,
		2,
		`${resolve("src/cli.ts")} cannot be used: a part of the path is not a folder. Fix that, or use another file.`,
	],
	['readFileSync("/nowhere")', 1, /^ibid: ibid has failed, which is a bug: Error: ENOENT/],
	["gone()", 1, /^ibid: ibid has failed, which is a bug: TypeError/],
])("what the system refuses is no fault of ibid: %s", (work, status, sentence) => {
	const script = `const { complain } = await import("./src/commands/main.ts");
		const { readdirSync, readFileSync, gone } = await import("node:fs");
		try { ${work}; } catch (error) { process.exitCode = await complain(error); }`;
	const ran = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
	const expected = typeof sentence === "string" ? `ibid: ${sentence}\n` : expect.stringMatching(sentence);
	expect([ran.status, ran.stderr]).toEqual([status, expected]);
});

test.each([
	["frob", 2, /^ibid: There is no command frob\./],
	["audit /nowhere/at/all", 2, /^ibid: /],
	["hook no-such-host", 1, /^ibid: /],
])("with IBID_DEBUG, ibid %s ends as without it", (words, status, complaint) => {
	const options = { cwd: tmpdir(), env: { PATH: "", HOME: tmpdir(), IBID_DEBUG: "1" }, encoding: "utf8" } as const;
	const ran = spawnSync(process.execPath, [resolve("src/cli.ts"), ...words.split(" ")], options);
	expect([ran.status, ran.stderr]).toEqual([status, expect.stringMatching(complaint)]);
});

/** A user of whom the system knows nothing, as in containers. */
const UNKNOWN_USER = 54_321;

/** Only root can start a process for another user, which must be able to read our folders. */
function canStart(): boolean {
	const script = `require("node:fs").readFileSync(${JSON.stringify(resolve("src/cli.ts"))})`;
	return spawnSync(process.execPath, ["-e", script], { uid: UNKNOWN_USER }).status === 0;
}

describe.skipIf(!canStart())("if the home directory is unknown", () => {
	const nowhere = "ibid: Cannot find your home directory. Set HOME to an absolute path, for example HOME=/home/you.\n";
	const session = JSON.stringify({ session_id: "s", cwd: "/" });
	test.each([
		["--help", "", 0, ""],
		["--version", "", 0, ""],
		["help install", "", 0, ""],
		["disable", "", 2, nowhere],
		["install --yes", "", 2, nowhere],
		["doctor", "", 2, nowhere],
		["hook gemini", session, 0, ""],
		["hook claude", session, 0, ""],
		["statusline", session, 0, ""],
	])("ibid %s needs it or not, and writes nothing", (words, input, status, complaint) => {
		for (const HOME of [undefined, "", "a-home"]) {
			const cwd = mkdtempSync(join(tmpdir(), "ibid-homeless-"));
			chmodSync(cwd, 0o777);
			const args = [resolve("src/cli.ts"), ...words.split(" ")];
			// Bun would write into that folder itself.
			const env = { PATH: "/nowhere", HOME, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" };
			const options = { cwd, env, uid: UNKNOWN_USER, input, encoding: "utf8" } as const;
			const ran = spawnSync(process.execPath, args, options);
			expect([HOME, ran.status, ran.stderr]).toEqual([HOME, status, complaint]);
			expect(readdirSync(cwd)).toEqual([]);
			rmSync(cwd, { recursive: true });
		}
	});
});
