import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { saidIn } from "../../install/settings.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half } from "../../install/wired.ts";
import { namedIn } from "./plugin-name.ts";
import { rivalIn } from "./rivals.ts";

/** All that the host reads; what a later one says counts, and its list of plugins takes the place of an earlier one's. */
export const SETTINGS = ["config.json", "opencode.json", "opencode.jsonc"] as const;

/** Our plugin, in the folder of the program. */
export const PLUGIN: readonly string[] = ["dist", "opencode", "plugin.js"];

/** Whether OpenCode would use our plugin, in a project, or in none. */
export function wired(machine: Machine, project?: string): InstallStatus {
	const lists = SETTINGS.map((name) => pluginsIn(settingsFile(machine, name)));
	const counting = lists.findLast((list) => list !== undefined) ?? [];
	const file = fileIn(counting.find(isOurs));
	if (file === undefined && lists.some((list) => list?.some(isOurs)))
		return half("another file of settings has a list of plugins, which hides the one with ibid");
	if (file === undefined) return { kind: "no" };
	if (!existsSync(file)) return half(`${file} is not there`);
	const { OPENCODE_PURE = "" } = machine.environment;
	if (/^(?:1|true)$/i.test(OPENCODE_PURE)) return half("OPENCODE_PURE is set, which switches plugins off");
	const rival = rivalIn(listsOf(machine, project).flatMap(({ plugins }) => plugins));
	if (rival !== undefined) return { kind: "half", why: `${rival} is installed, so ibid stands aside`, isAside: true };
	return { kind: "yes", launcher: [file] };
}

/** A file of the user's settings. */
export function settingsFile(machine: Machine, name: string): string {
	return join(hostFolder(machine), name);
}

/** Where OpenCode looks for what is the user's. */
export function hostFolder({ home, environment }: Machine): string {
	return join(environment.XDG_CONFIG_HOME || join(home, ".config"), "opencode");
}

/** The list of plugins in a file of settings; undefined where it has none, or where nobody can read it. */
export function pluginsIn(path: string): readonly unknown[] | undefined {
	const { plugin } = saidIn(path);
	return Array.isArray(plugin) ? plugin : undefined;
}

/** The plugin, in whichever data folder it was put. */
export function isOurs(plugin: unknown): boolean {
	return fileIn(plugin)?.endsWith(join(sep, "program", ...PLUGIN)) === true;
}

/** The file that a plugin is; undefined where it is a package. */
function fileIn(plugin: unknown): string | undefined {
	try {
		return fileURLToPath(namedIn(plugin) ?? "");
	} catch {
		return undefined;
	}
}

/** Every list of plugins that counts, with its file: the host uses the plugins of all of them. */
export function listsOf(machine: Machine, project?: string): { path: string; plugins: readonly unknown[] }[] {
	const user = SETTINGS.map((name) => settingsFile(machine, name)).findLast((path) => pluginsIn(path) !== undefined);
	const paths = [...(user === undefined ? [] : [user]), ...otherSettings(machine, project)];
	return paths.map((path) => ({ path, plugins: pluginsIn(path) ?? [] }));
}

/** Files of settings besides the user's own: of a project, of an environment, and of a whole machine. */
export function otherSettings({ environment }: Machine, project?: string): string[] {
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
