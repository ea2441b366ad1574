import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { ConfigReader, FileSays } from "./read-file.ts";
import type { EnvironmentVariables } from "./types.ts";

/** The name of a project's file. */
export const PROJECT_FILE = ".ibid.jsonc";

/**
 * The user's home, as the environment says or else the system; undefined if neither does. What is not absolute would
 * be another folder wherever somebody works.
 */
export function homeFolder(): string | undefined {
	return told(homedir) ?? told(() => userInfo().homedir);
}

function told(ask: () => string): string | undefined {
	try {
		const path = ask();
		return isAbsolute(path) ? path : undefined;
	} catch {
		// A user without an entry, as in containers.
		return undefined;
	}
}

/** The user's file, whether or not it is there: in `$XDG_CONFIG_HOME/ibid`, or what stands in for it. */
export function userFile(home: string, { XDG_CONFIG_HOME, APPDATA }: EnvironmentVariables): string {
	// What is not absolute would begin in the project, which has no right to say what the user wants.
	const folder = [XDG_CONFIG_HOME, APPDATA].find((path) => path && isAbsolute(path));
	return join(folder ?? join(home, ".config"), "ibid", "config.jsonc");
}

/** What a project's file says, and which folder is the project's. */
export type ProjectConfig = { readonly says: FileSays | undefined; readonly root: string };

/**
 * The nearest file of a project from a directory up to its repository, or the home. Without one, the project is the
 * repository, or else the directory.
 */
export function projectAt(directory: string, home: string, read: ConfigReader): ProjectConfig {
	const start = resolve(directory);
	for (let folder = start; ; folder = dirname(folder)) {
		const says = read(join(folder, PROJECT_FILE));
		if (says || existsSync(join(folder, ".git"))) return { says, root: folder };
		if (folder === resolve(home) || folder === dirname(folder)) return { says, root: start };
	}
}
