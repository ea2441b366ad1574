import { existsSync, readdirSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import * as v from "valibot";
import { textAt } from "../../install/files.ts";
import { serverWords } from "../../install/launcher.ts";
import { saidIn } from "../../install/settings.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half, missingIn } from "../../install/wired.ts";

/** The name of our plugin, and of the marketplace that offers it. */
export const MARKET = "ibid";
export const PLUGIN: string = `ibid@${MARKET}`;

/** Files of Claude Code that concern plugins. */
export type ClaudeCodeFiles = { readonly settings: string; readonly markets: string; readonly plugins: string };

/** The paths of these files, which need not exist. */
export function filesOf(machine: Machine): ClaudeCodeFiles {
	const folder = hostFolder(machine);
	return {
		settings: join(folder, "settings.json"),
		markets: join(folder, "plugins", "known_marketplaces.json"),
		plugins: join(folder, "plugins", "installed_plugins.json"),
	};
}

/** The folder of the user's Claude Code files. */
export function hostFolder({ home, environment }: Pick<Machine, "home" | "environment">): string {
	return environment.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

/** Whether Claude Code would use our plugin, in a project or in none. */
export function wired(machine: Machine, project?: string, managed?: readonly string[]): InstallStatus {
	const files = filesOf(machine);
	const settings = read(SettingsShape, files.settings) ?? {};
	const market = read(MarketsShape, files.markets)?.[MARKET];
	const isInstalled = read(PluginsShape, files.plugins)?.plugins[PLUGIN] !== undefined;
	const isEnabled = settings.enabledPlugins?.[PLUGIN];
	const isDeclared = settings.extraKnownMarketplaces?.[MARKET] !== undefined;
	if (!market && !isInstalled && isEnabled === undefined && !isDeclared) return { kind: "no" };
	if (!market || !isInstalled || isEnabled === undefined) return half("its plugin is only partly installed");
	const launcher = serverIn(join(market.installLocation, MARKET));
	if (!launcher) return half(`its plugin is not in ${market.installLocation}`);
	const missing = missingIn(launcher);
	if (missing !== undefined) return half(`${missing} is not there`);
	const where = { environment: machine.environment, folder: hostFolder(machine), project, managed };
	const ruling = whyOff(where, { plugin: PLUGIN, market: market.installLocation });
	return ruling === undefined ? { kind: "yes", launcher } : half(ruling);
}

/** The command line of a plugin's server. */
function serverIn(plugin: string): readonly string[] | undefined {
	if (!existsSync(join(plugin, "hooks", "hooks.json"))) return undefined;
	return serverWords(textAt(join(plugin, ".mcp.json")) ?? "");
}

function read<Shape extends v.GenericSchema>(shape: Shape, path: string): v.InferOutput<Shape> | undefined {
	const parsed = v.safeParse(shape, saidIn(path));
	return parsed.success ? parsed.output : undefined;
}

const SettingsShape = v.looseObject({
	enabledPlugins: v.optional(v.record(v.string(), v.unknown())),
	extraKnownMarketplaces: v.optional(v.record(v.string(), v.unknown())),
});
const MarketsShape = v.record(v.string(), v.looseObject({ installLocation: v.string() }));
const PluginsShape = v.looseObject({ plugins: v.record(v.string(), v.unknown()) });

/** Settings files: the user's in the host's folder, then the project's; later ones override earlier ones. */
export function settingsFiles(folder: string, project: string | undefined): string[] {
	const own = join(folder, "settings.json");
	if (project === undefined) return [own];
	const inProject = ["settings.json", "settings.local.json"].map((name) => resolve(project, ".claude", name));
	// In the home directory, the project's settings are the user's.
	return [...new Set([own, ...inProject])];
}

/** Where to look for settings: the host's folder, a project if one is given, and the machine's folders. */
type Where = {
	readonly environment: Machine["environment"];
	readonly folder: string;
	readonly project: string | undefined;
	readonly managed?: readonly string[] | undefined;
};

/** Our plugin, and the folder that it comes from. */
type Ours = { readonly plugin: string; readonly market: string };

/** Why Claude Code would not run the hooks of our installed plugin; undefined if it would. */
function whyOff({ environment, folder, project, managed }: Where, ours: Ours): string | undefined {
	return (
		whyForbidden(managedSettings(folder, managed), ours) ??
		whySwitchedOff(settingsFiles(folder, project).map(readSettings), ours) ??
		whyBare(environment)
	);
}

/** A settings file, and what it says about hooks and plugins. */
type ClaudeCodeSetting = { readonly path: string; readonly settings: v.InferOutput<typeof HookSettingsShape> };

/** Settings of the machine's administrators: in its folders, and those sent to the user's folder. */
function managedSettings(folder: string, machine?: readonly string[]): ClaudeCodeSetting[] {
	return [remoteSettings(folder), ...managedFiles(machine)].map(readSettings);
}

/** Where Claude Code keeps the settings that an organisation has sent to the user. */
export function remoteSettings(folder: string): string {
	return join(folder, "remote-settings.json");
}

/** Where an administrator may put settings on the machine. */
export function managedFiles(machine: readonly string[] = MACHINE): string[] {
	return machine.flatMap((place) => {
		const more = join(place, "managed-settings.d");
		return [join(place, "managed-settings.json"), ...namesIn(more).map((name) => join(more, name))];
	});
}

const MACHINE: readonly string[] = [
	"/etc/claude-code",
	"/Library/Application Support/ClaudeCode",
	"C:\\Program Files\\ClaudeCode",
];

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).filter((name) => /^[^.].*\.json$/.test(name));
	} catch {
		return [];
	}
}

