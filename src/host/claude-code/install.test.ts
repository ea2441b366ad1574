import { expect, test } from "bun:test";
import { join } from "node:path";
import { homeWith, othersContract } from "../../../contracts/others.ts";
import { claudeCodeInstaller } from "./install.ts";

const { others } = claudeCodeInstaller;

const hooks = (command: string): object => ({ hooks: { PreToolUse: [{ matcher: "Read", hooks: [{ command }] }] } });

othersContract("Claude Code", others, [
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
	["but not by files that cannot be parsed", { ".claude/settings.json": "{", ".claude.json": "[7]" }, []],
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
]);

test("Claude Code has them in the folder that a variable names", () => {
	const files = {
		"elsewhere/settings.json": hooks("drip hook claude"),
		".claude/settings.json": hooks("rtk hook claude"),
	};
	const { home, ...machine } = homeWith(files);
	const told = { ...machine, home, environment: { CLAUDE_CONFIG_DIR: join(home, "elsewhere") } };
	expect(others(told, join(home, "project")).map(({ name }) => name)).toEqual(["DRIP"]);
});
