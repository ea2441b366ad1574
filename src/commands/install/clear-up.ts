import { existsSync, lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { userFile } from "../../config/places.ts";
import { INSTALLED_HOSTS, loadInstallers } from "../../hosts.ts";
import { dropEmptyFolders } from "../../install/files.ts";
import { readJournal } from "../../install/journal.ts";
import { dropProgram } from "../../install/launcher.ts";
import type { HostInstaller, Machine } from "../../install/types.ts";
import { recordFilesIn } from "../../store/record.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { pathWords } from "../terminal/text.ts";

/** Whether ibid is in a host, even partly. Throws if the host's files cannot be read. */
export function isInstalledIn(installer: HostInstaller, machine: Machine): boolean {
	return readJournal(machine.data, installer.host) !== undefined || installer.wired(machine).kind !== "no";
}

/** Whether ibid is in no host at all; a host whose files cannot be read may have it. */
export async function isInNoHost(machine: Machine): Promise<boolean> {
	try {
		return (await loadInstallers()).every((installer) => !isInstalledIn(installer, machine));
	} catch {
		return false;
	}
}

/**
 * Once ibid is in no host: removes the program and, if wanted, the record. Returns what is left, in words, also in
 * other known data folders.
 */
export function clearUp(
	{ data, home, environment }: Machine,
	others: readonly string[],
	isPurge: boolean,
	{ program }: Terminal,
): string[] {
	const settings = userFile(home, environment);
	dropInstalledFiles(data);
	// Switching ibid off and on again leaves an empty settings folder.
	dropEmptyFolders([dirname(settings)]);
	const elsewhere = others.map((folder) =>
		elsewhereWords(folder, home, `${program} uninstall${isPurge ? " --purge" : ""}`),
	);
	const size = sizeOf(oursIn(data, RECORD));
	if (!isPurge && size > 0) {
		const words = size < 1e6 ? `${Math.ceil(size / 1e3)} KB` : `${(size / 1e6).toFixed(1)} MB`;
		const place = pathWords(data, home);
		return [`ibid's record is kept in ${place} (${words}); to delete it: ${program} uninstall --purge`, ...elsewhere];
	}
	remove(data, RECORD);
	dropEmptyFolders([data]);
	const but = existsSync(settings) ? ` but your settings in ${pathWords(settings, home)}` : "";
	return elsewhere.length > 0 ? elsewhere : [`Nothing of ibid is left on this machine${but}.`];
}

function elsewhereWords(folder: string, home: string, command: string): string {
	const place = pathWords(folder, home);
	const typed = /[^\w~./\\:-]/.test(place) ? `"${folder}"` : place;
	return `Another copy of ibid is in ${place}; to remove it: IBID_STATE=${typed} ${command}`;
}

/** Removes the program that hosts start, and the plugins. */
export function dropInstalledFiles(data: string): void {
	dropProgram(data);
	remove(data, INSTALLED);
}

/**
 * Our files in the data folder, by name. The user may have chosen a folder with other files, even in folders with the
 * same names as ours.
 */
type OwnFiles = Readonly<Record<string, RegExp>>;

const NAMES: string = INSTALLED_HOSTS.map(({ name }) => name).join("|");

/** Plugins and their journals, and temporary files of an interrupted process. */
const INSTALLED: OwnFiles = {
	plugins: new RegExp(`^(${NAMES})(\\.new|\\.old)?$`),
	installed: new RegExp(`^((${NAMES})\\.json(\\.ibid-new)?|turn)$`),
};

/** Other state of ibid, and the page that it wrote. */
const RECORD: OwnFiles = {
	"": /^(forgotten|page\.html(\.\d+\.new)?)$/,
	answers: /\.jsonl$/,
};

function remove(data: string, ours: OwnFiles): void {
	// A running session may still write here.
	for (const path of oursIn(data, ours)) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
	const folders = Object.keys(ours).filter((folder) => folder !== "");
	dropEmptyFolders(folders.map((folder) => join(data, folder)));
}

function oursIn(data: string, ours: OwnFiles): string[] {
	return Object.entries(ours).flatMap(([folder, names]) =>
		recordFilesIn(join(data, folder)).flatMap((name) => (names.test(name) ? [join(data, folder, name)] : [])),
	);
}

/** The size of files in bytes, including all files in folders. */
function sizeOf(paths: readonly string[]): number {
	const sizes = paths.map((path) => {
		const stats = lstatSync(path, { throwIfNoEntry: false });
		if (!stats?.isDirectory()) return stats?.size ?? 0;
		return sizeOf(recordFilesIn(path).map((name) => join(path, name)));
	});
	return sizes.reduce((sum, size) => sum + size, 0);
}
