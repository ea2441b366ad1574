import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { textAt } from "../../install/files.ts";
import { serverWords } from "../../install/launcher.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half, missingIn } from "../../install/wired.ts";
import { readIf } from "../../wire/system-error.ts";
import { entriesIn, type TomlTable, tablesIn } from "../../wire/toml-tables.ts";

/** The name of our plugin, and of the marketplace that offers it. */
export const MARKET = "ibid";
export const PLUGIN: string = `ibid@${MARKET}`;

/** Where Codex keeps copies of our plugin. */
export function cacheOf(machine: Machine): string {
	return join(hostFolder(machine), "plugins", "cache", MARKET);
}

/** Whether a table of the configuration is about our plugin: its origin, its use, or its trust. */
export function isOurTable([first, second, third, ...more]: readonly string[]): boolean {
	if (more.length > 0) return false;
	if (first === "hooks") return second === "state" && third?.startsWith(`${PLUGIN}:`) === true;
	if (third !== undefined) return false;
	return (first === "plugins" && second === PLUGIN) || (first === "marketplaces" && second === MARKET);
}

/** Whether Codex would use our plugin, in a project or in none. */
export function wired(machine: Machine, project?: string, managed?: string): InstallStatus {
	const configuration = configurationOf(machine);
	const tables = tablesIn(readIf(configuration));
	const copy = copyIn(cacheOf(machine));
	if (!copy && !tables.some(({ path }) => isOurTable(path))) return { kind: "no" };
	const plugin = tableAt(tables, "plugins", PLUGIN);
	const launcher = serverIn(machine);
	if (!copy || !plugin || !launcher || !tableAt(tables, "marketplaces", MARKET))
		return half("its plugin is only partly installed");
	if (plugin.get("enabled") === false) return half(`its plugin is switched off in ${configuration}`);
	const missing = missingIn(launcher);
	if (missing !== undefined) return half(`${missing} is not there`);
	const ruling = whyOff(machine, project, managed);
	if (ruling !== undefined) return half(ruling);
	const keys = hookKeys(copy);
	if (keys.length === 0) return half("its plugin has no hooks");
	const states = keys.map((key) => tableAt(tables, "hooks", "state", key));
	if (states.some((state) => state?.get("enabled") === false)) return half("its hooks are switched off in Codex");
	if (!states.every((state) => state?.has("trusted_hash"))) return half(UNTRUSTED);
	return { kind: "yes", launcher };
}

/** What the user has to do if our hooks are not trusted yet. */
export const UNTRUSTED: string =
	"its hooks are not trusted yet: open Codex and trust them under /hooks, or: ibid install codex --trust";

/** The command line with which Codex would start our server. */
export function serverIn(machine: Machine): readonly string[] | undefined {
	const copy = copyIn(cacheOf(machine));
	return copy === undefined ? undefined : serverWords(readIf(join(copy, ".mcp.json")));
}

function tableAt(tables: readonly TomlTable[], ...path: readonly string[]): TomlTable["values"] | undefined {
	return tables.find((table) => table.path.join("\n") === path.join("\n"))?.values;
}

/** The folder of the copy in use; each version has its own, and only one is in use. */
function copyIn(cache: string): string | undefined {
	const folder = join(cache, "ibid");
	if (!existsSync(folder)) return undefined;
	const [version] = readdirSync(folder).filter((name) => existsSync(join(folder, name, ".mcp.json")));
	return version === undefined ? undefined : join(folder, version);
}

/** The keys under which Codex stores the user's decision about each hook. */
function hookKeys(copy: string): string[] {
	const hooks = v.safeParse(HooksShape, readIf(join(copy, "hooks", "hooks.json")));
	return Object.entries(hooks.success ? hooks.output.hooks : {}).flatMap(([event, groups]) => {
		const name = event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
		return groups.flatMap(({ hooks }, group) =>
			hooks.map((_, index) => `${PLUGIN}:hooks/hooks.json:${name}:${group}:${index}`),
		);
	});
}

const HooksShape = v.pipe(
	v.string(),
	v.parseJson(),
	v.looseObject({ hooks: v.record(v.string(), v.array(v.looseObject({ hooks: v.array(v.unknown()) }))) }),
);

/** The folder of the user's Codex files. */
export function hostFolder({ home, environment }: Pick<Machine, "home" | "environment">): string {
	return environment.CODEX_HOME || join(home, ".codex");
}

/** The path of the user's configuration, which need not exist. */
export function configurationOf(machine: Machine): string {
	return join(hostFolder(machine), "config.toml");
}

/** The content of a file; empty if there is none. Throws if it cannot be read. */
export function configText(path: string): string {
	return textAt(path) ?? "";
}

/** Why Codex would not run hooks of plugins, by the user's or the machine's configuration; undefined if it would. */
function whyOff(machine: Machine, project?: string, folder: string = folderOf(machine)): string | undefined {
	const rules = join(folder, "requirements.toml");
	const required = switchesIn(readIf(rules));
	if (required.get("allow_managed_hooks_only") === true) return `${rules} allows only its own hooks`;
	const layers = [
		join(folder, "managed_config.toml"),
		...(project !== undefined && isTrusted(machine, project) ? [join(project, ".codex", "config.toml")] : []),
		configurationOf(machine),
		join(folder, "config.toml"),
	].map((path) => ({ path, switches: switchesIn(readIf(path)) }));
	for (const { what, names } of FEATURES) {
		const isSaid = (switches: Switches): boolean | undefined => names.map((name) => switches.get(name)).find(isGiven);
		if (isSaid(required) === false) return `${what} are forbidden by ${rules}`;
		// The first layer that says anything counts.
		const layer = layers.find(({ switches }) => isSaid(switches) !== undefined);
		if (layer && isSaid(layer.switches) === false) return `${what} are switched off in ${layer.path}`;
	}
	return undefined;
}

const FEATURES: readonly { readonly what: string; readonly names: readonly string[] }[] = [
	{ what: "hooks", names: ["features.hooks", "features.codex_hooks", "feature_requirements.hooks"] },
	{ what: "plugins", names: ["features.plugins", "feature_requirements.plugins"] },
];

/** Where administrators say what Codex may do. */
function folderOf({ environment }: Machine): string {
	return environment.ProgramData ? join(environment.ProgramData, "OpenAI", "Codex") : "/etc/codex";
}

/** A project's configuration counts only if the user trusts the project. */
function isTrusted(machine: Machine, project: string): boolean {
	const tables = tablesIn(readIf(configurationOf(machine)));
	const own = tables.find(({ path }) => path[0] === "projects" && path[1] === project);
	return own?.values.get("trust_level") === "trusted";
}

function isGiven(value: boolean | undefined): boolean {
	return value !== undefined;
}

type Switches = ReadonlyMap<string, boolean>;

/** The booleans in a TOML text, by dotted names; people write them in tables, inline tables or with dots. */
function switchesIn(text: string): Switches {
	const switches = new Map<string, boolean>();
	for (const { header, keys, value } of entriesIn(text)) {
		const name = [...header, ...keys].join(".");
		if (typeof value === "boolean") switches.set(name, value);
		const inner =
			typeof value === "string" && value.startsWith("{") ? value.matchAll(/([\w-]+)\s*=\s*(true|false)\b/g) : [];
		for (const [, key, word] of inner) switches.set(`${name}.${key}`, word === "true");
	}
	return switches;
}
