import { followConfig } from "../../config/load.ts";
import { homeFolder } from "../../config/places.ts";
import { isUnderRun } from "../../config/under-run.ts";
import { forgetOld } from "../../store/forget.ts";
import { openRecord, openSharedRecord } from "../../store/record.ts";
import { stateFolder } from "../../store/state-folder.ts";
import { lazyOutliner } from "../../symbol/lazy-outliner.ts";
import { newGuard, newHooks, type OpenCodeHooks } from "./hooks.ts";
import { OPENCODE } from "./name.ts";

/** What OpenCode passes to a plugin, as far as we use it. */
export type Input = { readonly directory: string };

/** The plugin as OpenCode 1.18 starts it. */
async function server({ directory }: Input): Promise<OpenCodeHooks> {
	const home = homeFolder();
	if (home === undefined) return NOTHING;
	const process_ = `${process.pid}-${Date.now().toString(36)}`;
	const folder = stateFolder(home, process.env);
	const following = followConfig({ home, environment: process.env, hosts: [OPENCODE] }, new URL(import.meta.url));
	forgetOld(folder, following.now(directory).config.keepDays, Date.now());
	const outliner = lazyOutliner(async () => (await import("../../symbol/built-outliner.ts")).builtOutliner());
	const runtime = { now: Date.now, settings: () => following.now(directory), outliner };
	if (!isUnderRun(process.env)) return newHooks(directory, openRecord(folder, process_), runtime);
	return { ...NOTHING, ...newGuard(directory, openSharedRecord(folder, process_), runtime) };
}

/** Used if the home directory is unknown. */
const NOTHING: OpenCodeHooks = {
	config: async () => {},
	"command.execute.before": async () => {},
	"tool.execute.before": async () => {},
	"experimental.session.compacting": async () => {},
	"experimental.chat.messages.transform": async () => {},
};

/** The next major version is reported to look for this; it has no hook for messages yet. */
function setup(): object {
	return {};
}

const plugin: { id: string; server: typeof server; setup: typeof setup } = { id: "ibid", server, setup };

// biome-ignore lint/style/noDefaultExport: the host demands it
export default plugin;
