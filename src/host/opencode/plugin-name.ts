/** What a plugin is called in a list, where it may stand with options. */
export function namedIn(plugin: unknown): string | undefined {
	const named: unknown = Array.isArray(plugin) ? plugin[0] : plugin;
	return typeof named === "string" ? named : undefined;
}
