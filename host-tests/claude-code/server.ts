import { join } from "node:path";
import type { Program } from "./live.ts";

/** The words that start ibid's server from its sources, for a program or a shell. */
export const SERVER: readonly string[] = [
	...[process.execPath, "--config=/dev/null", "--no-env-file"],
	...[join(import.meta.dirname, "..", "..", "src", "cli.ts"), "serve", "claude-code"],
];

/** A server that is started by a script. */
export function byShell(script: string): Program {
	return { command: "sh", args: ["-c", script] };
}
