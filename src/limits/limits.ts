import { defaultPolicy, type Policy } from "../core/policy.ts";
import type { Host } from "../lens/types.ts";
import { insideOf, wrapped } from "../lens/unwrap/gemini-wrapping.ts";
import { type Brink, claudeCodeBrink, geminiCliBrink, noBrink } from "./brink.ts";

/** What a host lets us replace, as far as it was tried with the real program. */
export type Limits = {
	readonly replaces: (tool: string) => boolean;
	/** Why it lets us replace no others. */
	readonly beyond: string;
	/** Only results of calls that change nothing. */
	readonly onlyReading: boolean;
	/** Results of calls that ended badly, too. */
	readonly failures: boolean;
	/** As many bytes as a replacement may have. */
	readonly most: number;
	/** Every request passes through our hands: all results of a turn come together, and all that stands is told anew. */
	readonly together: boolean;
	/** Results of sub-agents, too. */
	readonly agents: boolean;
	/** Tools that run beside others of a turn: when those answer, these may still be running, whatever the log says. */
	readonly lingers: (tool: string) => boolean;
	/** A text of ours as it reaches the model. */
	readonly arriving: (text: string) => string;
	/** How far back we quote; the host may have cleared what is older and say nothing. */
	readonly reach: Reach;
	/** Tokens of the tools that ibid brings with it, in every request. */
	readonly declares: number;
	/** Whether a window may be compacted before the model sees what comes now. */
	readonly brink: Brink;
};

/** As many results, and with them as many tokens, as may lie between a note and its lines. */
export type Reach = { readonly results: number; readonly tokens: number };

/** The policy that goes with limits, after results of these sizes in tokens. */
export function policyOf({ together, reach }: Limits, sizes: readonly number[] = []): Policy {
	const siblings = together ? "same subject" : "any change";
	return { ...defaultPolicy, siblings, reach: resultsWithin(reach, sizes) };
}

function resultsWithin({ results, tokens }: Reach, sizes: readonly number[]): number {
	if (tokens === UNLIMITED) return results;
	let left = tokens;
	const tooFar = sizes.findLastIndex((size) => {
		left -= size;
		return left < 0;
	});
	return tooFar < 0 ? results : Math.min(results, sizes.length - 1 - tooFar);
}

/** The limits of a host. */
export function limitsOf(host: Host): Limits {
	return LIMITS[host];
}

const isMcp = (tool: string): boolean => tool.startsWith("mcp__");
const ofThese =
	(...names: readonly string[]): Limits["replaces"] =>
	(tool) =>
		names.includes(tool) || isMcp(tool);

const CODEX_SHELLS = ["exec_command", "shell", "shell_command"];
const isCodexShell = (tool: string): boolean => CODEX_SHELLS.includes(tool);

const asItIs = (text: string): string => text;

const UNLIMITED = Number.POSITIVE_INFINITY;
const ANYWHERE: Reach = { results: UNLIMITED, tokens: UNLIMITED };

/** Where every request passes through our hands. */
const EVERYTHING: Limits = {
	replaces: () => true,
	beyond: "there are none",
	onlyReading: false,
	failures: true,
	most: UNLIMITED,
	together: true,
	agents: true,
	lingers: () => false,
	arriving: asItIs,
	reach: ANYWHERE,
	declares: 0,
	brink: noBrink,
};

const LIMITS: Readonly<Record<Host, Limits>> = {
	/** 2.1.197 and 2.1.325. A failed Bash does not come to the hook that replaces. */
	"claude-code": {
		replaces: ofThese("Read", "Bash"),
		beyond: "its hook replaces only what Read, Bash and MCP tools answer",
		onlyReading: false,
		failures: false,
		most: UNLIMITED,
		together: false,
		agents: true,
		lingers: () => false,
		arriving: asItIs,
		reach: { ...ANYWHERE, results: 50 },
		declares: 0,
		brink: claudeCodeBrink(),
	},
	/** 0.166. It adds tools of its own where there is any server. A command that ended badly would lose the line that says so; a patch is answered in a few words. */
	codex: {
		replaces: ofThese(...CODEX_SHELLS),
		beyond: "in code mode results go to a script and not to the model",
		onlyReading: false,
		failures: false,
		most: 10_000,
		together: false,
		agents: true,
		lingers: isCodexShell,
		arriving: asItIs,
		reach: ANYWHERE,
		declares: 430,
		brink: noBrink,
	},
	/** 1.18. */
	opencode: EVERYTHING,
	/** 0.73 and 1.5. */
	pi: EVERYTHING,
	/** 0.61. It masks tool results once 50,000 tokens of others have come after them. */
	"gemini-cli": {
		replaces: (tool) => tool === "read_file" || tool === "run_shell_command",
		beyond: "only what was read is replaced, and only while the host is sure to have the lines",
		onlyReading: true,
		failures: false,
		most: 40_000,
		together: false,
		agents: false,
		lingers: () => true,
		arriving: (text) => wrapped(insideOf(text)),
		reach: { ...ANYWHERE, tokens: 30_000 },
		declares: 89,
		brink: geminiCliBrink(),
	},
	"copilot-cli": {
		replaces: () => false,
		beyond: "it has not been tried whether the host lets us replace results",
		onlyReading: false,
		failures: false,
		most: 0,
		together: false,
		agents: false,
		lingers: () => false,
		arriving: asItIs,
		reach: ANYWHERE,
		declares: 0,
		brink: noBrink,
	},
};
