import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { keysFor } from "../../config/keys.ts";
import { RUN_VARIABLE } from "../../config/under-run.ts";
import { filesIn } from "../../install/files.ts";
import { pluginFolder, pluginOf, withLauncher } from "../../install/launcher.ts";
import { findHost } from "../../install/machine.ts";
import { hookTraces, nameTraces, othersIn, type ToolTrace } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { FoundHost, HostInstaller, InstallStep, Launcher, Machine, OtherTool } from "../../install/types.ts";
import { tryServer } from "../../wire/ask-program.ts";
import { jsonText } from "../../wire/jsonc.ts";
import { readIf } from "../../wire/system-error.ts";
import {
	entriesIn,
	isWithinEntry,
	tablesIn,
	withLineEndsOf,
	withoutTables,
	withTable,
} from "../../wire/toml-tables.ts";
import { askAll, askHooks, type KnownHook, makeTrial } from "./app-server.ts";
import { CODEX } from "./name.ts";
import {
	cacheOf,
	configText,
	configurationOf,
	hostFolder,
	isOurTable,
	MARKET,
	PLUGIN,
	serverIn,
	wired,
} from "./wired.ts";

/**
 * Installs ibid in Codex: as a plugin, from a marketplace in the data folder. The user trusts its hooks, or we do if
 * asked to.
 */
export const codexInstaller: HostInstaller = {
	host: "codex",
	title: "Codex",
	program: "codex",
	find: (machine) => findHost(machine, "codex", /\d+\.\d+\.\d+/),
	touches: (machine) => [configurationOf(machine)],
	install,
	uninstall,
	keeps,
	consent: { question: "Codex runs hooks only if you trust them. Trust those of ibid?", steps: trustSteps },
	wired,
	others,
	tryOut,
};

function install(machine: Machine, { program }: FoundHost, launcher: Launcher): readonly InstallStep[] {
	const market = pluginFolder(machine, "codex");
	return [
		{ kind: "folder", says: "Writes the plugin.", path: market, files: pluginFiles(machine, launcher) },
		hostRuns(machine, "Adds that folder to Codex's marketplaces.", program, "marketplace", "add", market),
		hostRuns(machine, "Installs the plugin.", program, "add", PLUGIN),
		keepLineEnds(machine),
	];
}

/** Run in the home directory, so no project's settings apply. */
function hostRuns(
	{ home }: Machine,
	says: string,
	...[program = "", ...args]: readonly string[]
): InstallStep & { kind: "run" } {
	return { kind: "run", says, program, args: ["plugin", ...args], around: { folder: home } };
}

/** A marketplace with one plugin, which starts the copied program, or does nothing if the copy is missing. */
function pluginFiles(machine: Machine, launcher: Launcher): ReadonlyMap<string, string> {
	const plugin = pluginOf(machine, "codex");
	const server = plugin.get(".mcp.json");
	if (server === undefined) return plugin;
	const offer = { name: "ibid", source: { source: "local", path: "./plugins/ibid" } };
	return new Map([
		[".agents/plugins/marketplace.json", jsonText({ name: MARKET, plugins: [offer] })],
		...[...plugin].map(([name, text]) => [`plugins/ibid/${name}`, text] as const),
		["plugins/ibid/.mcp.json", withVariables(withLauncher(server, machine, launcher))],
	]);
}

/** Codex hides its environment from servers; we let ibid's variables through. */
function withVariables(text: string): string {
	const { mcpServers } = JSON.parse(text);
	const others = keysFor([CODEX]).map(({ variable }) => variable);
	const env_vars = [...new Set([...mcpServers.ibid.env_vars, "XDG_CONFIG_HOME", RUN_VARIABLE, ...others])];
	return jsonText({ mcpServers: { ibid: { ...mcpServers.ibid, env_vars } } });
}

/** Codex rewrites all line endings when it writes. */
function keepLineEnds(machine: Machine): InstallStep {
	const path = configurationOf(machine);
	const own = configText(path);
	const edit = (text: string | undefined): string | undefined => text && withLineEndsOf(own, text);
	return { kind: "edit", says: "Keeps the line endings of your settings.", path, edit };
}

function uninstall(machine: Machine, found: FoundHost | undefined): readonly InstallStep[] {
	const path = configurationOf(machine);
	return [
		...forgetTrust(machine),
		...(found ? takeOut(machine, found.program) : []),
		{
			kind: "edit",
			says: "Removes the plugin's entries from Codex's settings.",
			path,
			edit: (text) => text && withoutTables(text, isOurTable),
		},
		keepLineEnds(machine),
		{ kind: "remove", says: "Removes the agent's copy of the plugin.", path: cacheOf(machine) },
		{ kind: "remove", says: "Removes the plugin.", path: pluginFolder(machine, "codex") },
	];
}

