import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const base = mkdtempSync(join(tmpdir(), "ibid-install-"));
afterAll(() => rmSync(base, { recursive: true }));

test("where ibid cannot be copied, the reason is told and nothing is changed", () => {
	mkdirSync(join(base, "bin"));
	writeFileSync(join(base, "bin/opencode"), "#!/bin/sh\necho 1.18.33\n", { mode: 0o755 });
	writeFileSync(join(base, "kept"), "");
	const env = { PATH: join(base, "bin"), HOME: base, IBID_STATE: join(base, "kept"), COLUMNS: "200" };
	const args = [resolve("src/cli.ts"), "install", "--yes"];
	const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: base, encoding: "utf8" });
	expect([status, stderr]).toEqual([
		1,
		"✗ ibid cannot be copied to ~/kept: ENOTDIR: not a directory. Nothing was changed.\n",
	]);
	expect(readdirSync(base)).not.toContain(".config");
});
