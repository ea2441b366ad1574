import { isCalled, PRUNERS } from "../../install/others.ts";

/** The plugin among those of a configuration that prunes; undefined where none is known to. */
export function rivalIn(plugins: unknown): string | undefined {
	const names = (Array.isArray(plugins) ? plugins : []).flatMap((plugin) => namedIn(specIn(plugin)) ?? []);
	return PRUNERS.find((pruner) => names.some((name) => isCalled(name, [pruner])));
}

/** The host may tell a plugin with the file that names it. */
function specIn(plugin: unknown): unknown {
	return typeof plugin === "object" && plugin !== null && "spec" in plugin ? plugin.spec : plugin;
}

/** What a plugin is called in a list, where it may stand with options. */
export function namedIn(plugin: unknown): string | undefined {
	const named: unknown = Array.isArray(plugin) ? plugin[0] : plugin;
	return typeof named === "string" ? named : undefined;
}
