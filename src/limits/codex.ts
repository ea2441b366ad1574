import { ANYWHERE, asItIs, type Limits, neverNear, theseAndServers } from "./limits.ts";

const SHELLS: readonly string[] = ["exec_command", "shell", "shell_command"];

/**
 * Codex 0.166, which adds tools of its own if there is any server. A failed command would lose the line that says so,
 * and the result of a patch is a few words.
 */
export const codexLimits: Limits = {
	replaces: theseAndServers(...SHELLS),
	onlyReading: false,
	failures: false,
	most: 10_000,
	together: false,
	agents: true,
	lingers: (tool) => SHELLS.includes(tool),
	arriving: asItIs,
	reach: ANYWHERE,
	nearCompaction: neverNear,
};
