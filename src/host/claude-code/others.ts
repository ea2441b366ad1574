import { join, resolve } from "node:path";
import { hookTraces, keysOn, nameTraces, othersIn, type ToolTrace } from "../../install/others.ts";
import { entriesOf, saidIn } from "../../install/settings.ts";
import type { Machine, OtherTool } from "../../install/types.ts";
import { settingsFiles } from "./settings-files.ts";
import { hostFolder } from "./wired.ts";

/** Other tools that Claude Code would use in a project: their hooks, plugins and servers. */
export function others(machine: Machine, project: string): OtherTool[] {
	const settings = settingsFiles(hostFolder(machine), project);
	// Beside the host's folder, unless that is where the user wants it.
	const state = join(machine.environment.CLAUDE_CONFIG_DIR || machine.home, ".claude.json");
	return othersIn([
		...settings.flatMap((path) => hookTraces(path, saidIn(path).hooks)),
		...pluginTraces(settings),
		...nameTraces(state, keysOn(saidIn(state).mcpServers)),
		...nameTraces(state, serversFor(project, saidIn(state).projects)),
		...nameTraces(join(project, ".mcp.json"), keysOn(saidIn(join(project, ".mcp.json")).mcpServers)),
	]);
}

/** Plugins that are on; what a later file says of one counts. */
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

/** Servers that the user has for one project alone. */
function serversFor(project: string, projects: unknown): string[] {
	const own = Object.entries(entriesOf(projects)).find(([path]) => resolve(path) === resolve(project))?.[1];
	return keysOn(entriesOf(own).mcpServers);
}
