import { othersContract } from "../../../contracts/others.ts";
import { codexInstaller } from "./install.ts";

const { others } = codexInstaller;

const hooks = (command: string): string =>
	JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] } });

othersContract("Codex", others, [
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
	[
		"but not by what a text tells of one",
		{ ".codex/config.toml": "note = '''\n[plugins.context-mode]\ncommand = '/bin/rtk hook codex'\n'''\n" },
		[],
	],
	["but not by files that cannot be parsed", { ".codex/hooks.json": "{", ".codex/config.toml": "{" }, []],
]);
