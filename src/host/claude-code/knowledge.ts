import { LEAN_WITH_INVERSE } from "../../lean/types.ts";
import { claudeCodeRequestTools, claudeCodeTools } from "../../lens/tools/claude-code.ts";
import { type Limits, type NearCompaction, theseAndServers, UNLIMITED } from "../../limits/limits.ts";
import { readClaudeCode } from "../../transcript/claude-code.ts";
import type { HostKnowledge } from "../definition.ts";

/**
 * Claude Code compacts once a request would leave fewer than 33,000 tokens of the window, or would fill a share of it
 * that the user has set. It does not say how large the window is; if a conversation is longer than a known window, it
 * must be in a larger one.
 */
export function claudeCodeNearCompaction(windows: readonly number[] = WINDOWS, share = 1): NearCompaction {
	return (tokens, open = []) => {
		const atMost = open.reduce((sum, tool) => sum + mostTokensOf(tool), tokens);
		return windows.some((window) => {
			const most = Math.min(window - 33_000, share * (window - 20_000));
			return atMost > most - MARGIN && tokens <= window;
		});
	};
}

/** How many tokens one call can add: Claude Code cuts the output of commands and pages long files. */
function mostTokensOf(tool: string): number {
	return tool === "Bash" ? 7_500 : 25_000;
}

/** The same from the settings that Claude Code passes to its hooks. */
export function claudeCodeNearCompactionIn(environment: Readonly<Record<string, string | undefined>>): NearCompaction {
	const window = Number(environment.CLAUDE_CODE_AUTO_COMPACT_WINDOW);
	// This one applies to models that the host does not know, and we do not know which these are.
	const other = Number(environment.CLAUDE_CODE_MAX_CONTEXT_TOKENS);
	const share = Number(environment.CLAUDE_AUTOCOMPACT_PCT_OVERRIDE) / 100;
	const windows = [...(window > 0 ? [window] : WINDOWS), ...(other > 0 ? [other] : [])];
	return claudeCodeNearCompaction(windows, share > 0 ? share : undefined);
}

/** The windows of models that Claude Code knows. */
const WINDOWS: readonly number[] = [200_000, 1_000_000];

/** Our estimate of tokens differs from the host's count. */
const MARGIN = 3_000;

/** Claude Code 2.1.197 and 2.1.325. They do not call the hook that replaces results if Bash fails. */
export const claudeCodeLimits: Limits = {
	replaces: theseAndServers("Read", "Bash"),
	failures: false,
	most: UNLIMITED,
	together: false,
	lean: LEAN_WITH_INVERSE,
	agents: true,
	lingers: () => false,
	reach: 100,
	nearCompaction: claudeCodeNearCompaction(),
};

/** What an audit needs to know about Claude Code. Writing to its prompt cache costs more than with other hosts. */
export const claudeCodeKnowledge: HostKnowledge = {
	tools: claudeCodeTools,
	requestTools: claudeCodeRequestTools,
	limits: claudeCodeLimits,
	prices: { write: 1.25, read: 0.1, output: 5 },
	reader: { read: readClaudeCode, isDocument: false },
	record: { namesCalls: true, keepsOriginals: false },
	isGuardedUnderRun: true,
};
