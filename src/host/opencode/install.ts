import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bytesOf } from "../../install/files.ts";
import { readJournal } from "../../install/journal.ts";
import { programIn } from "../../install/launcher.ts";
import type { Fitting, Found, Machine, Step, Wired } from "../../install/types.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { addTo, dropEmpty, removeFrom } from "../../wire/jsonc-edit.ts";
import { rivalIn } from "./rivals.ts";

/** How ibid gets into OpenCode and out of it: one element of a list in the user's settings. */
export const opencodeFitting: Fitting = {
	host: "opencode",
	title: "OpenCode",
	find,
	touches: (machine) => [listing(machine)],
	install: (machine) => [addition(machine)],
	uninstall: (machine) => SETTINGS.map((name) => removal(machine, name)),
	wired,
	tryOut,
};

async function find(machine: Machine): Promise<Found | undefined> {
	const program = machine.find("opencode");
	if (program === undefined) return undefined;
	const { output } = await machine.run(program, ["--version"], { folder: machine.home });
	const version = /\d+\.\d+\.\d+\S*/.exec(output)?.[0];
	return version === undefined ? undefined : { program, version };
}

/** All that the host reads; what a later one says counts, and its list of plugins takes the place of an earlier one's. */
const SETTINGS = ["config.json", "opencode.json", "opencode.jsonc"] as const;

/** The file that our plugin belongs in: whose list counts; a new list in a later file would hide one of the user's. */
function listing(machine: Machine): string {
	const there = SETTINGS.filter((name) => existsSync(settingsFile(machine, name)));
	const name = there.findLast((each) => pluginsIn(machine, each) !== undefined);
	return settingsFile(machine, name ?? there.findLast((each) => each !== "config.json") ?? "opencode.json");
}

function settingsFile({ home, environment }: Machine, name: string): string {
	return join(environment.XDG_CONFIG_HOME || join(home, ".config"), "opencode", name);
}

/** The list of plugins in a file of settings; undefined where it has none, or where nobody can read it. */
function pluginsIn(machine: Machine, name: string): readonly unknown[] | undefined {
	try {
		const settings = parseJsonc(bytesOf(settingsFile(machine, name))?.toString("utf8") ?? "{}");
		const isObject = typeof settings === "object" && settings !== null && "plugin" in settings;
		return isObject && Array.isArray(settings.plugin) ? settings.plugin : undefined;
	} catch {
		return undefined;
	}
}

function addition(machine: Machine): Step {
	const path = listing(machine);
	const edit = (text = ""): string => addTo(text.trim() === "" ? NEW : text, ["plugin"], address(machine));
	return { kind: "edit", says: "Adds ibid's plugin to the list of plugins.", path, edit };
}

/** The host puts the schema into settings that have none, which would then be no longer as we made them. */
const NEW = `{\n  "$schema": "https://opencode.ai/config.json"\n}\n`;

function address({ data }: Machine): string {
	return pathToFileURL(join(programIn(data), ...PLUGIN)).href;
}

const PLUGIN = ["dist", "opencode", "plugin.js"];

function removal(machine: Machine, name: string): Step {
	const path = settingsFile(machine, name);
	const edit = (text?: string): string | undefined => {
		// Settings that do not name us need not even be readable.
		if (text === undefined || !text.includes(PLUGIN.join("/"))) return text;
		const before = textBefore(machine, path);
		const without = removeFrom(text, ["plugin"], isOurs);
		const left = before?.includes(`"plugin"`) ? without : dropEmpty(without, ["plugin"]);
		return before === null && left.trim() === NEW.trim() ? undefined : left;
	};
	return { kind: "edit", says: "Takes ibid's plugin out of the list of plugins.", path, edit };
}

/** What a file said before we came; null where there was none, undefined where we do not know. */
function textBefore({ data }: Machine, path: string): string | null | undefined {
	const bytes = readJournal(data, "opencode")?.before[path];
	return typeof bytes === "string" ? Buffer.from(bytes, "base64").toString("utf8") : bytes;
}

/** The plugin, in whichever data folder it was put. */
function isOurs(plugin: unknown): boolean {
	return fileIn(plugin)?.endsWith(join(sep, "program", ...PLUGIN)) === true;
}

/** The file that a plugin is; undefined where it is a package. */
function fileIn(plugin: unknown): string | undefined {
	try {
		return fileURLToPath(addressIn(plugin) ?? "");
	} catch {
		return undefined;
	}
}

/** A plugin may stand there with options. */

function addressIn(plugin: unknown): string | undefined {
	const named: unknown = Array.isArray(plugin) ? plugin[0] : plugin;
	return typeof named === "string" ? named : undefined;
}

function wired(machine: Machine): Wired {
	const lists = SETTINGS.map((name) => pluginsIn(machine, name));
	const counting = lists.findLast((list) => list !== undefined) ?? [];
	const file = fileIn(counting.find(isOurs));
	if (file === undefined && lists.some((list) => list?.some(isOurs)))
		return { kind: "half", why: "another file of settings has a list of plugins, which hides the one with ibid" };
	if (file === undefined) return { kind: "no" };
	if (!existsSync(file)) return { kind: "half", why: `${file} is not there` };
	const rival = rivalIn(counting);
	if (rival !== undefined) return { kind: "half", why: `${rival} is installed, so ibid stands aside` };
	return { kind: "yes", launcher: [file] };
}

/** The host starts its plugins to show its settings, and they show what ours adds to them. */
async function tryOut(machine: Machine, { program }: Found): Promise<string | undefined> {
	const { code, output, errors } = await machine.run(program, ["debug", "config"], { folder: machine.home });
	if (code !== 0) return `OpenCode could not show its settings: ${firstLine(errors || output)}`;
	return output.includes(`"${COMMAND}"`) ? undefined : "OpenCode has started without ibid's plugin.";
}

const COMMAND = "ibid-refresh";

function firstLine(text: string): string {
	return text.trim().split("\n")[0] ?? "";
}
