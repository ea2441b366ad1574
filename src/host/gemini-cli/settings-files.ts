import { dirname, join } from "node:path";
import type { Machine } from "../../install/types.ts";
import { parseJsonc } from "../../wire/jsonc.ts";
import { readIf } from "../../wire/system-error.ts";

/** Where Gemini CLI runs: its home, the project, and its environment. */
export type GeminiSurroundings = {
	readonly home: string;
	readonly project: string;
	readonly environment: Machine["environment"];
};

/** All settings files that may count, the most important first. */
export function settingsFiles({ home, project, environment }: GeminiSurroundings, machine: string = MACHINE): string[] {
	const system = environment.GEMINI_CLI_SYSTEM_SETTINGS_PATH || join(machine, "settings.json");
	const defaults = environment.GEMINI_CLI_SYSTEM_DEFAULTS_PATH || join(dirname(system), "system-defaults.json");
	return [...new Set([system, settingsUnder(project), settingsUnder(home), defaults])];
}

/** The settings in a project or in a home. */
function settingsUnder(folder: string): string {
	return join(folder, ".gemini", "settings.json");
}

/** The folder of the machine's settings. */
const MACHINE: string = machineFolder(process.platform);

function machineFolder(platform: string): string {
	if (platform === "darwin") return "/Library/Application Support/GeminiCli";
	return platform === "win32" ? "C:\\ProgramData\\gemini-cli" : "/etc/gemini-cli";
}

/** The content of settings: empty if there are none, undefined if we cannot read them. */
export function settingsIn(path: string): unknown {
	try {
		return parseJsonc(readIf(path) || "{}");
	} catch {
		return undefined;
	}
}
