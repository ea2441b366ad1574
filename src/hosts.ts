import { keysFor } from "./config/keys.ts";
import type { AnyKey } from "./config/types.ts";
import { aider } from "./host/aider/index.ts";
import { claudeCode } from "./host/claude-code/index.ts";
import { codex } from "./host/codex/index.ts";
import { copilotCli } from "./host/copilot-cli/index.ts";
import type { HostCatalog, HostDefinition } from "./host/definition.ts";
import { geminiCli } from "./host/gemini-cli/index.ts";
import { openCode } from "./host/opencode/index.ts";
import { pi } from "./host/pi/index.ts";
import { qwenCode } from "./host/qwen-code/index.ts";
import type { RunnableHost } from "./host/runner.ts";
import type { HostInstaller } from "./install/types.ts";
import type { HostName } from "./lens/types.ts";

/** The hosts that ibid knows, in the order in which reports list them. To add one, add a line here. */
export const HOSTS: readonly HostDefinition[] = [claudeCode, codex, openCode, pi, geminiCli, copilotCli];

/** Their names. */
export const HOST_NAMES: readonly HostName[] = HOSTS.map(({ name }) => name);

/** What is known of these hosts, by their names. */
export async function loadCatalog(hosts: readonly HostDefinition[] = HOSTS): Promise<HostCatalog> {
	const known = hosts.map(async (host) => [host.name, { ...host, ...(await host.knowledge()) }] as const);
	return new Map(await Promise.all(known));
}

/** What people call a host; its name where it is not known. */
export function titleOf(name: HostName): string {
	return [...HOSTS, ...RUN_HOSTS].find((host) => host.name === name)?.title ?? name;
}

/** Why ibid replaces no more results of a host than it does. */
export function beyondOf(name: HostName): string {
	return HOSTS.find((host) => host.name === name)?.beyond ?? "ibid does not know this host";
}

/** Those that ibid can be switched off in. */
export const SWITCHED_HOSTS: readonly HostDefinition[] = HOSTS.filter(({ installer }) => installer);

/** The same in the order in which people are asked whether to install ibid. */
export const INSTALLED_HOSTS: readonly HostDefinition[] = byName(SWITCHED_HOSTS);

/** Those that start ibid to answer their hooks. */
export const HOOKED_HOSTS: readonly HostDefinition[] = byName(HOSTS.filter(({ runtime }) => runtime));

/** Those of them whose hooks call a server of ours. */
export const SERVED_HOSTS: readonly HostDefinition[] = HOOKED_HOSTS.filter(({ hasServer }) => hasServer);

/** Those that can be run with ibid between them and their API; the last ones are known in no other way. */
export const RUN_HOSTS: readonly RunnableHost[] = byName([
	...HOSTS.flatMap(({ runner, ...host }): RunnableHost[] => (runner ? [{ ...host, runner }] : [])),
	...[aider, qwenCode],
]);

function byName<Host extends Pick<HostDefinition, "name">>(hosts: readonly Host[]): Host[] {
	return hosts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** How ibid gets into each host, in the order in which people are asked. */
export async function loadInstallers(): Promise<HostInstaller[]> {
	const loaded = await Promise.all(INSTALLED_HOSTS.map(({ installer }) => installer?.()));
	return loaded.filter((each) => each !== undefined);
}

/** Every key that can be set. */
export const ALL_KEYS: readonly AnyKey[] = keysFor(SWITCHED_HOSTS);
