import { existsSync, realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { bytesOf } from "./files.ts";
import { hasProgram } from "./launcher.ts";
import type { HostInstaller, Machine } from "./types.ts";

/** Other data folders from which a host starts ibid: ibid was installed there in another environment. */
export function foldersElsewhere(fitting: HostInstaller, machine: Machine): string[] {
	const folders = wordsOf(fitting, machine).flatMap((word) => {
		const [, folder = ""] = OURS.exec(word) ?? [];
		return isAbsolute(folder) && hasProgram(folder) && !isSame(folder, machine.data) ? [folder] : [];
	});
	return [...new Set(folders)];
}

function isSame(one: string, other: string): boolean {
	return existsSync(other) && realpathSync(one) === realpathSync(other);
}

/** The paths in a data folder that hosts refer to. */
const OURS = /^(.+?)[\\/](?:program|plugins[\\/][a-z-]+)(?:[\\/]|$)/;

/** What the host would start; if it would not start ibid, everything in its files that may be a path. */
function wordsOf(fitting: HostInstaller, machine: Machine): readonly string[] {
	try {
		const wired = fitting.wired(machine);
		if (wired.kind !== "half") return wired.kind === "yes" ? wired.launcher : [];
		const texts = fitting.touches(machine).map((path) => bytesOf(path)?.toString("utf8") ?? "");
		return texts.flatMap((text) => [...text.matchAll(/(["'])(.+?)\1/g)].map(([, , word = ""]) => word));
	} catch {
		return [];
	}
}
