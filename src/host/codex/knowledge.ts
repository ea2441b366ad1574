import { codexTools } from "../../lens/tools/codex.ts";
import { ANYWHERE, asItIs, type Limits, neverNear, theseAndServers } from "../../limits/limits.ts";
import { readCodex } from "../../transcript/codex.ts";
import { type HostKnowledge, USUAL_PRICES } from "../definition.ts";

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
	lean: [],
	agents: true,
	lingers: (tool) => SHELLS.includes(tool),
	arriving: asItIs,
	reach: ANYWHERE,
	nearCompaction: neverNear,
};

/** What an audit has to know of Codex. */
export const codexKnowledge: HostKnowledge = {
	tools: () => codexTools,
	limits: codexLimits,
	prices: USUAL_PRICES,
	reader: { read: readCodex, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
};
