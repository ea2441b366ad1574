import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { thisMachine } from "../../install/machine.ts";
import type { Machine } from "../../install/types.ts";
import { others } from "./others.ts";
import { wired } from "./wired.ts";

const base = mkdtempSync(join(tmpdir(), "ibid-others-"));
afterAll(() => rmSync(base, { recursive: true }));

/** A home with these files, our plugin in it, and a project. */
function machineWith(
	files: Readonly<Record<string, object | string>>,
	environment: Machine["environment"] = {},
): Machine {
	const home = mkdtempSync(join(base, "home-"));
	const plugin = join(home, "data", "program", "dist", "opencode", "plugin.js");
	const all = { ...files, "data/program/dist/opencode/plugin.js": "" };
	for (const [name, content] of Object.entries(all)) {
		mkdirSync(dirname(join(home, name)), { recursive: true });
		const text = typeof content === "string" ? content : JSON.stringify(content);
		writeFileSync(join(home, name), text.replace("OURS", pathToFileURL(plugin).href));
	}
	return thisMachine(home, environment, join(home, "data"));
}

function seenIn(machine: Machine): string[] {
	const seen = others(machine, join(machine.home, "project"));
	return seen.map(({ name, where }) => `${name} ${where.slice(machine.home.length + 1)}`);
}

const USER = ".config/opencode/opencode.json";
const DCP = { plugin: ["@tarquinen/opencode-dcp@latest"] };

describe("OpenCode has other tools", () => {
	test.each<[string, Record<string, object | string>, string[]]>([
		["by no file at all", {}, []],
		["by a plugin", { [USER]: DCP }, [`DCP ${USER}`]],
		["by a plugin with options", { [USER]: { plugin: [["context-mode", {}]] } }, [`context-mode ${USER}`]],
		["by a plugin of a project", { "project/opencode.jsonc": DCP }, ["DCP project/opencode.jsonc"]],
		["by a file in a folder", { ".config/opencode/plugins/rtk.ts": "" }, ["rtk .config/opencode/plugins/rtk.ts"]],
		["by a file of a project", { "project/.opencode/plugin/rtk.ts": "" }, ["rtk project/.opencode/plugin/rtk.ts"]],
		["by a server", { [USER]: { mcp: { "context-mode": { enabled: true } } } }, [`context-mode ${USER}`]],
		["but not by a server that is off", { [USER]: { mcp: { "context-mode": { enabled: false } } } }, []],
		["but not by a list that another hides", { [USER]: DCP, ".config/opencode/opencode.jsonc": { plugin: [] } }, []],
		["but not by what nobody understands", { [USER]: "{" }, []],
	])("%s", (_, files, expected) => expect(seenIn(machineWith(files))).toEqual(expected));

	test("by a file that the environment names", () => {
		const path = join(base, "named.json");
		writeFileSync(path, JSON.stringify(DCP));
		const machine = machineWith({}, { OPENCODE_CONFIG: path });
		expect(others(machine, machine.home)).toMatchObject([{ name: "DCP", where: path }]);
	});
});

describe("ibid in OpenCode", () => {
	test("stands aside in a project that has DCP, and in no other", () => {
		const machine = machineWith({ [USER]: { plugin: ["OURS"] }, "project/.opencode/opencode.json": DCP });
		expect(wired(machine, join(machine.home, "project"))).toMatchObject({ kind: "half", isAside: true });
		expect(wired(machine, join(machine.home, "other")).kind).toBe("yes");
		expect(wired(machine).kind).toBe("yes");
	});

	test("is off where the environment wants no plugins", () => {
		const why = "OPENCODE_PURE is set, which switches plugins off";
		expect(wired(machineWith({ [USER]: { plugin: ["OURS"] } }, { OPENCODE_PURE: "1" }))).toEqual({ kind: "half", why });
		expect(wired(machineWith({ [USER]: { plugin: ["OURS"] } }, { OPENCODE_PURE: "0" })).kind).toBe("yes");
	});
});
