import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { InstallStatus } from "./types.ts";

/** A host that has something of ours and would not use it, and why. */
export function half(why: string): InstallStatus {
	return { kind: "half", why };
}

/** The first file that is not there among the words that are to start something. */
export function missingIn(launcher: readonly string[]): string | undefined {
	return launcher.find((word) => isAbsolute(word) && !existsSync(word));
}

/** What is said where ibid was put in and the host would not use it. */
export function unusedWords(wired: Exclude<InstallStatus, { kind: "yes" }>): string {
	return wired.kind === "half" ? `ibid is not in use: ${wired.why}.` : "ibid is not in use.";
}
