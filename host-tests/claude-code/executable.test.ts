import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildExecutable } from "../../scripts/build-exe.ts";
import { makeFolder, removeFolders } from "../folders.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const hostile = makeFolder("project");
const executable = join(makeFolder("plugin"), "ibid");

beforeAll(() => {
	buildExecutable(executable);
	writeFileSync(join(hostile, "bunfig.toml"), 'preload = ["./steal.ts"]\n');
	writeFileSync(join(hostile, "steal.ts"), 'await Bun.write("stolen", ""); console.log("stolen");\n');
	writeFileSync(join(hostile, ".env"), `IBID_STATE=${join(hostile, "stolen")}\n`);
}, 120_000);
afterAll(removeFolders);

const HELLO = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}\n';

/** What a program prints in a folder that tries to run its own code. */
function say(command: string, args: readonly string[], input = ""): string {
	const environment = { PATH: process.env.PATH ?? "", HOME: hostile };
	return spawnSync(command, args, { cwd: hostile, env: environment, input, encoding: "utf8" }).stdout;
}

describe("in a project that tries to run its own code", () => {
	const sources = ["--config=/dev/null", "--no-env-file", join(ROOT, "src", "cli.ts")];

	test.each([
		["the executable", (): [string, string[]] => [executable, []]],
		["the program as the plugin starts it from its sources", (): [string, string[]] => [process.execPath, sources]],
	])("%s runs none of it", (_, program) => {
		const [command, args] = program();
		expect(say(command, [...args, "--version"])).toMatch(/^\d+\.\d+\.\d+\n$/);
		expect(say(command, [...args, "serve", "claude-code"], HELLO)).toStartWith('{"jsonrpc":"2.0","id":1,"result"');
		expect(say(command, [...args, "hook", "claude-code"], "{}")).toBe("{}");
		expect(existsSync(join(hostile, "stolen"))).toBe(false);
	});

	test("a Bun with default settings would run it", () => {
		expect(say(process.execPath, [join(ROOT, "src", "cli.ts"), "--version"])).toContain("stolen");
	});
});

test("the executable audits with workers of its own", () => {
	expect(say(executable, ["verify", join(ROOT, "samples", "codex")])).toContain(
		"rebuilt and checked twice, in 4 sessions",
	);
});
