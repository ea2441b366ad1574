import type { Subject } from "../core/types.ts";

/** A file as a subject; undefined if the path cannot be resolved: `~`, variables, an unknown directory. */
export function fileSubject(directory: string, path: unknown): Subject | undefined {
	if (typeof path !== "string" || path === "" || /^~|[$`\n]/.test(path)) return undefined;
	const name = absolute(directory, path);
	return name === undefined ? undefined : { kind: "file", name, label: path };
}

/** A path with a drive letter. */
const DRIVE = /^([A-Za-z]:)[\\/](.*)$/s;

function absolute(directory: string, path: string): string | undefined {
	const own = DRIVE.exec(path);
	if (own) return `${own[1]}\\${straight(own[2]!, /[\\/]/).join("\\")}`;
	const drive = DRIVE.exec(directory);
	if (drive) return onDrive(drive[1]!, drive[2]!, path);
	if (path.startsWith("/")) return `/${straight(path, "/").join("/")}`;
	return directory.startsWith("/") ? `/${straight(`${directory}/${path}`, "/").join("/")}` : undefined;
}

/** On Windows, a path without a drive (`/tmp/a`, `\\host\a`, `C:a`) may mean several files. */
function onDrive(drive: string, directory: string, path: string): string | undefined {
	if (/^[\\/]|:/.test(path)) return undefined;
	return `${drive}\\${straight(`${directory}\\${path}`, /[\\/]/).join("\\")}`;
}

function straight(path: string, separator: string | RegExp): string[] {
	const names: string[] = [];
	for (const name of path.split(separator)) {
		if (name === "..") names.pop();
		else if (name !== "" && name !== ".") names.push(name);
	}
	return names;
}
