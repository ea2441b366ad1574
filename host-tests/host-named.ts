/** The one host with this name, or the only one whose name begins with it. */
export function hostNamed(beginning: string, all: readonly string[]): string | undefined {
	if (all.includes(beginning)) return beginning;
	const [found, ...others] = all.filter((name) => name.startsWith(beginning));
	return others.length === 0 ? found : undefined;
}
