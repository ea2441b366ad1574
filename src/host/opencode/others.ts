import { join } from "node:path";
import { fileTraces, keysOn, nameTraces, othersIn } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { Machine, OtherTool } from "../../install/types.ts";
import { namedIn } from "./plugin-name.ts";
import { hostFolder, listsOf, otherSettings, SETTINGS, settingsFile } from "./wired.ts";

/** Other tools that OpenCode would use in a project: plugins in lists and in folders, and servers. */
export function others(machine: Machine, project: string): OtherTool[] {
	const folders = [hostFolder(machine), join(project, ".opencode")];
	const settings = [...SETTINGS.map((name) => settingsFile(machine, name)), ...otherSettings(machine, project)];
	return othersIn([
		...listsOf(machine, project).flatMap(({ path, plugins }) => nameTraces(path, plugins.map(namedIn))),
		...folders.flatMap((folder) => ["plugin", "plugins"].flatMap((name) => fileTraces(join(folder, name)))),
		...settings.flatMap((path) => nameTraces(path, keysOn(saidIn(path).mcp))),
	]);
}
