import { join } from "node:path";
import { hookTraces, nameTraces, othersIn, type ToolTrace } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { Machine, OtherTool } from "../../install/types.ts";
import { readIf } from "../../wire/read-if.ts";
import { entriesIn, tablesIn } from "../../wire/toml-tables.ts";
import { hostFolder } from "./wired-files.ts";

/** Other tools that Codex would use in a project: their hooks, plugins and servers. */
export function others(machine: Machine, project: string): OtherTool[] {
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
