/** Plugins that take texts out of requests behind our back, so that a note might lead nowhere. */
const RIVALS = ["@tarquinen/opencode-dcp", "opencode-dcp", "opencode-acp", "opencode-dynamic-context-pruning"];

/** The plugin among those of a configuration that prunes; undefined where none is known to. */
export function rivalIn(plugins: unknown): string | undefined {
	const names = (Array.isArray(plugins) ? plugins : []).map((plugin) =>
		String(Array.isArray(plugin) ? plugin[0] : plugin),
	);
	return RIVALS.find((rival) => names.some((name) => isNamed(name, rival)));
}

/** A package may be named with its version, or by the folder that it lies in. */
function isNamed(name: string, rival: string): boolean {
	return name === rival || name.startsWith(`${rival}@`) || `${name}/`.includes(`/${rival}/`);
}
