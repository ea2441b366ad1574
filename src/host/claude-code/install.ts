import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { textAt } from "../../install/files.ts";
import { pluginFolder, pluginOf, withLauncher } from "../../install/launcher.ts";
import { findHost } from "../../install/machine.ts";
import { hookTraces, keysOn, nameTraces, othersIn, type ToolTrace } from "../../install/others.ts";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type {
	FoundHost,
	HostInstaller,
	InstallStep,
	Launcher,
	Machine,
	MachineSurroundings,
	OtherTool,
} from "../../install/types.ts";
import { unusedWords } from "../../install/wired.ts";
import { tryServer } from "../../wire/ask-program.ts";
import { type Json, jsonText, parseJsonc } from "../../wire/jsonc.ts";
import { dropEmpty, removeIn, setIn } from "../../wire/jsonc-edit.ts";
import { filesOf, hostFolder, MARKET, PLUGIN, settingsFiles, wired } from "./wired.ts";

/** Installs ibid in Claude Code: as a plugin, from a marketplace in the data folder. */
export const claudeCodeInstaller: HostInstaller = {
	host: "claude-code",
	title: "Claude Code",
	program: "claude",
	find: (machine) => findHost(machine, "claude", /\d+\.\d+\.\d+/, aroundHost(machine)),
	touches: (machine) => Object.values(filesOf(machine)),
	install,
	uninstall,
	wired,
	others,
	tryOut,
};

/** Run in the home directory, so no project's settings apply; and without network traffic that we did not ask for. */
function aroundHost({ home }: Machine): MachineSurroundings {
	return { folder: home, environment: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", DISABLE_AUTOUPDATER: "1" } };
}

function install(machine: Machine, { program }: FoundHost, launcher: Launcher): readonly InstallStep[] {
	const market = pluginFolder(machine, "claude-code");
	const { settings } = filesOf(machine);
	const own = textAt(settings);
	return [
		{ kind: "folder", says: "Writes the plugin.", path: market, files: pluginFiles(machine, launcher) },
		hostRuns(machine, "Adds that folder to Claude Code's marketplaces.", program, "marketplace", "add", market),
		hostRuns(machine, "Installs the plugin for all your projects.", program, "install", PLUGIN),
		{
			kind: "edit",
			says: "Keeps the formatting of your settings; adds only two entries for the plugin.",
			path: settings,
			edit: (text) => asWritten(own, text, market),
		},
	];
}

function hostRuns(
	machine: Machine,
	says: string,
	...[program = "", ...args]: readonly string[]
): InstallStep & { kind: "run" } {
	return { kind: "run", says, program, args: ["plugin", ...args], around: aroundHost(machine) };
}

/** A marketplace with one plugin, which starts the copied program, or does nothing if the copy is missing. */
function pluginFiles(machine: Machine, launcher: Launcher): Map<string, string> {
	const plugin = pluginOf(machine, "claude-code");
	const server = plugin.get(".mcp.json");
	if (server === undefined) return plugin;
	const offer = { name: "ibid", source: "./ibid", description: "Notes instead of lines that the model already has." };
	return new Map([
		[".claude-plugin/marketplace.json", jsonText({ name: MARKET, owner: { name: "ibid" }, plugins: [offer] })],
		...[...plugin].map(([name, text]) => [`ibid/${name}`, text] as const),
		["ibid/.mcp.json", withLauncher(server, machine, launcher)],
	]);
}

/**
 * The host's change in the user's formatting. In the host's formatting if it changed more than we asked for, as it does
 * when it migrates old settings.
 */
function asWritten(own: string | undefined, text: string | undefined, market: string): string | undefined {
	if (own === undefined) return text;
	try {
		const declared = setIn(own, ["extraKnownMarketplaces", MARKET], sourceOf(market));
		const enabled = setIn(declared, ["enabledPlugins", PLUGIN], true);
		return text === own || isDeepStrictEqual(parseJsonc(enabled), parseJsonc(text ?? "")) ? enabled : text;
	} catch {
		return text;
	}
}

function sourceOf(path: string): Json {
	return { source: { source: "directory", path } };
}

function uninstall(machine: Machine, found: FoundHost | undefined): readonly InstallStep[] {
	const { settings, markets, plugins } = filesOf(machine);
	const own = textAt(settings);
	const folder = join(hostFolder(machine), "plugins");
	const market = pluginFolder(machine, "claude-code");
	return [
		...(found ? takeOut(machine, found.program) : []),
		edit(settings, () => without(own, ["enabledPlugins", PLUGIN], ["extraKnownMarketplaces", MARKET])),
		edit(markets, (text) => without(text, [MARKET])),
		edit(plugins, (text) => without(text, ["plugins", PLUGIN])),
		{ kind: "remove", says: "Removes the agent's copy of the plugin.", path: join(folder, "cache", MARKET) },
		{
			kind: "remove",
			says: "Removes the agent's data folder for it.",
			path: join(folder, "data", PLUGIN.replace("@", "-")),
		},
		{ kind: "remove", says: "Removes the plugin.", path: market },
	];
}

/** The host's own command for removal, if ibid is there; removing a marketplace also removes its plugins. */
function takeOut(machine: Machine, program: string): readonly InstallStep[] {
	if (wired(machine).kind === "no") return [];
	const step = hostRuns(machine, "Removes the plugin from Claude Code.", program, "marketplace", "remove", MARKET);
	return [{ ...step, mayFail: true }];
}

function edit(path: string, change: (text: string | undefined) => string | undefined): InstallStep {
	return { kind: "edit", says: "Removes its entries for the plugin.", path, edit: change };
}

/** A text without these entries, and without objects that are empty after that. */
function without(text: string | undefined, ...paths: readonly (readonly string[])[]): string | undefined {
	// A file that does not name ibid need not be readable.
	if (!text?.includes(`"${MARKET}`)) return text;
	return paths.reduce((left, path) => {
		const less = removeIn(left, path);
		return less === left ? left : dropEmpty(less, path.slice(0, -1));
	}, text);
}

async function tryOut(machine: Machine, { program }: FoundHost): Promise<string | undefined> {
	const { code, output, errors } = await machine.run(program, ["mcp", "get", "plugin:ibid:ibid"], aroundHost(machine));
	if (code !== 0 || !/Connected/.test(output))
		return `ibid's server does not answer Claude Code: ${(/Status: .*/.exec(output)?.[0] ?? errors).trim()}`;
	const now = wired(machine);
	if (now.kind !== "yes") return unusedWords(now);
	return await tryServer(now.launcher, machine.environment, makeTrial);
}

/** Writes a small log in which a file is read for the second time; returns the hook input for that call. */
export function makeTrial(folder: string): object {
	const log = join(folder, "log.jsonl");
	const input = { file_path: join(folder, "trial.txt") };
	const asking = { role: "assistant", model: "trial", usage: {} };
	const shown = LINES.map((line, index) => `${index + 1}\t${line}`).join("\n");
	const lines = [
		{ type: "assistant", message: { ...asking, id: "1", content: [callOf("1", input)] } },
		{ type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: shown }] } },
		{ type: "assistant", message: { ...asking, id: "2", content: [callOf("2", input)] } },
	];
	const common = { sessionId: "trial", isSidechain: false, cwd: folder, timestamp: new Date().toISOString() };
	const whole = lines.map((line, index) => {
		const place = { uuid: String(index), parentUuid: index === 0 ? null : String(index - 1) };
		const source = line.type === "user" ? { sourceToolAssistantUUID: "0" } : {};
		return `${JSON.stringify({ ...common, ...place, ...source, ...line })}\n`;
	});
	writeFileSync(log, whole.join(""));
	const counts = { numLines: LINES.length, startLine: 1, totalLines: LINES.length };
	return {
		hook_event_name: "PostToolUse",
		session_id: "trial",
		transcript_path: log,
		cwd: folder,
		tool_name: "Read",
		tool_input: input,
		tool_use_id: "2",
		tool_response: { type: "text", file: { filePath: input.file_path, content: LINES.join("\n"), ...counts } },
	};
}

