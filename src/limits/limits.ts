import { defaultPolicy, type Policy } from "../core/policy.ts";
import type { Host } from "../lens/types.ts";
import { type Brink, claudeCodeBrink, noBrink } from "./brink.ts";

/** What a host lets us replace, as far as it was tried with the real program. */
export type Limits = {
	readonly replaces: (tool: string) => boolean;
	/** Why it lets us replace no others. */
	readonly beyond: string;
	/** Results of calls that ended badly, too. */
	readonly failures: boolean;
	/** As many bytes as a replacement may have. */
	readonly most: number;
	/** All results of a turn come to us together. */
	readonly together: boolean;
	/** How many results back we quote; the host may have cleared what is older and say nothing. */
	readonly reach: number;
	/** Whether a window of so many tokens may be compacted before the model sees what comes now. */
	readonly brink: Brink;
};

/** The policy that goes with limits. */
export function policyOf({ together, reach }: Limits): Policy {
	return { ...defaultPolicy, siblings: together ? "same subject" : "any change", reach };
}

/** The limits of a host. Versions before those that were tried count as the oldest that was. */
export function limitsOf(host: Host): Limits {
	return LIMITS[host];
}

const isMcp = (tool: string): boolean => tool.startsWith("mcp__");
const ofThese =
	(...names: readonly string[]): Limits["replaces"] =>
	(tool) =>
		names.includes(tool) || isMcp(tool);

const UNLIMITED = Number.POSITIVE_INFINITY;

/** Where every request passes through our hands. */
const EVERYTHING: Limits = {
	replaces: () => true,
	beyond: "there are none",
	failures: true,
	most: UNLIMITED,
	together: true,
	reach: UNLIMITED,
	brink: noBrink,
};

const LIMITS: Readonly<Record<Host, Limits>> = {
	/** 2.1.197 and 2.1.325. A failed Bash does not come to the hook that replaces. */
	"claude-code": {
		replaces: ofThese("Read", "Bash"),
		beyond: "its hook replaces only what Read, Bash and MCP tools answer",
		failures: false,
		most: UNLIMITED,
		together: false,
		reach: 50,
		brink: claudeCodeBrink(),
	},
	/** 0.166. A command that ended badly would lose the line that says so; a patch is answered in a few words. */
	codex: {
		replaces: ofThese("exec_command", "shell", "shell_command"),
		beyond: "in code mode results go to a script and not to the model",
		failures: false,
		most: 10_000,
		together: false,
		reach: UNLIMITED,
		brink: noBrink,
	},
	/** 1.18. */
	opencode: EVERYTHING,
	/** 0.73 and 1.5. */
	pi: EVERYTHING,
	/** 0.61. */
	"gemini-cli": {
		replaces: () => true,
		beyond: "there are none",
		failures: false,
		most: UNLIMITED,
		together: false,
		reach: UNLIMITED,
		brink: noBrink,
	},
	"copilot-cli": {
		replaces: () => false,
		beyond: "it has not been tried whether the host lets us replace results",
		failures: false,
		most: 0,
		together: false,
		reach: UNLIMITED,
		brink: noBrink,
	},
};
