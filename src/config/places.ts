import { existsSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { ConfigReader, FileSays } from "./read-file.ts";
import type { EnvironmentVariables } from "./types.ts";

/** The name of a project's file. */
export const PROJECT_FILE = ".ibid.jsonc";

/**
 * The user's home directory, from the environment or else from the system; undefined if neither has one. A relative
 * path would be a different folder in every working directory, so it is ignored.
 */
export function homeFolder(): string | undefined {
	return told(homedir) ?? told(() => userInfo().homedir);
}

function told(ask: () => string): string | undefined {
	try {
		const path = ask();
		return isAbsolute(path) ? path : undefined;
	} catch {
		// A user without an entry in the password file, as in containers.
		return undefined;
	}
}

/** The path of the user's file, whether or not it exists: in `$XDG_CONFIG_HOME/ibid`, or in the default folder. */
export function userFile(home: string, { XDG_CONFIG_HOME, APPDATA }: EnvironmentVariables): string {
	// A relative path would point into the project, which must not decide what the user wants.
	const folder = [XDG_CONFIG_HOME, APPDATA].find((path) => path && isAbsolute(path));
	return join(folder ?? join(home, ".config"), "ibid", "config.jsonc");
}

/** The content of a project's file, and the folder of the project. */
export type ProjectConfig = { readonly says: FileSays | undefined; readonly root: string };

/**
 * The nearest project file from a directory up to its repository or the home directory. Without one, the project is the
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
