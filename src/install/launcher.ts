import { cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as v from "valibot";
import type { HostName } from "../lens/types.ts";
import { stateFolder } from "../store/state-folder.ts";
import { jsonText } from "../wire/jsonc.ts";
import { filesIn, makePrivateFolder } from "./files.ts";
import { saidIn } from "./settings.ts";
import type { Launcher, Machine } from "./types.ts";

/**
 * Copies the package that this program belongs to into the data folder, where it stays whatever happens to the cache
 * that it was started from. Hosts refer only to that copy. Throws if something that is not ours is in the way.
 */
export function copyProgram(root: string, data: string, node: string): Launcher {
	const foreign = foreignIn(data);
	if (foreign !== undefined) throw new Error(`${foreign} is not ibid's`);
	const [place, next, old] = placesIn(data);
	try {
		drop(old);
		fill(next, root);
		if (existsSync(place)) renameSync(place, old);
		renameSync(next, place);
		drop(old);
		return launcherIn(data, node);
	} catch (error) {
		drop(next);
		throw error;
	}
}

function fill(folder: string, root: string): void {
	drop(folder);
	makePrivateFolder(folder);
	for (const name of [SIGN, "dist", "plugins"]) cpSync(join(root, name), join(folder, name), { recursive: true });
	const executable = executableFor(root);
	if (executable) cpSync(executable, join(folder, "bin", NAME));
}

/** What is in the place of a copy but is not ours: the user may have chosen a folder with other things in it. */
export function foreignIn(data: string): string | undefined {
	return placesIn(data).find((place) => existsSync(place) && !isOurFolder(place));
}

/** Whether a copy of ours is in a data folder. */
export function hasProgram(data: string): boolean {
	return existsSync(join(programIn(data), SIGN)) && isOurFolder(programIn(data));
}

/** Removes all copies from a data folder, including those of an install that was interrupted while copying. */
export function dropProgram(data: string): void {
	for (const place of placesIn(data)) if (isOurFolder(place)) drop(place);
}

/** Where the copy is, where the next one is made, and where the last one goes. */
function placesIn(data: string): [string, string, string] {
	const place = programIn(data);
	return [place, `${place}.new`, `${place}.old`];
}

function isOurFolder(folder: string): boolean {
	if (!existsSync(folder) || !statSync(folder).isDirectory()) return false;
	const isBegun = readdirSync(folder).every((name) => name === SIGN && statSync(join(folder, name)).size === 0);
	return isBegun || saidIn(join(folder, SIGN)).name === "ibid";
}

/** The file that marks a copy as ours: it is written first and removed last, so an interrupted copy still has it. */
const SIGN = "package.json";

function drop(folder: string): void {
	if (!existsSync(folder)) return;
	// We do not own what a link points to.
	const inside = lstatSync(folder).isSymbolicLink() ? [] : readdirSync(folder).filter((name) => name !== SIGN);
	for (const path of [...inside.map((name) => join(folder, name)), folder])
		rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

/** The files of the plugin for a host, by their names: those already copied, or those that will be. */
export function pluginOf({ data, root }: Machine, host: HostName): Map<string, string> {
	const copied = join(programIn(data), "plugins", host);
	return filesIn(existsSync(copied) || root === undefined ? copied : join(root, "plugins", host));
}

/** Where the plugin is that a host refers to, made from those files. */
export function pluginFolder({ data }: Machine, host: HostName): string {
	return join(data, "plugins", host);
}

/** Where the program is that hosts refer to. */
export function programIn(data: string): string {
	return join(data, "program");
}

/** The version of the copied program; undefined if there is none. */
export function copiedVersion(data: string): string | undefined {
	const { version } = saidIn(join(programIn(data), "package.json"));
	return typeof version === "string" ? version : undefined;
}

/** What will start the program once it is copied. */
export function launcherFrom(root: string, data: string, node: string): Launcher {
	return launcherOf(data, node, executableFor(root) !== undefined);
}

/** What starts the copied program. */
export function launcherIn(data: string, node: string): Launcher {
	return launcherOf(data, node, existsSync(join(programIn(data), "bin", NAME)));
}

function launcherOf(data: string, node: string, isCompiled: boolean): Launcher {
	if (isCompiled) return { program: join(programIn(data), "bin", NAME), args: [], kind: "executable" };
	return { program: node, args: [join(programIn(data), "dist", "cli.js")], kind: "script" };
}

const NAME = process.platform === "win32" ? "ibid.exe" : "ibid";

/** The executable for this machine, from an optional package. */
function executableFor(root: string): string | undefined {
	try {
		const require = createRequire(join(root, "package.json"));
		return require.resolve(`ibid-${process.platform}-${process.arch}/${NAME}`);
	} catch {
		return undefined;
	}
}

/**
 * What is wrong with a copy of a package of the same version, in words; undefined if nothing is. It compares only names
 * and sizes.
 */
export function damagedIn(copy: string, root: string): string | undefined {
	for (const [name, size] of sizesIn(root)) {
		const path = join(copy, name);
		const stats = statSync(path, { throwIfNoEntry: false });
		if (!stats) return `${path} is gone`;
		if (stats.size !== size) return `${path} was changed`;
	}
	return undefined;
}

function sizesIn(root: string): Array<readonly [string, number]> {
	const folders = ["dist", "plugins"].filter((folder) => existsSync(join(root, folder)));
	const names = folders.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
	);
	return names.flatMap((name) => {
		const stats = statSync(join(root, name));
		return stats.isFile() ? [[name, stats.size] as const] : [];
	});
}

/** A plugin's description of its server, with the copied program instead of `ibid`. */
export function withLauncher(text: string, machine: Machine, { program, args }: Launcher): string {
	const { ibid } = v.parse(ServersShape, JSON.parse(text)).mcpServers;
	const isUsual = machine.data === stateFolder(machine.home, {});
	const env = { ...ibid.env, ...(isUsual ? {} : { IBID_STATE: machine.data }) };
	const server = { ...ibid, command: program, args: [...args, ...ibid.args], env };
	return jsonText({ mcpServers: { ibid: server } });
}

/** The words that start the server of a plugin; undefined if its file cannot be parsed. */
export function serverWords(text: string): readonly string[] | undefined {
	try {
		const { ibid } = v.parse(ServersShape, JSON.parse(text)).mcpServers;
		return [ibid.command, ...ibid.args];
	} catch {
		return undefined;
	}
}

const ServersShape = v.object({
	mcpServers: v.object({
		ibid: v.looseObject({
			command: v.string(),
			args: v.array(v.string()),
			env: v.optional(v.record(v.string(), v.string()), {}),
		}),
	}),
});
