import { existsSync, realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import { bytesOf } from "./files.ts";
import { hasProgram } from "./launcher.ts";
import type { HostInstaller, Machine } from "./types.ts";

/** Other data folders from which a host starts ibid: it was installed in another environment. */
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

/** Where hosts are led in a data folder. */
const OURS = /^(.+?)[\\/](?:program|plugins[\\/][a-z-]+)(?:[\\/]|$)/;

/** What the host would start; where it would not, all that may be a path in its files. */
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
