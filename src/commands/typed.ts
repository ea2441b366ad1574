import { fstatSync } from "node:fs";
import type { Host } from "../lens/types.ts";
import { Mistake } from "./mistake.ts";

/** Where somebody has typed a command that hosts start, says what it is for instead of waiting for what never comes. */
export async function refuseTyped(command: string, host: Host): Promise<void> {
	if (!(await isTyped())) return;
	const { TITLES } = await import("../audit/hosts.ts");
	throw new Mistake(
		`ibid ${command} is started by ${TITLES[host]} itself, which talks to it; to have it do so there is ibid install ${host}.`,
	);
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
