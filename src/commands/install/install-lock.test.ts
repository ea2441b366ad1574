import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
	lutimesSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { withLock } from "./install-lock.ts";

let base: string;
let data: string;
let mark: string;
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "ibid-turn-"));
	data = join(base, "state/ibid");
	mark = join(data, "installed/turn");
});
afterEach(() => rmSync(base, { recursive: true }));

test("a second process is refused while the first works, and may try again", async () => {
	let second: Promise<string> | undefined;
	const first = await withLock(data, async () => {
		second = withLock(data, async () => "second");
		await expect(second).rejects.toThrow(
			"Another ibid process is changing your agents' settings; try again when it is done.",
		);
		return "first";
	});
	expect(first).toBe("first");
	expect(await withLock(data, async () => "third")).toBe("third");
});

test("nothing is left of it, neither a file nor a folder, also after a failure", async () => {
	await withLock(data, async () => expect(readlinkSync(mark)).toBe(String(process.pid)));
	expect(readdirSync(base)).toEqual([]);
	await expect(withLock(data, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	expect(readdirSync(base)).toEqual([]);
});

test("the folder for it is closed to others", async () => {
	const rightsOf = (path: string): number => statSync(path).mode & 0o777;
	await withLock(data, async () => expect([data, dirname(mark)].map(rightsOf)).toEqual([0o700, 0o700]));
});

test.each([
	["whose process has ended", () => String(spawnSync("true").pid), 0, true],
	["who has been at it for too long", () => String(process.ppid), 601, true],
	["who is alive", () => String(process.ppid), 0, false],
])("one %s is passed over or not", async (_, holder, age, isPassedOver) => {
	hold(holder(), age);
	const turn = withLock(data, async () => readlinkSync(mark));
	if (isPassedOver) expect(await turn).toBe(String(process.pid));
	else await expect(turn).rejects.toThrow("Another ibid");
});

test("what another one has taken meanwhile stays theirs", async () => {
	await withLock(data, async () => hold(String(process.ppid), 0));
	expect(readlinkSync(mark)).toBe(String(process.ppid));
});

test.each(["install", "uninstall", "doctor --fix"])("ibid %s waits for no other, and says so", (words) => {
	mkdirSync(join(base, "bin"));
	writeFileSync(join(base, "bin/opencode"), "#!/bin/sh\necho 1.18.33\n", { mode: 0o755 });
	hold(String(process.pid), 0);
	const args = [resolve("src/cli.ts"), ...words.split(" "), ...(words === "install" ? ["--yes"] : [])];
	const env = { PATH: join(base, "bin"), HOME: base, IBID_STATE: data };
	const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: base, encoding: "utf8" });
	expect(stderr).toBe("ibid: Another ibid process is changing your agents' settings; try again when it is done.\n");
	expect(status).toBe(2);
	expect(readdirSync(data)).toEqual(["installed"]);
	expect(readdirSync(base)).not.toContain(".config");
});

/** As if another process had taken it, some seconds ago. */
function hold(holder: string, age: number): void {
	mkdirSync(dirname(mark), { recursive: true });
	rmSync(mark, { force: true });
	symlinkSync(holder, mark);
	const then = Date.now() / 1000 - age;
	lutimesSync(mark, then, then);
}
