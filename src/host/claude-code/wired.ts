import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import * as v from "valibot";
import { bytesOf } from "../../install/files.ts";
import { serverWords } from "../../install/plugin-server.ts";
import type { Machine, Wired } from "../../install/types.ts";
import { parseJsonc } from "../../wire/jsonc.ts";

/** The name of our plugin, and of the market that offers it. */
export const MARKET = "ibid";
export const PLUGIN: string = `ibid@${MARKET}`;

/** Files of Claude Code that have to do with plugins. */
export type Files = { readonly settings: string; readonly markets: string; readonly plugins: string };

/** Where these files are, whether or not they are there. */
export function filesOf(machine: Machine): Files {
	const folder = hostFolder(machine);
	return {
		settings: join(folder, "settings.json"),
		markets: join(folder, "plugins", "known_marketplaces.json"),
		plugins: join(folder, "plugins", "installed_plugins.json"),
	};
}

/** Where Claude Code keeps what is the user's. */
export function hostFolder({ home, environment }: Machine): string {
	return environment.CLAUDE_CONFIG_DIR || join(home, ".claude");
}

/** Whether Claude Code would use our plugin. */
export function wired(machine: Machine, managed: readonly string[] = MANAGED): Wired {
	const files = filesOf(machine);
	const settings = read(SettingsShape, files.settings) ?? {};
	const market = read(MarketsShape, files.markets)?.[MARKET];
	const isInstalled = read(PluginsShape, files.plugins)?.plugins[PLUGIN] !== undefined;
	const isEnabled = settings.enabledPlugins?.[PLUGIN];
	const isDeclared = settings.extraKnownMarketplaces?.[MARKET] !== undefined;
	if (!market && !isInstalled && isEnabled === undefined && !isDeclared) return { kind: "no" };
	if (!market || !isInstalled || isEnabled === undefined) return half("its plugin is not installed to the end");
	if (isEnabled !== true) return half(`its plugin is switched off in ${files.settings}`);
	const launcher = serverIn(join(market.installLocation, MARKET));
	if (!launcher) return half(`its plugin is not in ${market.installLocation}`);
	const missing = launcher.find((word) => isAbsolute(word) && !existsSync(word));
	if (missing !== undefined) return half(`${missing} is not there`);
	if (settings.disableAllHooks === true) return half(`all hooks are switched off in ${files.settings}`);
	const ruling = managed.find((path) => forbids(read(SettingsShape, path)));
	return ruling === undefined ? { kind: "yes", launcher } : half(`its hooks are forbidden by ${ruling}`);
}

/** Settings of those who look after the machine. */
const MANAGED: readonly string[] = [
	"/etc/claude-code/managed-settings.json",
	"/Library/Application Support/ClaudeCode/managed-settings.json",
	"C:\\Program Files\\ClaudeCode\\managed-settings.json",
];

function half(why: string): Wired {
	return { kind: "half", why };
}

function forbids(settings: v.InferOutput<typeof SettingsShape> | undefined): boolean {
	if (settings?.disableAllHooks === true || settings?.enabledPlugins?.[PLUGIN] === false) return true;
	return settings?.allowManagedHooksOnly === true && settings.enabledPlugins?.[PLUGIN] !== true;
}

/** The words that start the server of a plugin. */
function serverIn(plugin: string): readonly string[] | undefined {
	if (!existsSync(join(plugin, "hooks", "hooks.json"))) return undefined;
	return serverWords(bytesOf(join(plugin, ".mcp.json"))?.toString("utf8") ?? "");
}

function read<Shape extends v.GenericSchema>(shape: Shape, path: string): v.InferOutput<Shape> | undefined {
	try {
		return v.parse(shape, parseJsonc(bytesOf(path)?.toString("utf8") ?? ""));
	} catch {
		return undefined;
	}
}

const SettingsShape = v.looseObject({
	enabledPlugins: v.optional(v.record(v.string(), v.unknown())),
	extraKnownMarketplaces: v.optional(v.record(v.string(), v.unknown())),
	disableAllHooks: v.optional(v.unknown()),
	allowManagedHooksOnly: v.optional(v.unknown()),
});
const MarketsShape = v.record(v.string(), v.looseObject({ installLocation: v.string() }));
const PluginsShape = v.looseObject({ plugins: v.record(v.string(), v.unknown()) });
