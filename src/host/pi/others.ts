import { join } from "node:path";
import { fileTraces, keysOn, nameTraces, othersIn, type ToolTrace } from "../../install/others.ts";
import { saidIn } from "../../install/settings.ts";
import type { Machine, OtherTool } from "../../install/types.ts";
import { agentFolder, packagesAt, sourceOf } from "./wired.ts";

/** Other tools that pi would use in a project: packages, extensions in lists and in folders, and servers. */
export function others(machine: Machine, project: string): OtherTool[] {
	const folders = [agentFolder(machine), join(project, ".pi")];
	return othersIn(
		folders.flatMap((folder) => [
			...listTraces(folder),
			...fileTraces(join(folder, "extensions")),
			...serverTraces(folder),
		]),
	);
}

function listTraces(folder: string): ToolTrace[] {
	const path = join(folder, "settings.json");
	const packages = (packagesAt(path) ?? []).filter((entry) => !isSilenced(entry)).map(sourceOf);
	const { extensions } = saidIn(path);
	return nameTraces(path, [...packages, ...(Array.isArray(extensions) ? extensions : [])]);
}

/** Whether none of a package's extensions is wanted. */
function isSilenced(entry: unknown): boolean {
	if (typeof entry !== "object" || entry === null || !("extensions" in entry)) return false;
	return Array.isArray(entry.extensions) && entry.extensions.length === 0;
}

function serverTraces(folder: string): ToolTrace[] {
	const path = join(folder, "mcp.json");
	return nameTraces(path, keysOn(saidIn(path).mcpServers));
}
