import { afterAll, expect, test } from "bun:test";
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJsonc } from "../wire/jsonc.ts";
import { addTo, removeFrom } from "../wire/jsonc-edit.ts";
import { bytesOf } from "./files.ts";
import { thisMachine } from "./machine.ts";
import type { FoundHost, HostInstaller, Launcher, Machine } from "./types.ts";

/** A machine with a host that has settings, which we edit, and a registry, which its own program writes. */
export type MachineFixture = {
	readonly machine: Machine;
	readonly installer: HostInstaller;
	readonly settings: string;
	readonly registry: string;
	/** Everything in the home directory except the data folder. */
	readonly tree: () => Map<string, string>;
};

/** The content of the user's settings. */
export const SETTINGS = `// About eggs.\n{ "plugins": ["other" , ],\n\t"time":4}\n`;

export const FOUND: FoundHost = { program: process.execPath, version: "1.0.0" };
export const LAUNCHER: Launcher = { program: "/a b/node", args: ["/c d/cli.js"], kind: "script" };

/** Makes a machine, with spaces in its paths. */
export function newMachineFixture(): MachineFixture {
	const folder = mkdtempSync(join(tmpdir(), "ibid machine-"));
	made.push(folder);
	const [home, host] = [join(folder, "a home"), join(folder, "host.js")];
	writeFileSync(host, HOST);
	const machine = thisMachine(home, { PATH: process.env.PATH }, join(home, "the data"));
	const [settings, registry] = [join(home, "the host", "settings.jsonc"), join(home, "the host", "registry.json")];
	mkdirSync(machine.data, { recursive: true });
	mkdirSync(join(home, "the host"));
	writeFileSync(settings, SETTINGS);
	return { machine, installer: installerFor(host, settings, registry), settings, registry, tree: () => treeOf(home) };
}

/** Deletes all machines. */
export function removeMachineFixtures(): void {
	for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
}

const made: string[] = [];

/**
 * As programs of hosts do: it reads, changes and writes its whole registry, in its own style, ignoring other writers.
 */
const HOST = `const fs = require("node:fs");
const [, , verb, file] = process.argv;
const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
const registry = { plugins: [], ...JSON.parse(text || "{}") };
const others = registry.plugins.filter((name) => name !== "ibid");
if (verb === "remove" && !text) process.exit(0);
if (verb === "fail") process.exit(console.error("WARN: old.\\nThe host has a bad day.\\nAnd more.") ?? 4);
fs.mkdirSync(require("node:path").dirname(file), { recursive: true });
fs.writeFileSync(file, JSON.stringify({ ...registry, plugins: verb === "add" ? [...others, "ibid"] : others }));
fs.chmodSync(file, 0o600);
`;

function installerFor(host: string, settings: string, registry: string): HostInstaller {
	const has = (path: string): boolean => {
		const said = parseJsonc(bytesOf(path)?.toString("utf8").trim() || "{}");
		return JSON.stringify(said).includes('"ibid"');
	};
	const folderIn = ({ data }: Machine): string => join(data, "plugins", "host");
	const run = (verb: string) =>
		({ kind: "run", says: "", program: FOUND.program, args: [host, verb, registry] }) as const;
	return {
		host: "pi",
		title: "Host",
		program: "pi",
		others: () => [],
		find: async () => FOUND,
		touches: () => [settings, registry],
		install: (machine) => [
			{ kind: "folder", says: "", path: folderIn(machine), files: new Map([["a", "1"]]) },
			{ kind: "edit", says: "", path: settings, edit: (text = "") => addTo(text, ["plugins"], "ibid") },
			run("add"),
		],
		uninstall: (machine) => [
			run("remove"),
			{
				kind: "edit",
				says: "",
				path: settings,
				edit: (text) => text && removeFrom(text, ["plugins"], (name) => name === "ibid"),
			},
			{ kind: "remove", says: "", path: folderIn(machine) },
		],
		wired: () => {
			const all = [settings, registry].map(has);
			if (all.every(Boolean)) return { kind: "yes", launcher: [LAUNCHER.program, ...LAUNCHER.args] };
			return all.some(Boolean) ? { kind: "half", why: "one of two" } : { kind: "no" };
		},
		tryOut: async () => undefined,
	};
}

function treeOf(home: string): Map<string, string> {
	const names = readdirSync(home, { recursive: true, encoding: "utf8" }).sort();
	const outside = names.filter((name) => !name.startsWith("the data"));
	return new Map(outside.map((name) => [name, whatIs(join(home, name))]));
}

function whatIs(path: string): string {
	const stat = lstatSync(path);
	if (stat.isSymbolicLink()) return `a link to ${readlinkSync(path)}`;
	return stat.isDirectory() ? "a folder" : `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, "utf8")}`;
}

afterAll(removeMachineFixtures);

test("is a machine of its own, with nothing of ours on it", () => {
	const [one, other] = [newMachineFixture(), newMachineFixture()];
	expect(one.machine.home).not.toBe(other.machine.home);
	expect(one.installer.wired(one.machine)).toEqual({ kind: "no" });
	expect([...one.tree().keys()]).toEqual(["the host", join("the host", "settings.jsonc")]);
});
