import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { serverWords } from "../../install/plugin-server.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half, missingIn } from "../../install/wired.ts";
import { readIf } from "../../wire/read-if.ts";
import { type TomlTable, tablesIn } from "../../wire/toml-tables.ts";
import { configurationOf, hostFolder } from "./wired-files.ts";
import { whyOff } from "./wired-off.ts";

/** The name of our plugin, and of the market that offers it. */
export const MARKET = "ibid";
export const PLUGIN: string = `ibid@${MARKET}`;

/** Where Codex keeps copies of our plugin. */
export function cacheOf(machine: Machine): string {
	return join(hostFolder(machine), "plugins", "cache", MARKET);
}

/** Whether a table of the configuration is about our plugin: where it comes from, that it is used, that it is trusted. */
export function isOurs([first, second, third, ...more]: readonly string[]): boolean {
	if (more.length > 0) return false;
	if (first === "hooks") return second === "state" && third?.startsWith(`${PLUGIN}:`) === true;
	if (third !== undefined) return false;
	return (first === "plugins" && second === PLUGIN) || (first === "marketplaces" && second === MARKET);
}

/** Whether Codex would use our plugin, in a project, or in none. */
export function wired(machine: Machine, project?: string, managed?: string): InstallStatus {
	const configuration = configurationOf(machine);
	const tables = tablesIn(readIf(configuration));
	const copy = copyIn(cacheOf(machine));
	if (!copy && !tables.some(({ path }) => isOurs(path))) return { kind: "no" };
	const plugin = tableAt(tables, "plugins", PLUGIN);
	const launcher = serverIn(machine);
	if (!copy || !plugin || !launcher || !tableAt(tables, "marketplaces", MARKET))
		return half("its plugin is not installed to the end");
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

/** What is missing, and what to do about it, where the user has not said yet that our hooks may run. */
export const UNTRUSTED: string =
	"its hooks are not trusted yet: open Codex and trust them under /hooks, or: ibid install codex --trust";

/** The words by which Codex would start our server. */
export function serverIn(machine: Machine): readonly string[] | undefined {
	const copy = copyIn(cacheOf(machine));
	return copy === undefined ? undefined : serverWords(readIf(join(copy, ".mcp.json")));
}

function tableAt(tables: readonly TomlTable[], ...path: readonly string[]): TomlTable["values"] | undefined {
	return tables.find((table) => table.path.join("\n") === path.join("\n"))?.values;
}

/** The folder of the copy that is used; there is one for each version, and only one at a time. */
function copyIn(cache: string): string | undefined {
	const folder = join(cache, "ibid");
	if (!existsSync(folder)) return undefined;
	const [version] = readdirSync(folder).filter((name) => existsSync(join(folder, name, ".mcp.json")));
	return version === undefined ? undefined : join(folder, version);
}

/** The names by which Codex remembers what the user thinks of each hook. */
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
