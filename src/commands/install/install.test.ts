import { afterEach, beforeEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

let base: string;
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "ibid-install-"));
	mkdirSync(join(base, "bin"));
});
afterEach(() => rmSync(base, { recursive: true }));

test("if ibid cannot be copied, the reason is printed and nothing is changed", () => {
	writeHost("echo 1.18.33");
	writeFileSync(join(base, "kept"), "");
	expect(install(join(base, "kept"))).toEqual({
		status: 1,
		complaint: "✗ ibid cannot be copied to ~/kept: ENOTDIR: not a directory. Nothing was changed.\n",
	});
	expect(readdirSync(base)).not.toContain(".config");
});

test.each(["program", "program.new", "program.old"])("where %s is the user's own, nothing is changed", (name) => {
	writeHost(WORKS);
	mkdirSync(join(base, "papers", name), { recursive: true });
	writeFileSync(join(base, "papers", name, "thesis.txt"), "precious");
	for (const flag of ["--yes", "--dry-run"])
		expect(install(join(base, "papers"), flag)).toEqual({
			status: 2,
			complaint: `ibid: ~/papers/${name} exists and was not created by ibid; move it, or set IBID_STATE to another folder.\n`,
		});
	expect(readdirSync(join(base, "papers"), { recursive: true })).toEqual([name, join(name, "thesis.txt")]);
	expect(readdirSync(base)).not.toContain(".config");
});

test("in a host that does not answer it stays, and the command that removes it is printed", () => {
	writeHost("[ $1 = --version ] && echo 1.18.33 || echo {}");
	expect(install(join(base, "state"))).toEqual({
		status: 1,
		complaint: [
			"✗ OpenCode: OpenCode started without ibid's plugin.",
			"  ibid is still installed there; to remove it: ibid uninstall opencode",
			"",
		].join("\n"),
	});
	expect(readFileSync(join(base, ".config/opencode/opencode.json"), "utf8")).toContain("state/program");
});

test("a host that cannot be read is reported, and the others are installed", () => {
	writeHost(WORKS);
	writeHost("echo 0.80.10", "pi");
	mkdirSync(join(base, ".pi/agent/settings.json"), { recursive: true });
	const refused = { status: 1, complaint: `✗ pi: EISDIR: ${base}/.pi/agent/settings.json is a folder\n` };
	expect(install(join(base, "state"), "--dry-run")).toEqual(refused);
	expect(readdirSync(base)).not.toContain(".config");
	expect(install(join(base, "state"))).toEqual(refused);
	expect(readFileSync(join(base, ".config/opencode/opencode.json"), "utf8")).toContain("state/program");
	expect(readdirSync(join(base, "state/installed"))).toEqual(["opencode.json"]);
});

test("at Ctrl-C what was begun is taken back, and nothing else is begun", () => {
	writeHost(STOPS);
	writeHost('[ $1 = --version ] && echo 0.80.10 || touch "$HOME/begun"', "pi");
	const config = join(base, ".config/opencode/opencode.jsonc");
	mkdirSync(dirname(config), { recursive: true });
	writeFileSync(config, "{ // mine\n}\n");
	expect(install(join(base, "state"))).toEqual({
		status: 130,
		complaint: "✗ OpenCode: interrupted\n  Nothing of ibid is left there.\n",
	});
	expect(readFileSync(config, "utf8")).toBe("{ // mine\n}\n");
	for (const name of ["state", "begun"]) expect(readdirSync(base)).not.toContain(name);
});

test("at Ctrl-C an ibid that was there before is put back", () => {
	writeHost(WORKS);
	expect(install(join(base, "state"))).toEqual({ status: 0, complaint: "" });
	const config = join(base, ".config/opencode/opencode.json");
	const journal = join(base, "state/installed/opencode.json");
	const before = [config, journal].map((path) => readFileSync(path, "utf8"));
	writeHost(STOPS);
	expect(install(join(base, "state"))).toEqual({
		status: 130,
		complaint: "✗ OpenCode: interrupted\n  The previous installation of ibid is still there.\n",
	});
	expect([config, journal].map((path) => readFileSync(path, "utf8"))).toEqual(before);
	expect(readdirSync(join(base, "state"))).toContain("program");
});

test("the executable that hosts start says what can install ibid", () => {
	const { status, complaint } = install(join(base, "state"), "--yes", "/$bunfs/root/ibid");
	expect(complaint).toBe("ibid: This is only the executable that agents start. To install ibid: npx ibid install\n");
	expect([status, readdirSync(base)]).toEqual([2, expect.not.arrayContaining(["state", ".config"])]);
});

/** As OpenCode does with a plugin of ours. */
const WORKS = `[ $1 = --version ] && echo 1.18.33 || echo '{"ibid-refresh"}'`;

/** Somebody stops ibid while it waits for an answer, which does not come at once. */
const STOPS = "[ $1 = --version ] && echo 1.18.33 && exit\nkill -INT $PPID\n/bin/sleep 1";

function writeHost(does: string, name = "opencode"): void {
	writeFileSync(join(base, "bin", name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
}

/** By a package that was not built, which is enough for a host that never starts it. */
function install(state: string, flag = "--yes", began?: string): { status: number | null; complaint: string } {
	const script = join(base, "package/dist/cli.ts");
	for (const folder of ["dist", "plugins"]) mkdirSync(join(base, "package", folder), { recursive: true });
	const pretence = began === undefined ? "" : `process.argv[1] = ${JSON.stringify(began)};`;
	writeFileSync(script, `${pretence} await import(${JSON.stringify(resolve("src/cli.ts"))});`);
	writeFileSync(join(base, "package/package.json"), '{"name":"ibid"}');
	const env = { PATH: join(base, "bin"), HOME: base, IBID_STATE: state, COLUMNS: "200" };
	const args = [script, "install", flag];
	const { status, stderr } = spawnSync(process.execPath, args, { env, cwd: base, encoding: "utf8" });
	return { status, complaint: stderr };
}
