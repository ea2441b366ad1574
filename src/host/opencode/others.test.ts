import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { homeWith, othersContract } from "../../../contracts/others.ts";
import { others } from "./others.ts";
import { wired } from "./wired.ts";

const USER = ".config/opencode/opencode.json";
const DCP = { plugin: ["@tarquinen/opencode-dcp@latest"] };

const PLUGIN = "data/program/dist/opencode/plugin.js";
const OURS = { [PLUGIN]: "", [USER]: { plugin: [`file://$HOME/${PLUGIN}`] } };

othersContract("OpenCode", others, [
	["by a plugin", { [USER]: DCP }, [`DCP ${USER}`]],
	["by a plugin with options", { [USER]: { plugin: [["context-mode", {}]] } }, [`context-mode ${USER}`]],
	["by a plugin of a project", { "project/opencode.jsonc": DCP }, ["DCP project/opencode.jsonc"]],
	["by a file in a folder", { ".config/opencode/plugins/rtk.ts": "" }, ["rtk .config/opencode/plugins/rtk.ts"]],
	["by a file of a project", { "project/.opencode/plugin/rtk.ts": "" }, ["rtk project/.opencode/plugin/rtk.ts"]],
	["by a server", { [USER]: { mcp: { "context-mode": { enabled: true } } } }, [`context-mode ${USER}`]],
	["but not by a server that is off", { [USER]: { mcp: { "context-mode": { enabled: false } } } }, []],
	["but not by a list that another hides", { [USER]: DCP, ".config/opencode/opencode.jsonc": { plugin: [] } }, []],
	["but not by what nobody understands", { [USER]: "{" }, []],
]);

test("OpenCode has them in a file that the environment names", () => {
	const { home, ...machine } = homeWith({ "named.json": DCP });
	const path = join(home, "named.json");
	const told = { ...machine, home, environment: { OPENCODE_CONFIG: path } };
	expect(others(told, home)).toMatchObject([{ name: "DCP", where: path }]);
});

describe("ibid in OpenCode", () => {
	test("stands aside in a project that has DCP, and in no other", () => {
		const machine = homeWith({ ...OURS, "project/.opencode/opencode.json": DCP });
		expect(wired(machine, join(machine.home, "project"))).toMatchObject({ kind: "half", isAside: true });
		expect(wired(machine, join(machine.home, "other")).kind).toBe("yes");
		expect(wired(machine).kind).toBe("yes");
	});

	test("is off where the environment wants no plugins", () => {
		const why = "OPENCODE_PURE is set, which switches plugins off";
		expect(wired(homeWith(OURS, { OPENCODE_PURE: "1" }))).toEqual({ kind: "half", why });
		expect(wired(homeWith(OURS, { OPENCODE_PURE: "0" })).kind).toBe("yes");
	});
});
