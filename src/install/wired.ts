import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { InstallStatus } from "./types.ts";

/** A host that has something of ours but would not use it, and why. */
export function half(why: string): InstallStatus {
	return { kind: "half", why };
}

/** The first missing file among the words that start something. */
export function missingIn(launcher: readonly string[]): string | undefined {
	return launcher.find((word) => isAbsolute(word) && !existsSync(word));
}

/** What to print if ibid was installed and the host would not use it. */
export function unusedWords(wired: Exclude<InstallStatus, { kind: "yes" }>): string {
	return wired.kind === "half" ? `ibid is not in use: ${wired.why}.` : "ibid is not in use.";
}
