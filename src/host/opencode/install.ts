import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dropAdded, readJournal } from "../../install/journal.ts";
import { programIn } from "../../install/launcher.ts";
import { findHost } from "../../install/machine.ts";
import { fileTraces, keysOn, nameTraces, othersIn } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { FoundHost, HostInstaller, InstallStatus, InstallStep, Machine, OtherTool } from "../../install/types.ts";
import { half } from "../../install/wired.ts";
import { addTo, removeFrom } from "../../wire/jsonc-edit.ts";
import { namedIn, rivalIn } from "./rivals.ts";

/** Installs ibid in OpenCode: one element of a list in the user's settings. */
export const opencodeInstaller: HostInstaller = {
	host: "opencode",
	title: "OpenCode",
	program: "opencode",
	find: (machine) => findHost(machine, "opencode", /\d+\.\d+\.\d+\S*/, { folder: machine.home }),
	touches: (machine) => [listing(machine)],
	install: (machine) => [addition(machine)],
	uninstall: (machine) => SETTINGS.map((name) => removal(machine, name)),
	wired,
	others,
	tryOut,
};

/**
 * The file that our plugin belongs in: the one whose list counts. A new list in a later file would override the user's.
 */
function listing(machine: Machine): string {
	const there = SETTINGS.filter((name) => existsSync(settingsFile(machine, name)));
	const name = there.findLast((each) => pluginsIn(settingsFile(machine, each)) !== undefined);
	return settingsFile(machine, name ?? there.findLast((each) => each !== "config.json") ?? "opencode.json");
}

function addition(machine: Machine): InstallStep {
	const path = listing(machine);
	const edit = (text = ""): string => addTo(text.trim() === "" ? NEW : text, ["plugin"], address(machine));
	return { kind: "edit", says: "Adds ibid's plugin to the list of plugins.", path, edit };
}

/** With the schema, because the host adds it to settings without one, which would then differ from what we wrote. */
const NEW = `{\n  "$schema": "https://opencode.ai/config.json"\n}\n`;

function address({ data }: Machine): string {
	return pathToFileURL(join(programIn(data), ...PLUGIN)).href;
}

function removal(machine: Machine, name: string): InstallStep {
	const path = settingsFile(machine, name);
	const edit = (text?: string): string | undefined => {
		// Settings that do not name ibid need not be readable.
		if (text === undefined || !text.includes(PLUGIN.join("/"))) return text;
		const left = dropAdded(removeFrom(text, ["plugin"], isOurPlugin), "plugin", machine, "opencode", path);
		const wasMissing = readJournal(machine.data, "opencode")?.before[path] === null;
		return wasMissing && left.trim() === NEW.trim() ? undefined : left;
	};
	return { kind: "edit", says: "Removes ibid's plugin from the list of plugins.", path, edit };
}

/** To show its settings the host starts its plugins, so the settings contain what our plugin adds. */
async function tryOut(machine: Machine, { program }: FoundHost): Promise<string | undefined> {
	const { code, output, errors } = await machine.run(program, ["debug", "config"], { folder: machine.home });
	if (code !== 0) return `OpenCode could not show its settings: ${firstLine(errors || output)}`;
	return output.includes(`"${COMMAND}"`) ? undefined : "OpenCode started without ibid's plugin.";
}

const COMMAND = "ibid-refresh";

function firstLine(text: string): string {
	return text.trim().split("\n")[0] ?? "";
}

/** All files that the host reads; later ones override earlier ones, their list of plugins too. */
export const SETTINGS = ["config.json", "opencode.json", "opencode.jsonc"] as const;

/** Our plugin, in the folder of the program. */
const PLUGIN: readonly string[] = ["dist", "opencode", "plugin.js"];

