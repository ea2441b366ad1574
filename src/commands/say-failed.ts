import { signed } from "./install-lines.ts";
import type { Terminal } from "./terminal.ts";

/** Says what went wrong with a host. */
export function sayFailed(title: string, error: unknown, terminal: Terminal): void {
	const why = error instanceof Error ? error.message : String(error);
	for (const line of signed(terminal.red("✗"), `${title}: ${why}`, terminal.width)) terminal.say(line);
}
