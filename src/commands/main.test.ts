import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

test("in a folder that was deleted ibid says just that", () => {
	const cwd = mkdtempSync(join(tmpdir(), "ibid-gone-"));
	const env = { PATH: process.env.PATH, HOME: cwd };
	const args = ["-c", 'rmdir "$HOME" && exec "$@"', "sh", process.execPath, resolve("src/cli.ts"), "config"];
	const { status, stderr } = spawnSync("sh", args, { cwd, env, encoding: "utf8" });
	expect([status, stderr]).toEqual([2, "ibid: The folder that you are in is gone; go to another one.\n"]);
});
