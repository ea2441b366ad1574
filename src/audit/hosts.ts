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

/** Compares by that order. */
export function byHost(a: { readonly host: Host }, b: { readonly host: Host }): number {
	return HOSTS.indexOf(a.host) - HOSTS.indexOf(b.host);
}
