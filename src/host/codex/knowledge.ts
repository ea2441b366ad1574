import { LEAN_WITH_INVERSE } from "../../lean/types.ts";
import { codexTools } from "../../lens/tools/codex.ts";
import { type Limits, neverNear, theseAndServers, UNLIMITED } from "../../limits/limits.ts";
import { readCodex } from "../../transcript/codex.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

const SHELLS: readonly string[] = ["exec_command", "shell", "shell_command"];

/**
 * Codex 0.166. It adds tools of its own as soon as there is a server. Replacing the result of a failed command would
 * lose the line that says so, and results of patches are only a few words.
 */
export const codexLimits: Limits = {
	replaces: theseAndServers(...SHELLS),
	failures: false,
	most: 10_000,
	together: false,
	lean: LEAN_WITH_INVERSE,
	agents: true,
	lingers: (tool) => SHELLS.includes(tool),
	reach: UNLIMITED,
	nearCompaction: neverNear,
};

/** What an audit needs to know about Codex. */
export const codexKnowledge: HostKnowledge = {
	tools: () => codexTools,
	requestTools: codexTools,
	limits: codexLimits,
	prices: USUAL_PRICES,
	reader: { read: readCodex, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
