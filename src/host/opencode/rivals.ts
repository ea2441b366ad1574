import { isCalled, PRUNERS } from "../../install/others.ts";

/** The plugin among those of a configuration that prunes; undefined where none is known to. */
export function rivalIn(plugins: unknown): string | undefined {
	const names = (Array.isArray(plugins) ? plugins : []).map(nameOf);
	return PRUNERS.find((pruner) => names.some((name) => isCalled(name, [pruner])));
}

/** A plugin may stand there with its options, or with the file that names it. */
function nameOf(plugin: unknown): string {
	if (Array.isArray(plugin)) return String(plugin[0]);
	const isOrigin = typeof plugin === "object" && plugin !== null && "spec" in plugin;
	return isOrigin ? nameOf(plugin.spec) : String(plugin);
}
