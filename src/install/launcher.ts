import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Host } from "../lens/types.ts";
import { filesIn, replaceFolder } from "./files.ts";
import { saidIn } from "./settings.ts";
import type { Launcher, Machine } from "./types.ts";

/**
 * Copies the package that this program is part of to a place of its own, where it stays whatever becomes of the cache that
 * it was started from. Hosts are told of that place only.
 */
export function copyProgram(root: string, data: string, node: string): Launcher {
	const place = programIn(data);
	const next = `${place}.new`;
	try {
		fill(next, root);
		replaceFolder(place, next);
		return launcherIn(data, node);
	} catch (error) {
		if (existsSync(next)) rmSync(next, { recursive: true, force: true });
		throw error;
	}
}

function fill(folder: string, root: string): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	for (const name of ["package.json", "dist", "plugins"])
		cpSync(join(root, name), join(folder, name), { recursive: true });
	const executable = executableFor(root);
	if (executable) cpSync(executable, join(folder, "bin", NAME));
}

/** The files of the plugin for a host, by their names: those that were copied, or those that will be. */
export function pluginOf({ data, root }: Machine, host: Host): Map<string, string> {
	const copied = join(programIn(data), "plugins", host);
	return filesIn(existsSync(copied) || root === undefined ? copied : join(root, "plugins", host));
}

/** Where the plugin stands that a host is told of, made of those files. */
export function pluginFolder({ data }: Machine, host: Host): string {
	return join(data, "plugins", host);
}

/** Where the program stands that hosts are told of. */
export function programIn(data: string): string {
	return join(data, "program");
}

/** The version of the program that was copied; undefined where none was. */
export function copiedVersion(data: string): string | undefined {
	const { version } = saidIn(join(programIn(data), "package.json"));
	return typeof version === "string" ? version : undefined;
}

/** What will start the program once it is copied. */
export function launcherFrom(root: string, data: string, node: string): Launcher {
	return launcherOf(data, node, executableFor(root) !== undefined);
}

/** What starts the program that was copied. */
export function launcherIn(data: string, node: string): Launcher {
	return launcherOf(data, node, existsSync(join(programIn(data), "bin", NAME)));
}

function launcherOf(data: string, node: string, isCompiled: boolean): Launcher {
	if (isCompiled) return { program: join(programIn(data), "bin", NAME), args: [], kind: "executable" };
	return { program: node, args: [join(programIn(data), "dist", "cli.js")], kind: "script" };
}

const NAME = process.platform === "win32" ? "ibid.exe" : "ibid";

/** The executable for this machine, from a package of its own that need not be there. */
function executableFor(root: string): string | undefined {
	try {
		const require = createRequire(join(root, "package.json"));
		return require.resolve(`ibid-${process.platform}-${process.arch}/${NAME}`);
	} catch {
		return undefined;
	}
}
