import { statSync } from "node:fs";
import { filesIn, filesUnder, ordered, placesOf } from "../audit/places.ts";
import type { Host } from "../lens/types.ts";
import { Mistake } from "./mistake.ts";
import type { Terminal } from "./terminal.ts";

/** The files with sessions: those that were named, or, of these hosts, all that are where hosts keep them; no host means all. */
export function sessionFiles(
	paths: readonly string[],
	hosts: readonly Host[],
	{ home, environment }: Pick<Terminal, "home" | "environment">,
): string[] {
	if (paths.length > 0) return ordered(paths.flatMap(filesAt));
	return filesIn(placesOf(home, environment).filter(({ host }) => hosts.length === 0 || hosts.includes(host)));
}

function filesAt(path: string): string[] {
	try {
		return filesUnder(path);
	} catch (error) {
		const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
		throw new Mistake(isMissing ? `${path} does not exist.` : `${path} cannot be opened.`);
	}
}

/** Whether a file may hold something from that time on: a log that was last written a day before does not. */
export function mayReach(file: string, since: number | undefined): boolean {
	// What is new in a database may still stand beside it.
	if (since === undefined || file.endsWith(".db")) return true;
	const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
	return written === undefined || written >= since - DAY;
}

const DAY = 24 * 60 * 60 * 1000;
