import {
	chmodSync,
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "../scripts/build.ts";
import { copyProgram } from "../src/install/launcher.ts";
import { thisMachine } from "../src/install/machine.ts";
import type { FoundHost, HostInstaller, Launcher, Machine } from "../src/install/types.ts";
import { stateFolder } from "../src/store/state-folder.ts";
import { makeFolder } from "./folders.ts";

/** What is needed to make a user's machine with a host on it. */
export type Kit = {
	readonly installer: HostInstaller;
	/**
	 * The host's programs by the name under which the user starts them, each with what must come before its arguments.
	 */
	readonly programs: Readonly<Record<string, readonly string[]>>;
	/**
	 * The environment variables that the host needs for a user with this home directory, besides the path of its
	 * programs.
	 */
	readonly environment: (home: string) => Readonly<Record<string, string>>;
	/** The user's own files, by their paths from the home. */
	readonly files: Readonly<Record<string, string>>;
};

/** A user's machine with a host and a copy of ibid's program on it. */
export type Place = { readonly machine: Machine; readonly found: FoundHost; readonly launcher: Launcher };

/** Makes a machine, with spaces in all of its paths. */
export async function makePlace(
	{ installer, programs, environment, files }: Kit,
	root: string,
	name = "a home",
): Promise<Place> {
	const folder = makeFolder("home");
	const [home, bin, temporary] = [join(folder, name), join(folder, "a bin"), join(folder, "a temp")];
	mkdirSync(home);
	mkdirSync(temporary);
	for (const [path, text] of Object.entries(files)) putFile(join(home, path), text);
	for (const [name, command] of Object.entries(programs)) putProgram(join(bin, name), command);
	const given = environment(home);
	const known = { ...given, PATH: `${bin}:${withoutHosts(given.PATH)}`, TMPDIR: temporary };
	const machine = thisMachine(home, known, stateFolder(home, known));
	const launcher = copyProgram(root, machine.data, Bun.which("node") ?? "node");
	const found = await installer.find(machine);
	if (!found) throw new Error(`${installer.title} is not found.`);
	return { machine, found, launcher };
}

/** The tests may run in an environment where other hosts are found. */
function withoutHosts(path = "/usr/bin:/bin"): string {
	const folders = path.split(":").filter((folder) => !folder.includes("node_modules"));
	return folders.join(":");
}

/** The variables that are set in an environment. */
export function definedIn(environment: Machine["environment"]): Record<string, string> {
	return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** A folder like that of the published package, made from the sources. */
export async function makePackage(): Promise<string> {
	const [root, folder] = [join(import.meta.dirname, ".."), makeFolder("plugin")];
	for (const name of ["package.json", "plugins"]) cpSync(join(root, name), join(folder, name), { recursive: true });
	await build(join(folder, "dist"));
	return folder;
}

/** What else may be special about a user's file. */
export const ODDITIES: Readonly<Record<string, (path: string) => void>> = {
	"are a link to another folder": (path) => {
		const target = join(dirname(path), "kept elsewhere", "settings");
		putFile(target, readFileSync(path, "utf8"));
		rmSync(path);
		symlinkSync(target, path);
	},
	"stand in a folder that is a link": (path) => {
		const [folder, target] = [dirname(path), join(makeFolder("home"), "kept elsewhere")];
		cpSync(folder, target, { recursive: true });
		rmSync(folder, { recursive: true });
		symlinkSync(target, folder);
	},
	"have lines that end as on Windows": (path) =>
		writeFileSync(path, readFileSync(path, "utf8").replaceAll("\n", "\r\n")),
	"have rights of their own": (path) => chmodSync(path, 0o640),
	"say nothing": (path) => writeFileSync(path, ""),
};

/** Everything in a folder, with permissions, except what the caller leaves out and folders that only contain that. */
export function treeOf(folder: string, isSkipped: (path: string) => boolean): Map<string, string> {
	const tree = new Map<string, string>();
	const walk = (at: string): void => {
		for (const name of readdirSync(at).sort()) {
			const path = join(at, name);
			const short = relative(folder, path);
			if (isSkipped(short)) continue;
			const before = tree.size;
			tree.set(short, whatIs(path));
			if (!lstatSync(path).isDirectory()) continue;
			walk(path);
			if (tree.size === before + 1 && readdirSync(path).length > 0) tree.delete(short);
		}
	};
	if (existsSync(folder)) walk(folder);
	return tree;
}

function whatIs(path: string): string {
	const stat = lstatSync(path);
	if (stat.isSymbolicLink()) return `a link to ${readlinkSync(path)}`;
	if (stat.isDirectory()) return "a folder";
	return `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, "utf8")}`;
}

/** Writes a file and makes its folders if needed. */
export function putFile(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

function putProgram(path: string, command: readonly string[]): void {
	const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
	putFile(path, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
	chmodSync(path, 0o755);
}
