import { dirname, join } from "node:path";
import type { Machine } from "../../install/types.ts";

/** Where Gemini CLI works: the home that it knows, the project, and what its environment says. */
export type GeminiSurroundings = {
	readonly home: string;
	readonly project: string;
	readonly environment: Machine["environment"];
};

/** Every file of settings that may count, the one that counts most first. */
export function settingsFiles({ home, project, environment }: GeminiSurroundings, machine: string = MACHINE): string[] {
	const system = environment.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(machine, "settings.json");
	const defaults = environment.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(system), "system-defaults.json");
	return [...new Set([system, settingsUnder(project), settingsUnder(home), defaults])];
}

/** The settings in a project or in a home. */
export function settingsUnder(folder: string): string {
	return join(folder, ".gemini", "settings.json");
}

/** The folder with settings and policies of the whole machine. */
export const MACHINE: string = machineFolder(process.platform);

function machineFolder(platform: string): string {
	if (platform === "darwin") return "/Library/Application Support/GeminiCli";
	return platform === "win32" ? "C:\\ProgramData\\gemini-cli" : "/etc/gemini-cli";
}
