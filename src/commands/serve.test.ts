import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";

/** What a server answers to the question which tools it has. */
function toolsOf(...args: readonly string[]): { code: number | null; said: string } {
	const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`;
	const { status, stdout, stderr } = spawnSync(process.execPath, ["src/cli.ts", "serve", ...args], { input });
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