/** Whether OpenCode would use our plugin, in a project or in none. */
export function wired(machine: Machine, project?: string): InstallStatus {
	const lists = SETTINGS.map((name) => pluginsIn(settingsFile(machine, name)));
	const counting = lists.findLast((list) => list !== undefined) ?? [];
	const file = fileIn(counting.find(isOurPlugin));
	if (file === undefined && lists.some((list) => list?.some(isOurPlugin)))
		return half("another settings file has its own list of plugins, which overrides the one with ibid");
	if (file === undefined) return { kind: "no" };
	if (!existsSync(file)) return half(`${file} is not there`);
	const { OPENCODE_PURE = "" } = machine.environment;
	if (/^(?:1|true)$/i.test(OPENCODE_PURE)) return half("OPENCODE_PURE is set, which switches plugins off");
	const rival = rivalIn(listsOf(machine, project).flatMap(({ plugins }) => plugins));
	if (rival !== undefined) return { kind: "half", why: `${rival} is installed, so ibid does nothing`, isAside: true };
	return { kind: "yes", launcher: [file] };
}

/** A file of the user's settings. */
function settingsFile(machine: Machine, name: string): string {
	return join(hostFolder(machine), name);
}

/** The folder of the user's OpenCode settings. */
function hostFolder({ home, environment }: Machine): string {
	return join(environment.XDG_CONFIG_HOME || join(home, ".config"), "opencode");
}

/** The list of plugins in a settings file; undefined if it has none, or if the file cannot be read. */
function pluginsIn(path: string): readonly unknown[] | undefined {
	const { plugin } = saidIn(path);
	return Array.isArray(plugin) ? plugin : undefined;
}

/** Our plugin, in any data folder. */
function isOurPlugin(plugin: unknown): boolean {
	return fileIn(plugin)?.endsWith(join(sep, "program", ...PLUGIN)) === true;
}

/** The file of a plugin; undefined if it is a package. */
function fileIn(plugin: unknown): string | undefined {
	try {
		return fileURLToPath(namedIn(plugin) ?? "");
	} catch {
		return undefined;
	}
}

/** Every list of plugins that counts, with its file: the host uses the plugins of all of them. */
function listsOf(machine: Machine, project?: string): { path: string; plugins: readonly unknown[] }[] {
	const user = SETTINGS.map((name) => settingsFile(machine, name)).findLast((path) => pluginsIn(path) !== undefined);
	const paths = [...(user === undefined ? [] : [user]), ...otherSettings(machine, project)];
	return paths.map((path) => ({ path, plugins: pluginsIn(path) ?? [] }));
}

/** Settings files besides the user's own: of a project, of the environment, and of the machine. */
function otherSettings({ environment }: Machine, project?: string): string[] {
	const { OPENCODE_CONFIG, OPENCODE_CONFIG_DIR } = environment;
	const inProject = project === undefined ? [] : [project, join(project, ".opencode")];
	const folders = [...inProject, ...(OPENCODE_CONFIG_DIR ? [OPENCODE_CONFIG_DIR] : []), ...MACHINE];
	return [
		...(OPENCODE_CONFIG ? [OPENCODE_CONFIG] : []),
		...folders.flatMap((folder) => [join(folder, "opencode.json"), join(folder, "opencode.jsonc")]),
	];
}

const MACHINE: readonly string[] = [
	"/etc/opencode",
	"/Library/Application Support/opencode",
	"C:\\ProgramData\\opencode",
];

/** Other tools that OpenCode would use in a project: plugins in lists and in folders, and servers. */
function others(machine: Machine, project: string): OtherTool[] {
	const folders = [hostFolder(machine), join(project, ".opencode")];
	const settings = [...SETTINGS.map((name) => settingsFile(machine, name)), ...otherSettings(machine, project)];
	return othersIn([
		...listsOf(machine, project).flatMap(({ path, plugins }) => nameTraces(path, plugins.map(namedIn))),
		...folders.flatMap((folder) => ["plugin", "plugins"].flatMap((name) => fileTraces(join(folder, name)))),
		...settings.flatMap((path) => nameTraces(path, keysOn(saidIn(path).mcp))),
	]);
}
