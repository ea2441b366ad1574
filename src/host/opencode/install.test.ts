import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { homeWith, othersContract } from "../../../contracts/others.ts";
import { applyInstall } from "../../install/apply.ts";
import { thisMachine } from "../../install/machine.ts";
import { revertInstall } from "../../install/revert.ts";
import type { InstallStatus, Launcher, Machine } from "../../install/types.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { opencodeInstaller as installer, wired } from "./install.ts";

const { others } = installer;

const base = mkdtempSync(join(tmpdir(), "ibid opencode-"));
afterAll(() => rmSync(base, { recursive: true }));

const FOUND = { program: "opencode", version: "1.18.33" };
const LAUNCHER: Launcher = { program: "node", args: [], kind: "script" };
const SCHEMA = '"$schema": "https://opencode.ai/config.json"';

let machine: Machine;
let [folder, plugin, address] = ["", "", ""];
beforeEach(() => {
	const home = mkdtempSync(join(base, "a user "));
	machine = thisMachine(home, { PATH: join(home, "a bin") }, join(home, "the data"));
	folder = join(home, ".config", "opencode");
	plugin = join(machine.data, "program", "dist", "opencode", "plugin.js");
	address = pathToFileURL(plugin).href;
	put(plugin, "");
});

type Files = Readonly<Record<string, string>>;

function put(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

function putAll(files: Files): void {
	for (const [name, text] of Object.entries(files)) put(join(folder, name), text);
}

function all(): Files {
	const names = existsSync(folder) ? readdirSync(folder).sort() : [];
	return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

const putIn = (): Promise<void> => applyInstall(installer, machine, FOUND, LAUNCHER, "1.0.0");
const takeOut = (): Promise<unknown> => revertInstall(installer, machine, FOUND);

describe("the plugin is put into the file whose list of plugins counts", () => {
	test.each<[string, Files, string, readonly string[]]>([
		["none is there", {}, "opencode.json", []],
		["one is there", { "opencode.json": '{"a": 1}' }, "opencode.json", []],
		["it may have comments", { "opencode.jsonc": "{ // a\n}" }, "opencode.jsonc", []],
		["both are there, without a list", { "opencode.json": "{}", "opencode.jsonc": "{}" }, "opencode.jsonc", []],
		[
			"only the earlier one has a list, which another one would hide",
			{ "opencode.json": '{"plugin": ["mine"]}', "opencode.jsonc": "{}" },
			"opencode.json",
			["mine"],
		],
		[
			"both have lists",
			{ "opencode.json": '{"plugin": ["mine"]}', "opencode.jsonc": '{"plugin": ["other"]}' },
			"opencode.jsonc",
			["other"],
		],
		["an old name has a list", { "config.json": '{"plugin":["mine"]}' }, "config.json", ["mine"]],
		["an old name has none", { "config.json": "{}" }, "opencode.json", []],
		["the file is empty", { "opencode.json": "\n" }, "opencode.json", []],
	])("%s", async (_, files, name, others) => {
		putAll(files);
		await putIn();
		const { [name]: text = "", ...untouched } = all();
		expect({ [name]: files[name], ...untouched }).toEqual({ [name]: files[name], ...files });
		expect(parseJsonc(text)).toMatchObject({ plugin: [...others, address] });
		expect(installer.wired(machine)).toEqual({ kind: "yes", launcher: [plugin] });
		await takeOut();
		expect(all()).toEqual(files);
	});

	test("which says all that the host would add to it, so that it does not", async () => {
		await putIn();
		expect(parseJsonc(all()["opencode.json"] ?? "")).toEqual({
			$schema: "https://opencode.ai/config.json",
			plugin: [address],
		});
	});

	test("which the environment may name the folder of", () => {
		const environment = { XDG_CONFIG_HOME: join(machine.home, "elsewhere") };
		expect(installer.touches(thisMachine(machine.home, environment, machine.data))).toEqual([
			join(machine.home, "elsewhere", "opencode", "opencode.json"),
		]);
	});
});

describe("what was changed since", () => {
	test("keeps a list that was there, and loses one that was not", async () => {
		putAll({ "opencode.json": '{"plugin": []}' });
		await putIn();
		change("opencode.json", "{", '{"a": 1, ');
		await takeOut();
		expect(all()).toEqual({ "opencode.json": '{"a": 1, "plugin": []}' });
		putAll({ "opencode.json": '{"b": 2}' });
		await putIn();
		change("opencode.json", "{", '{"a": 1, ');
		await takeOut();
		expect(all()).toEqual({ "opencode.json": '{"a": 1, "b": 2}' });
	});

	test("is deleted if it has nothing but our entry", async () => {
		await putIn();
		change("opencode.json", "\n}\n", "\n}");
		await takeOut();
		expect(all()).toEqual({});
	});

	test("stays if it has other entries", async () => {
		await putIn();
		change("opencode.json", "{", '{\n  "a": 1,');
		await takeOut();
		expect(all()).toEqual({ "opencode.json": `{\n  "a": 1,\n  ${SCHEMA}\n}\n` });
	});

	test("loses the plugin also where it has got options, or has moved to another file", async () => {
		await putIn();
		putAll({ "opencode.jsonc": `{"plugin": ["mine", ["${address}", {"a": 1}]]}` });
		await takeOut();
		expect(all()).toEqual({ "opencode.jsonc": '{"plugin": ["mine"]}' });
	});

	test("need not be readable where it does not name us", async () => {
		putAll({ "opencode.json": '{"plugin": ["mine"]}' });
		await putIn();
		putAll({ "opencode.json": '{"plugin": ' });
		await takeOut();
		expect(all()).toEqual({ "opencode.json": '{"plugin": ' });
	});

	test("is named by its line if it names ibid and cannot be read", async () => {
		putAll({ "opencode.json": '{"plugin": ["mine"]}' });
		await putIn();
		change("opencode.json", "{", "{\n\n");
		change("opencode.json", "]", "");
		await expect(takeOut()).rejects.toThrow(`${join(folder, "opencode.json")}, line 3, column `);
	});

	function change(name: string, from: string, to: string): void {
		putAll({ [name]: (all()[name] ?? "").replace(from, to) });
	}
});

test("the plugin of a data folder that was given up makes room", async () => {
	putAll({ "opencode.json": '{"plugin": ["file:///old/program/dist/opencode/plugin.js", "mine"]}' });
	await putIn();
	expect(all()).toEqual({ "opencode.json": `{"plugin": ["mine", "${address}"]}` });
});

describe("the host would use it", () => {
	test.each<[string, Files, InstallStatus]>([
		["no: nothing is there", {}, { kind: "no" }],
		[
			"no: others are there",
			{ "opencode.json": '{"plugin": ["ibid-like", "file:///a/some-program/dist/opencode/plugin.js", 7]}' },
			{ kind: "no" },
		],
		["no: it cannot be parsed", { "opencode.json": '{"plugin": ["OURS"' }, { kind: "no" }],
		["yes: with options", { "opencode.json": '{"plugin": [["OURS", {}]]}' }, { kind: "yes", launcher: ["FILE"] }],
		[
			"half: another list hides it",
			{ "opencode.json": '{"plugin": ["OURS"]}', "opencode.jsonc": '{"plugin": []}' },
			{ kind: "half", why: "another settings file has its own list of plugins, which overrides the one with ibid" },
		],
		[
			"half: a rival is there",
			{ "opencode.json": '{"plugin": ["OURS", "@tarquinen/opencode-dcp@3"]}' },
			{ kind: "half", why: "@tarquinen/opencode-dcp is installed, so ibid does nothing", isAside: true },
		],
	])("%s", (_, files, wired) => {
		putAll(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replace("OURS", address)])));
		expect(installer.wired(machine)).toEqual(wired.kind === "yes" ? { ...wired, launcher: [plugin] } : wired);
	});

	test("half: the plugin itself is gone", async () => {
		await putIn();
		rmSync(plugin);
		expect(installer.wired(machine)).toEqual({ kind: "half", why: `${plugin} is not there` });
	});
});

