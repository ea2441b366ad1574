import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { hostNamed } from "./typed.ts";
import { UserError } from "./user-error.ts";

const home = mkdtempSync(join(tmpdir(), "ibid-typed-"));
afterAll(() => rmSync(home, { recursive: true }));

const CLI = resolve("src/cli.ts");
const env = { ...process.env, HOME: home, IBID_STATE: join(home, "state") };

/** What ibid says on a terminal, and the code that it ends with. */
async function typed(...args: readonly string[]): Promise<{ code: number; said: string }> {
	const decoder = new TextDecoder();
	let said = "";
	const data = (_: unknown, bytes: Uint8Array): void => {
		said += decoder.decode(bytes, { stream: true });
	};
	const child = Bun.spawn([process.execPath, CLI, ...args], { env, terminal: { cols: 999, rows: 20, data } });
	const code = await child.exited;
	return { code, said: stripVTControlCharacters(said).trim() };
}

test.each([
	[["serve", "claude-code"], 2, /^ibid: ibid serve is started by Claude Code itself.* ibid install claude-code$/],
	[["hook", "gemini"], 1, /^ibid: ibid hook is started by Gemini CLI itself.* ibid install gemini-cli$/],
	[["hook", "codex"], 1, /^ibid: ibid hook is started by Codex itself.* ibid install codex$/],
	[["hook", "--", "codex"], 1, /^ibid: ibid hook is started by Codex itself/],
	[
		["statusline"],
		2,
		/^ibid: Claude Code starts ibid statusline.* "statusLine": \{"type":"command",.* settings\.json.*--wrap/,
	],
])("typed on a terminal, %j ends with %d and says what it is for", async (args, code, words) => {
	const ended = await typed(...args);
	expect(ended.said).toMatch(words);
	expect(ended.said.split("\n")).toHaveLength(1);
	expect(ended.code).toBe(code);
});

test("a host that sends nothing is not a person who types", () => {
	const nothing = openSync("/dev/null", "r");
	const { status, stdout } = spawnSync(process.execPath, [CLI, "hook", "codex"], {
		env,
		stdio: [nothing, "pipe", "pipe"],
	});
	closeSync(nothing);
	expect([status, String(stdout)]).toEqual([0, "{}"]);
});

const HOSTS = named("claude-code", "codex", "gemini-cli");

test.each([
	["gemini-cli", "gemini-cli"],
	["gemini", "gemini-cli"],
	["g", "gemini-cli"],
	["codex", "codex"],
	["cl", "claude-code"],
] as const)("%s means %s", (word, expected) => {
	expect(hostNamed(word, HOSTS).name).toBe(expected);
});

test("a name that another one begins with means itself", () => {
	expect(hostNamed("pi", named("pi", "pigeon")).name).toBe("pi");
});

test.each([
	[undefined, "Which agent? One of claude-code, codex, and gemini-cli."],
	["c", "ibid does not support an agent c. Supported: claude-code, codex, and gemini-cli."],
	["", "ibid does not support an agent . Supported: claude-code, codex, and gemini-cli."],
	["gemini-cli-2", "ibid does not support an agent gemini-cli-2."],
	["emacs", "ibid does not support an agent emacs."],
])("%p means none", (word, expected) => {
	const meaning = (): string => hostNamed(word, HOSTS).name;
	expect(meaning).toThrow(UserError);
	expect(meaning).toThrow(expected);
});

function named(...names: readonly string[]): { readonly name: string }[] {
	return names.map((name) => ({ name }));
}
