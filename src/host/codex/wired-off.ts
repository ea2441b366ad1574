import { join } from "node:path";
import type { Machine } from "../../install/types.ts";
import { readIf } from "../../wire/read-if.ts";
import { entriesIn, tablesIn } from "../../wire/toml-tables.ts";
import { configurationOf } from "./wired-files.ts";

/** Why Codex would run no hooks of plugins, by its configuration and by that of the machine; undefined where it would. */
export function whyOff(machine: Machine, project?: string, folder: string = folderOf(machine)): string | undefined {
	const rules = join(folder, "requirements.toml");
	const required = switchesIn(readIf(rules));
	if (required.get("allow_managed_hooks_only") === true) return `${rules} allows no hooks but its own`;
	const layers = [
		join(folder, "managed_config.toml"),
		...(project !== undefined && isTrusted(machine, project) ? [join(project, ".codex", "config.toml")] : []),
		configurationOf(machine),
		join(folder, "config.toml"),
	].map((path) => ({ path, switches: switchesIn(readIf(path)) }));
	for (const { what, names } of FEATURES) {
		const isSaid = (switches: Switches): boolean | undefined => names.map((name) => switches.get(name)).find(isGiven);
		if (isSaid(required) === false) return `${what} are forbidden by ${rules}`;
		// The first that says anything counts.
		const layer = layers.find(({ switches }) => isSaid(switches) !== undefined);
		if (layer && isSaid(layer.switches) === false) return `${what} are switched off in ${layer.path}`;
	}
	return undefined;
}

const FEATURES: readonly { readonly what: string; readonly names: readonly string[] }[] = [
	{ what: "hooks", names: ["features.hooks", "features.codex_hooks", "feature_requirements.hooks"] },
	{ what: "plugins", names: ["features.plugins", "feature_requirements.plugins"] },
];

/** Where those who look after a machine say what Codex may do. */
function folderOf({ environment }: Machine): string {
	return environment.ProgramData ? join(environment.ProgramData, "OpenAI", "Codex") : "/etc/codex";
}

/** What a project says counts only if the user trusts it. */
function isTrusted(machine: Machine, project: string): boolean {
	const tables = tablesIn(readIf(configurationOf(machine)));
	const own = tables.find(({ path }) => path[0] === "projects" && path[1] === project);
	return own?.values.get("trust_level") === "trusted";
}

function isGiven(value: boolean | undefined): boolean {
	return value !== undefined;
}

type Switches = ReadonlyMap<string, boolean>;

/** What is true or false in a text of TOML, by names with dots; people may write it in a table, in one line, or with dots. */
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
