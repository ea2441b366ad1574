import { join } from "node:path";
import { textAt } from "../../install/files.ts";
import type { Machine } from "../../install/types.ts";

/** Where Codex keeps what is the user's. */
export function hostFolder({ home, environment }: Machine): string {
	return environment.CODEX_HOME || join(home, ".codex");
}

/** What Codex is told by the user, whether or not it is there. */
export function configurationOf(machine: Machine): string {
	return join(hostFolder(machine), "config.toml");
}

/** What a file says; nothing where there is none. Throws where it cannot be read. */
export function textOf(path: string): string {
	return textAt(path) ?? "";
}
