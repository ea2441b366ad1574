import { othersContract } from "../../../contracts/others.ts";
import { piInstaller } from "./install.ts";

const { others } = piInstaller;

const USER = ".pi/agent/settings.json";

othersContract("pi", others, [
	["by a package", { [USER]: { packages: ["npm:pi-readcache"] } }, [`pi-readcache ${USER}`]],
	[
		"by a package of which parts are wanted",
		{ [USER]: { packages: [{ source: "git:github.com/x/pi-readcache@v1", skills: [] }] } },
		[`pi-readcache ${USER}`],
	],
	[
		"by a package of a project",
		{ "project/.pi/settings.json": { packages: ["npm:context-mode"] } },
		["context-mode project/.pi/settings.json"],
	],
	["by an extension in a list", { [USER]: { extensions: ["~/src/pi-readcache"] } }, [`pi-readcache ${USER}`]],
	["by a file in a folder", { ".pi/agent/extensions/rtk.ts": "" }, ["rtk .pi/agent/extensions/rtk.ts"]],
	[
		"by a server",
		{ ".pi/agent/mcp.json": { mcpServers: { "context-mode": {} } } },
		["context-mode .pi/agent/mcp.json"],
	],
	[
		"but not by a package whose extensions are all turned off",
		{ [USER]: { packages: [{ source: "npm:pi-readcache", extensions: [] }] } },
		[],
	],
	["but not by files that cannot be parsed", { [USER]: "{", ".pi/agent/mcp.json": "7" }, []],
]);
