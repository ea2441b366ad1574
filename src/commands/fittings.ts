import type { Fitting } from "../install/types.ts";

/** The hosts that ibid can be put into. */
export const FITTED_HOSTS = ["claude-code", "codex", "gemini-cli", "opencode", "pi"] as const;

/** How ibid gets into each host, in the order in which people are asked. */
export async function loadFittings(): Promise<Fitting[]> {
	const { claudeCodeFitting } = await import("../host/claude-code/install.ts");
	const { codexFitting } = await import("../host/codex/install.ts");
	const { geminiCliFitting } = await import("../host/gemini-cli/install.ts");
	const { opencodeFitting } = await import("../host/opencode/install.ts");
	const { piFitting } = await import("../host/pi/install.ts");
	return [claudeCodeFitting, codexFitting, geminiCliFitting, opencodeFitting, piFitting];
}
