import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { textAt } from "../../install/files.ts";
import { serverWords } from "../../install/plugin-server.ts";
import { saidIn } from "../../install/settings.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half, missingIn } from "../../install/wired.ts";
import { whyOff } from "./wired-off.ts";

/** The name of our plugin, and of the market that offers it. */
export const MARKET = "ibid";
export const PLUGIN: string = `ibid@${MARKET}`;

/** Files of Claude Code that have to do with plugins. */
export type ClaudeCodeFiles = { readonly settings: string; readonly markets: string; readonly plugins: string };

/** Where these files are, whether or not they are there. */
export function filesOf(machine: Machine): ClaudeCodeFiles {
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

/** Whether Claude Code would use our plugin, in a project, or in none. */
export function wired(machine: Machine, project?: string, managed?: readonly string[]): InstallStatus {
	const files = filesOf(machine);
	const settings = read(SettingsShape, files.settings) ?? {};
	const market = read(MarketsShape, files.markets)?.[MARKET];
	const isInstalled = read(PluginsShape, files.plugins)?.plugins[PLUGIN] !== undefined;
	const isEnabled = settings.enabledPlugins?.[PLUGIN];
	const isDeclared = settings.extraKnownMarketplaces?.[MARKET] !== undefined;
	if (!market && !isInstalled && isEnabled === undefined && !isDeclared) return { kind: "no" };
	if (!market || !isInstalled || isEnabled === undefined) return half("its plugin is not installed to the end");
	const launcher = serverIn(join(market.installLocation, MARKET));
	if (!launcher) return half(`its plugin is not in ${market.installLocation}`);
	const missing = missingIn(launcher);
	if (missing !== undefined) return half(`${missing} is not there`);
	const where = { environment: machine.environment, folder: hostFolder(machine), project, managed };
	const ruling = whyOff(where, { plugin: PLUGIN, market: market.installLocation });
	return ruling === undefined ? { kind: "yes", launcher } : half(ruling);
}

/** The words that start the server of a plugin. */
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
