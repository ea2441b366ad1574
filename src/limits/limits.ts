import type { Host } from "../lens/types.ts";

/** What a host lets us replace, as far as it was tried with the real program. */
export type Limits = {
	readonly replaces: (tool: string) => boolean;
	/** Results of calls that ended badly, too. */
	readonly failures: boolean;
	/** As many bytes as a replacement may have. */
	readonly most: number;
	/** All results of a turn come to us together. */
	readonly together: boolean;
};

/** The limits of a host. Versions before those that were tried count as the oldest that was. */
export function limitsOf(host: Host): Limits {
	return LIMITS[host];
}

const isMcp = (tool: string): boolean => tool.startsWith("mcp__");
const ofThese =
	(...names: readonly string[]): Limits["replaces"] =>
	(tool) =>
		names.includes(tool) || isMcp(tool);

const EVERYTHING: Limits = { replaces: () => true, failures: true, most: Number.POSITIVE_INFINITY, together: true };

const LIMITS: Readonly<Record<Host, Limits>> = {
	/** 2.1.197 and 2.1.325: a hook may give a Read, a Bash that ended well and an MCP tool another result. */
	"claude-code": {
		replaces: ofThese("Read", "Bash"),
		failures: false,
		most: Number.POSITIVE_INFINITY,
		together: false,
	},
	/**
	 * 0.166: a hook replaces the result of a tool that the model itself has called. What scripts call in code mode goes
	 * to the script. A command that ended badly would lose the line that says so.
	 */
	codex: {
		replaces: ofThese("exec_command", "shell", "shell_command", "apply_patch"),
		failures: false,
		most: 10_000,
		together: false,
	},
	/** 1.18 and pi: every request passes through our hands. */
	opencode: EVERYTHING,
	pi: EVERYTHING,
	/** 0.61: a hook replaces what a tool has answered, but not an error. */
	"gemini-cli": { replaces: () => true, failures: false, most: Number.POSITIVE_INFINITY, together: false },
	/** Not tried yet. */
	"copilot-cli": { replaces: () => false, failures: false, most: 0, together: false },
};
