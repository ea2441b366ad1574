import type { LogReader } from "../src/conversation/types.ts";
import { type HostCatalog, hostIn, type KnownHost } from "../src/host/definition.ts";
import { loadCatalog } from "../src/hosts.ts";
import type { HostName, Tools } from "../src/lens/types.ts";
import type { Limits } from "../src/limits/limits.ts";

/** All hosts that ibid knows, for tests and scripts. */
export const CATALOG: HostCatalog = await loadCatalog();

/** The readers of all logs. */
export const READERS: readonly LogReader[] = [...CATALOG.values()].map(({ reader }) => reader);

/** A host by its name. */
export function hostOf(name: HostName): KnownHost {
	return hostIn(CATALOG, name);
}

/** The tools of a host; without a version, those of the newest version that we know. */
export function toolsOf(name: HostName, version = ""): Tools {
	return hostOf(name).tools(version);
}

/** The limits of a host. */
export function limitsOf(name: HostName): Limits {
	return hostOf(name).limits;
}
