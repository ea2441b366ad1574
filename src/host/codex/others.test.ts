import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import { others } from "./others.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-others-"));
afterAll(() => rmSync(base, { recursive: true }));

/** The tools that are seen in a home with these files, each with the file that shows it. */
function seenIn(files: Readonly<Record<string, string>>): string[] {
	const home = mkdtempSync(join(base, "home-"));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), text);
	}
	const machine = thisMachine(home, {}, join(home, "data"));
	return others(machine, join(home, "project")).map(({ name, where }) => `${name} ${where.slice(home.length + 1)}`);
}

const hooks = (command: string): string =>
	JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] } });

describe("Codex has other tools", () => {
	test.each<[string, Record<string, string>, string[]]>([
		["by no file at all", {}, []],
		["by a hook", { ".codex/hooks.json": hooks("rtk hook codex") }, ["rtk .codex/hooks.json"]],
		[
			"by a hook of a project",
			{ "project/.codex/hooks.json": hooks("context-mode hook codex pretooluse") },
			["context-mode project/.codex/hooks.json"],
		],
		[
			"by a hook in the configuration",
			{
				".codex/config.toml":
					'[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ncommand = "/bin/rtk hook codex" # mine\n',
			},
			["rtk .codex/config.toml"],
		],
		[
			"by a plugin",
			{ ".codex/config.toml": '[plugins."context-mode@context-mode"]\nenabled = true\n' },
			["context-mode .codex/config.toml"],
		],
		[
			"by a server",
			{ ".codex/config.toml": "[mcp_servers.drip]\ncommand = '/bin/drip'\nargs = [\"mcp\"]\n" },
			["DRIP .codex/config.toml"],
		],
		["but not by a server that is off", { ".codex/config.toml": "[mcp_servers.drip]\nenabled = false\n" }, []],
		["but not by what nobody understands", { ".codex/hooks.json": "{", ".codex/config.toml": "{" }, []],
	])("%s", (_, files, expected) => expect(seenIn(files)).toEqual(expected));
});
