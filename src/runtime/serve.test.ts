import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const base = mkdtempSync(join(tmpdir(), "ibid-serve-"));
afterAll(() => rmSync(base, { recursive: true }));

const CLI = resolve("src/cli.ts");
const LIST = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} })}\n`;

/** What a server answers to the question which tools it has. */
function toolsOf(...args: readonly string[]): { code: number | null; said: string } {
	// A server deletes old records where it starts, so it must not be at home here.
	const env = { ...process.env, HOME: base, IBID_STATE: join(base, "state") };
	const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "serve", ...args], { input: LIST, env });
	return { code: status, said: `${stdout}${stderr}`.trim() };
}

test.each([["claude-code"], ["codex"]])("a server for %s lists no tool", (host) => {
	expect(toolsOf(host)).toEqual({ code: 0, said: '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}' });
});

test("a server for codex lists a tool that reads files if it is to offer one", () => {
	const { code, said } = toolsOf("codex", "--offer-read");
	expect(code).toBe(0);
	const names = JSON.parse(said).result.tools.map(({ name }: { name: string }) => name);
	expect(names).toEqual(["ibid_read"]);
});

test("a server for another host has none to offer", () => {
	const said = "ibid: --offer-read is for codex only, not for claude-code.";
	expect(toolsOf("claude-code", "--offer-read")).toEqual({ code: 2, said });
});

test("a server that starts forgets what was recorded long ago", () => {
	const state = mkdtempSync(join(base, "state-"));
	mkdirSync(join(state, "answers"));
	const ages = { "new.1.jsonl": 0, "late.1.jsonl": 6, "old.1.jsonl": 8 };
	for (const [name, days] of Object.entries(ages)) {
		const file = join(state, "answers", name);
		const seconds = Date.now() / 1000 - days * 24 * 60 * 60;
		writeFileSync(file, "");
		utimesSync(file, seconds, seconds);
	}
	const env = { ...process.env, HOME: base, IBID_STATE: state, IBID_KEEP_DAYS: "7" };
	spawnSync(process.execPath, [CLI, "serve", "codex"], { input: LIST, env });
	expect(readdirSync(join(state, "answers")).sort()).toEqual(["late.1.jsonl", "new.1.jsonl"]);
});