function readSettings(path: string): ClaudeCodeSetting {
	const parsed = v.safeParse(HookSettingsShape, saidIn(path));
	return { path, settings: parsed.success ? parsed.output : {} };
}

/** A value of the wrong type is ignored, and does not hide the others. */
function loose<Schema extends v.GenericSchema>(
	schema: Schema,
): v.SchemaWithFallback<v.OptionalSchema<Schema, undefined>, undefined> {
	return v.fallback(v.optional(schema), undefined);
}

const Sources = v.array(
	v.looseObject({ source: loose(v.string()), path: loose(v.string()), pathPattern: loose(v.string()) }),
);
const HookSettingsShape = v.object({
	disableAllHooks: loose(v.boolean()),
	allowManagedHooksOnly: loose(v.boolean()),
	enabledPlugins: loose(v.record(v.string(), v.unknown())),
	strictKnownMarketplaces: loose(Sources),
	blockedMarketplaces: loose(Sources),
});

function whyForbidden(managed: readonly ClaudeCodeSetting[], { plugin, market }: Ours): string | undefined {
	const ruling = (forbids: (settings: ClaudeCodeSetting["settings"]) => boolean): string | undefined =>
		managed.find(({ settings }) => forbids(settings))?.path;
	const isTheirs = managed.some(({ settings }) => settings.enabledPlugins?.[plugin] === true);
	const noHooks =
		ruling(({ disableAllHooks }) => disableAllHooks === true) ??
		(isTheirs ? undefined : ruling(({ allowManagedHooksOnly }) => allowManagedHooksOnly === true));
	if (noHooks !== undefined) return `its hooks are forbidden by ${noHooks}`;
	const noPlugin = ruling(({ enabledPlugins }) => enabledPlugins?.[plugin] === false);
	if (noPlugin !== undefined) return `its plugin is forbidden by ${noPlugin}`;
	const noMarket = ruling(({ strictKnownMarketplaces: known, blockedMarketplaces: blocked = [] }) => {
		return blocked.some((each) => isAbout(each, market)) || known?.some((each) => isAbout(each, market)) === false;
	});
	return noMarket === undefined ? undefined : `the folder that its plugin comes from is forbidden by ${noMarket}`;
}

/** Whether a rule about the origin of plugins names a folder. */
function isAbout({ source, path, pathPattern }: v.InferOutput<typeof Sources>[number], folder: string): boolean {
	if (source === "directory" || source === "file")
		return path !== undefined && isAbsolute(path) && resolve(path) === folder;
	try {
		return source === "pathPattern" && pathPattern !== undefined && new RegExp(pathPattern).test(folder);
	} catch {
		return false;
	}
}

/** The last file that says something counts. */
function whySwitchedOff(own: readonly ClaudeCodeSetting[], { plugin }: Ours): string | undefined {
	const enabled = own.findLast(({ settings }) => settings.enabledPlugins?.[plugin] !== undefined);
	if (enabled && enabled.settings.enabledPlugins?.[plugin] !== true)
		return `its plugin is switched off in ${enabled.path}`;
	const hooks = own.findLast(({ settings }) => settings.disableAllHooks !== undefined);
	return hooks?.settings.disableAllHooks === true ? `all hooks are switched off in ${hooks.path}` : undefined;
}

/** Which variable, if any, switches hooks and plugins off. */
export function whyBare(environment: Machine["environment"]): string | undefined {
	const name = ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"].find((each) => ON.test(environment[each] ?? ""));
	return name === undefined ? undefined : `${name} is set, which switches plugins off`;
}

const ON = /^(?:1|true|yes|on)$/i;
