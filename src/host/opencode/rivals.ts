import { isCalled, PRUNERS } from "../../install/others.ts";

/** The plugin of a configuration that prunes results; undefined if no known one does. */
export function rivalIn(plugins: unknown): string | undefined {
	const names = (Array.isArray(plugins) ? plugins : []).flatMap((plugin) => namedIn(specIn(plugin)) ?? []);
	return PRUNERS.find((pruner) => names.some((name) => isCalled(name, [pruner])));
}

/** The host may list a plugin together with the file that names it. */
function specIn(plugin: unknown): unknown {
	return typeof plugin === "object" && plugin !== null && "spec" in plugin ? plugin.spec : plugin;
}

/** The name of a plugin in a list, where it may have options. */
export function namedIn(plugin: unknown): string | undefined {
	const named: unknown = Array.isArray(plugin) ? plugin[0] : plugin;
	return typeof named === "string" ? named : undefined;
}