function callOf(id: string, input: object): object {
	return { type: "tool_use", id, name: "Read", input };
}

const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a text that is shown twice.`);

/** Other tools that Claude Code would use in a project: their hooks, plugins and servers. */
function others(machine: Machine, project: string): OtherTool[] {
	const settings = settingsFiles(hostFolder(machine), project);
	// In the home directory, or in CLAUDE_CONFIG_DIR if that is set.
	const state = join(machine.environment.CLAUDE_CONFIG_DIR || machine.home, ".claude.json");
	return othersIn([
		...settings.flatMap((path) => hookTraces(path, saidIn(path).hooks)),
		...pluginTraces(settings),
		...nameTraces(state, keysOn(saidIn(state).mcpServers)),
		...nameTraces(state, serversFor(project, saidIn(state).projects)),
		...nameTraces(join(project, ".mcp.json"), keysOn(saidIn(join(project, ".mcp.json")).mcpServers)),
	]);
}

/** The enabled plugins; a later file overrides an earlier one. */
function pluginTraces(settings: readonly string[]): ToolTrace[] {
	const said = settings.flatMap((path) =>
		Object.entries(entriesOf(saidIn(path).enabledPlugins)).map(([name, isOn]) => ({
			path,
			name,
			isOn: isOn !== false,
		})),
	);
	const last = new Map(said.map((each) => [each.name, each]));
	return [...last.values()].flatMap(({ path, name, isOn }) => (isOn ? nameTraces(path, [name]) : []));
}

/** Servers that the user has set up for one project only. */
function serversFor(project: string, projects: unknown): string[] {
	const own = Object.entries(entriesOf(projects)).find(([path]) => resolve(path) === resolve(project))?.[1];
	return keysOn(entriesOf(own).mcpServers);
}
