import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { thisMachine } from "../../install/machine.ts";
import { others } from "./others.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-others-"));
afterAll(() => rmSync(base, { recursive: true }));

/** The tools that are seen in a home with these files, each with the file that shows it. */
function seenIn(files: Readonly<Record<string, object | string>>, environment = {}): string[] {
	const home = mkdtempSync(join(base, "home-"));
	const put = (text: string): string => text.replaceAll("$HOME", home);
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		writeFileSync(join(home, name), put(typeof content === "string" ? content : JSON.stringify(content)));
	}
	const machine = thisMachine(home, environment, join(home, "data"));
	return others(machine, join(home, "project")).map(({ name, where }) => `${name} ${where.slice(home.length + 1)}`);
}

const hooks = (command: string): object => ({ hooks: { PreToolUse: [{ matcher: "Read", hooks: [{ command }] }] } });

describe("Claude Code has other tools", () => {
	test.each<[string, Record<string, object | string>, string[]]>([
		["by no file at all", {}, []],
		["by a hook", { ".claude/settings.json": hooks("drip hook claude") }, ["DRIP .claude/settings.json"]],
		[
			"by a hook of a project",
			{ "project/.claude/settings.local.json": hooks("rtk hook claude") },
			["rtk project/.claude/settings.local.json"],
		],
		[
			"by a plugin",
			{ ".claude/settings.json": { enabledPlugins: { "context-mode@context-mode": true } } },
			["context-mode .claude/settings.json"],
		],
		["by a server", { ".claude.json": { mcpServers: { "context-mode": {} } } }, ["context-mode .claude.json"]],
		[
			"by a server for the project",
			{ ".claude.json": { projects: { "$HOME/project": { mcpServers: { drip: {} } }, "/x": {} } } },
			["DRIP .claude.json"],
		],
		["by a server of the project", { "project/.mcp.json": { mcpServers: { drip: {} } } }, ["DRIP project/.mcp.json"]],
		["but not by what nobody understands", { ".claude/settings.json": "{", ".claude.json": "[7]" }, []],
		["but not by its own hooks and ours", { ".claude/settings.json": hooks("ibid hook claude") }, []],
		[
			"but not by a plugin that the project switches off",
			{
				".claude/settings.json": { enabledPlugins: { "context-mode@context-mode": true } },
				"project/.claude/settings.json": { enabledPlugins: { "context-mode@context-mode": false } },
			},
			[],
		],
		[
			"but not by servers for other projects",
			{ ".claude.json": { projects: { "/x": { mcpServers: { drip: {} } } } } },
			[],
		],
	])("%s", (_, files, expected) => expect(seenIn(files)).toEqual(expected));

	test("in the folder that it is told to use", () => {
		const environment = { CLAUDE_CONFIG_DIR: join(base, "elsewhere") };
		expect(seenIn({ ".claude/settings.json": hooks("drip hook claude") }, environment)).toEqual([]);
	});
});
