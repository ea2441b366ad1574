import { fstatSync } from "node:fs";
import type { HostDefinition } from "../host/definition.ts";
import { UserError } from "./user-error.ts";

/** Where somebody has typed a command that hosts start, says what it is for instead of waiting for what never comes. */
export async function refuseTyped(
	command: string,
	{ name, title }: Pick<HostDefinition, "name" | "title">,
): Promise<void> {
	if (!(await isTyped())) return;
	throw new UserError(`ibid ${command} is started by ${title} itself. To set that up: ibid install ${name}`);
}

/** Whether somebody types what would be read: standard input is a terminal. */
export async function isTyped(): Promise<boolean> {
	try {
		// What knows for sure takes longer to load than many a hook takes in all.
		return fstatSync(0).isCharacterDevice() && (await import("node:tty")).isatty(0);
	} catch {
		return false;
	}
}
