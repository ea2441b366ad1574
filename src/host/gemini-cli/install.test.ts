import { othersContract } from "../../../contracts/others.ts";
import { geminiCliInstaller } from "./install.ts";

const { others } = geminiCliInstaller;

const hooks = (command: string): object => ({ hooks: { BeforeTool: [{ hooks: [{ command }] }] } });

othersContract("Gemini CLI", others, [
	["by a hook", { ".gemini/settings.json": hooks("/x/rtk-hook-gemini.sh") }, ["rtk .gemini/settings.json"]],
	[
		"by a hook of a project",
		{ "project/.gemini/settings.json": hooks("rtk hook gemini") },
		["rtk project/.gemini/settings.json"],
	],
	["by a server", { ".gemini/settings.json": { mcpServers: { drip: {} } } }, ["DRIP .gemini/settings.json"]],
	[
		"by an extension",
		{ ".gemini/extensions/context-mode/gemini-extension.json": "{}" },
		["context-mode .gemini/extensions/context-mode"],
	],
	[
		"by a hook of an extension",
		{ ".gemini/extensions/mine/hooks/hooks.json": hooks("rtk hook gemini") },
		["rtk .gemini/extensions/mine/hooks/hooks.json"],
	],
	["but not by files that cannot be parsed", { ".gemini/settings.json": "{" }, []],
]);