/** Codex itself notes the content of trusted hooks, in a file whose name we cannot predict. */
function forgetTrust(machine: Machine): readonly InstallStep[] {
	const folder = join(hostFolder(machine), ".hook-trust");
	const states = tablesIn(readIf(configurationOf(machine))).filter(({ path }) => isOurTable(path));
	const ours = new Set(states.map(({ values }) => values.get("trusted_content_hash")));
	const names = [...filesIn(folder)].flatMap(([name, text]) => (ours.has(text.trim()) ? [name] : []));
	const says = "Removes Codex's note that you trust the hooks.";
	return names.map((name) => ({ kind: "edit", says, path: join(folder, name), edit: () => undefined }));
}

/** The host's own command for removal, if ibid is there. */
function takeOut(machine: Machine, program: string): readonly InstallStep[] {
	if (wired(machine).kind === "no") return [];
	return [
		hostRuns(machine, "Removes the plugin from Codex.", program, "remove", PLUGIN),
		hostRuns(machine, "Removes the folder from Codex's marketplaces.", program, "marketplace", "remove", MARKET),
	].map((step) => ({ ...step, mayFail: true }));
}

/** Keeps our hooks trusted if the plugin is the same byte for byte, and keeps switched off what was. */
function keeps(machine: Machine): readonly InstallStep[] {
	const path = configurationOf(machine);
	const states = tablesIn(configText(path)).filter((table) => table.path[0] === "hooks" && isOurTable(table.path));
	if (states.length === 0) return [];
	const former = filesIn(pluginFolder(machine, "codex"));
	const edit = (text = ""): string => {
		const isSame = isDeepStrictEqual(filesIn(pluginFolder(machine, "codex")), former);
		return states.reduce((grown, { path, values }) => {
			const kept = [...values].filter(([key]) => isSame || key === "enabled");
			return kept.length === 0 ? grown : withTable(grown, path, Object.fromEntries(kept));
		}, text);
	};
	return [{ kind: "edit", says: "Keeps the hooks trusted if they have not changed.", path, edit }];
}

/**
 * Makes Codex trust our hooks without asking; only for a user who said yes to exactly that. Fails if Codex does not
 * list the hooks, or if its configuration is written in a way that we do not edit.
 */
export async function trustSteps(machine: Machine, found: FoundHost): Promise<readonly InstallStep[]> {
	const path = configurationOf(machine);
	const hooks = await askHooks(machine, found);
	if (hooks.length === 0) throw new Error("Codex does not list ibid's hooks.");
	const edit = (text = ""): string => {
		if (hooks.some(({ key }) => isWithinEntry(text, ["hooks", "state", key])))
			throw new Error(
				`${path} has its hooks on one line, which ibid does not edit: trust ibid's hooks in Codex, with /hooks.`,
			);
		return hooks.reduce((grown, hook) => withTable(grown, ["hooks", "state", hook.key], trustIn(hook)), text);
	};
	return [{ kind: "edit", says: `Trusts the ${hooks.length} hooks of the plugin.`, path, edit }];
}

/** The entry that Codex itself writes for a trusted hook: a hash of the hook and of the whole plugin. */
function trustIn({ currentHash }: KnownHook): Readonly<Record<string, string>> {
	const [trusted_hash = "", trusted_content_hash] = currentHash.split("/");
	return { trusted_hash, ...(trusted_content_hash === undefined ? {} : { trusted_content_hash }) };
}

async function tryOut(machine: Machine, found: FoundHost): Promise<string | undefined> {
	try {
		const { hooks, failure } = await askAll(machine, found);
		if (failure !== undefined) return `ibid's server does not answer Codex: ${failure}.`;
		if (hooks.length === 0) return "Codex does not list ibid's hooks.";
		if (hooks.some(({ trustStatus }) => trustStatus === "modified"))
			return "ibid's hooks have changed since you trusted them: review them in Codex, with /hooks.";
	} catch (error) {
		return `Codex does not list what it has of ibid: ${error instanceof Error ? error.message : error}.`;
	}
	const words = serverIn(machine);
	return words ? await tryServer(words, machine.environment, makeTrial) : "ibid's server is missing.";
}

/** Other tools that Codex would use in a project: their hooks, plugins and servers. */
function others(machine: Machine, project: string): OtherTool[] {
	const folders = [hostFolder(machine), join(project, ".codex")];
	return othersIn(folders.flatMap((folder) => [...jsonTraces(folder), ...tomlTraces(folder)]));
}

function jsonTraces(folder: string): ToolTrace[] {
	const path = join(folder, "hooks.json");
	return hookTraces(path, saidIn(path).hooks);
}

function tomlTraces(folder: string): ToolTrace[] {
	const path = join(folder, "config.toml");
	const text = readIf(path);
	const used = tablesIn(text).filter(({ values }) => values.get("enabled") !== false);
	const names = used.flatMap(({ path: [kind, name] }) => (kind === "plugins" || kind === "mcp_servers" ? [name] : []));
	const commands = entriesIn(text).flatMap(({ keys, value }) =>
		keys.at(-1) === "command" ? [{ command: value }] : [],
	);
	return [...nameTraces(path, names), ...hookTraces(path, commands)];
}
