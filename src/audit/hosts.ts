import type { Host } from "../lens/types.ts";

/** What people call the hosts, in the order in which reports have them. */
export const TITLES: Readonly<Record<Host, string>> = {
	"claude-code": "Claude Code",
	codex: "Codex",
	opencode: "OpenCode",
	pi: "pi",
	"gemini-cli": "Gemini CLI",
	"copilot-cli": "Copilot CLI",
};

/** The hosts in that order. */
export const HOSTS: readonly Host[] = ["claude-code", "codex", "opencode", "pi", "gemini-cli", "copilot-cli"];

/** Compares by that order; what is no host that we know stands first. */
export function byHost(a: { readonly host: string }, b: { readonly host: string }): number {
	const names: readonly string[] = HOSTS;
	return names.indexOf(a.host) - names.indexOf(b.host);
}