describe("a host", () => {
	test("is found with its version", async () => {
		const program = putHost("echo 1.18.33");
		expect(await installer.find(machine)).toEqual({ program, version: "1.18.33" });
	});

	test("is not there where its program is not, or does not work", async () => {
		expect(await installer.find(machine)).toBeUndefined();
		putHost("echo Trouble >&2; exit 1");
		expect(await installer.find(machine)).toBeUndefined();
	});

	test.each([
		["shows what the plugin adds to its settings", `echo '{"command": {"ibid-refresh": {}}}'`, undefined],
		["has not started it", `echo '{"command": {}}'`, "OpenCode started without ibid's plugin."],
		["fails", "echo Trouble >&2; exit 1", "OpenCode could not show its settings: Trouble"],
	])("that is tried out %s", async (_, script, wrong) => {
		const program = putHost(`test "$*" = "debug config" || exit 9\n${script}`);
		expect(await installer.tryOut(machine, { ...FOUND, program }, LAUNCHER)).toBe(wrong);
	});

	function putHost(script: string): string {
		const program = join(machine.home, "a bin", "opencode");
		put(program, `#!/bin/sh\n${script}\n`);
		chmodSync(program, 0o755);
		return program;
	}
});

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
	["but not by files that cannot be parsed", { [USER]: "{" }, []],
]);

test("OpenCode has them in a file that the environment names", () => {
	const { home, ...machine } = homeWith({ "named.json": DCP });
	const path = join(home, "named.json");
	const told = { ...machine, home, environment: { OPENCODE_CONFIG: path } };
	expect(others(told, home)).toMatchObject([{ name: "DCP", where: path }]);
});

describe("ibid in OpenCode", () => {
	test("does nothing in a project that has DCP, and works in others", () => {
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
