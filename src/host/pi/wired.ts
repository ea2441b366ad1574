import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as v from "valibot";
import { textAt } from "../../install/files.ts";
import { programIn } from "../../install/launcher.ts";
import type { InstallStatus, Machine } from "../../install/types.ts";
import { half } from "../../install/wired.ts";

/** The folder of the user's pi settings. */
export function agentFolder({ home, environment }: Pick<Machine, "home" | "environment">): string {
	const { PI_CODING_AGENT_DIR: told } = environment;
	return told ? resolve(home, told.replace(/^~(?=$|[\\/])/, home)) : join(home, ".pi", "agent");
}

/** The user's settings of pi. */
export function settingsFile(machine: Machine): string {
	return join(agentFolder(machine), "settings.json");
}

/** Whether pi would load ibid, in a project or in none. */
export function wired(machine: Machine, project?: string): InstallStatus {
	const entry = packagesIn(machine)?.find((each) => isOurPackage(machine, each));
	if (entry === undefined) return { kind: "no" };
	const extension = join(folderOf(machine, entry), ...EXTENSION);
	if (!existsSync(extension)) return half(`${extension} is not there`);
	const inProject = project === undefined ? undefined : entryFor(machine, project);
	if (v.is(TurnedOff, inProject ?? entry)) {
		const path = project === undefined || inProject === undefined ? settingsFile(machine) : projectSettings(project);
		return half(`its extension is turned off in ${path}`);
	}
	return { kind: "yes", launcher: [extension] };
}

/** A project's entry for our package, which overrides the user's. */
function entryFor(machine: Machine, project: string): unknown {
	const from = dirname(projectSettings(project));
	return packagesAt(projectSettings(project))?.find((each) => isOurPackage(machine, each, from));
}

/** The settings of a project. */
function projectSettings(project: string): string {
	return join(project, ".pi", "settings.json");
}

/** The extension that pi loads, in the folder of the program. */
const EXTENSION: readonly string[] = ["dist", "pi", "extension.js"];

/** The packages in the user's settings; undefined if there are none, or if the settings cannot be read. */
export function packagesIn(machine: Machine): readonly unknown[] | undefined {
	return packagesAt(settingsFile(machine));
}

/** The packages in a file of settings. */
export function packagesAt(path: string): readonly unknown[] | undefined {
	try {
		const settings = JSON.parse(textAt(path) ?? "");
		return v.is(SettingsShape, settings) ? settings.packages : undefined;
	} catch {
		return undefined;
	}
}

/** Whether an entry among the packages leads to a copy of ibid, in this data folder or in another. */
export function isOurPackage(machine: Machine, entry: unknown, from: string = agentFolder(machine)): boolean {
	const folder = folderOf(machine, entry, from);
	if (isSame(folder, programIn(machine.data))) return true;
	return /[\\/]program$/.test(folder) && packageName(folder) === "ibid";
}

/** The folder that an entry leads to; undefined if it leads to none. */
function folderOf(machine: Machine, entry: unknown, from: string = agentFolder(machine)): string {
	const source = sourceOf(entry);
	if (source === undefined || /^[a-z+]+:/.test(source)) return "";
	return resolve(from, source.replace(/^~(?=$|[\\/])/, machine.home));
}

/** The source of a package, as its entry has it. */
export function sourceOf(entry: unknown): string | undefined {
	const source = v.is(FilteredShape, entry) ? entry.source : entry;
	return typeof source === "string" ? source : undefined;
}

function isSame(one: string, other: string): boolean {
	return one === other || (existsSync(one) && existsSync(other) && realpathSync(one) === realpathSync(other));
}

function packageName(folder: string): unknown {
	try {
		return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name;
	} catch {
		return undefined;
	}
}

const SettingsShape = v.looseObject({ packages: v.array(v.unknown()) });
const FilteredShape = v.looseObject({ source: v.string() });

/** The user wants none of the extensions, or all but ours. */
const TurnedOff = v.looseObject({
	extensions: v.union([
		v.strictTuple([]),
		v.pipe(
			v.array(v.string()),
			v.check((patterns) => patterns.some((pattern) => /^[!-].*extension\.js$/.test(pattern))),
		),
	]),
});
