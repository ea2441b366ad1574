/** Plugins that take texts out of requests behind our back, so that a note might lead nowhere. */
const RIVALS = ["@tarquinen/opencode-dcp", "opencode-dcp", "opencode-acp", "opencode-dynamic-context-pruning"];

/** The plugin among those of a configuration that prunes; undefined where none is known to. */
export function rivalIn(plugins: unknown): string | undefined {
	const names = (Array.isArray(plugins) ? plugins : []).map(nameOf);
	return RIVALS.find((rival) => names.some((name) => isNamed(name, rival)));
}

/** A plugin may stand there with its options, or with the file that names it. */
function nameOf(plugin: unknown): string {
	if (Array.isArray(plugin)) return String(plugin[0]);
	const isOrigin = typeof plugin === "object" && plugin !== null && "spec" in plugin;
	return isOrigin ? nameOf(plugin.spec) : String(plugin);
}

/** A package may be named with its version, or by the folder that it lies in. */
function isNamed(name: string, rival: string): boolean {
	return name === rival || name.startsWith(`${rival}@`) || `${name}/`.includes(`/${rival}/`);
}
