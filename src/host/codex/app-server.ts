import * as v from "valibot";
import type { FoundHost, Machine } from "../../install/types.ts";
import { askProgram } from "../../wire/ask-program.ts";
import { PLUGIN } from "./wired.ts";

/** What Codex knows of a hook of ours. */
export type KnownHook = {
	readonly key: string;
	readonly pluginId?: string | null | undefined;
	readonly currentHash: string;
	/** Among others "trusted", "untrusted", and "modified" where it was trusted before it became what it is. */
	readonly trustStatus: string;
};

/** What Codex says of our plugin: its hooks, and what went wrong when it started the server. */
export type Known = { readonly hooks: readonly KnownHook[]; readonly failure: string | undefined };

/** Asks Codex for what it knows of our hooks. Fails where it does not answer. */
export async function askHooks(machine: Machine, found: FoundHost): Promise<readonly KnownHook[]> {
	return (await askCodex(machine, found, false)).hooks;
}

/** The same, and lets Codex start our server and no other. */
export function askAll(machine: Machine, found: FoundHost): Promise<Known> {
	return askCodex(machine, found, true);
}

function askCodex({ home, environment }: Machine, { program }: FoundHost, isStarting: boolean): Promise<Known> {
	const started = { program, args: ["app-server"], environment, folder: home };
	return askProgram(started, async ({ ask, tell }) => {
		await ask("initialize", { clientInfo: { name: "ibid", version: "1" }, capabilities: { experimentalApi: true } });
		tell("initialized");
		const listed = v.parse(HooksShape, await ask("hooks/list", { cwds: [home] }));
		const hooks = listed.data.flatMap(({ hooks }) => hooks).filter(({ pluginId }) => pluginId === PLUGIN);
		if (!isStarting) return { hooks, failure: undefined };
		const servers = v.parse(ServersShape, await ask("mcpServerStatus/list", { serverName: "ibid" }));
		const ours = servers.data.find(({ pluginId }) => pluginId === PLUGIN);
		const failure = ours ? (ours.toolsError ?? undefined) : "Codex does not know of it";
		return { hooks, failure };
	});
}

const HookShape: v.GenericSchema<unknown, KnownHook> = v.looseObject({
	key: v.string(),
	pluginId: v.nullish(v.string()),
	currentHash: v.string(),
	trustStatus: v.string(),
});
const HooksShape = v.looseObject({ data: v.array(v.looseObject({ hooks: v.array(HookShape) })) });
const ServersShape = v.looseObject({
	data: v.array(v.looseObject({ pluginId: v.nullish(v.string()), toolsError: v.nullish(v.string()) })),
});
