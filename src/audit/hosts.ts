import type { HostName } from "../lens/types.ts";

/** Compares by the order of these names; a host that is not among them comes first. */
export function byHost(
	names: readonly HostName[],
): (a: { readonly host: HostName }, b: { readonly host: HostName }) => number {
	return (a, b) => names.indexOf(a.host) - names.indexOf(b.host);
}
