import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LogPlace } from "../host/definition.ts";
import { systemCode } from "../wire/system-error.ts";

/** The sessions in these places, and what may hold some there and cannot be opened. */
export function filesIn(places: readonly LogPlace[]): string[] {
	return ordered(places.flatMap(({ folder, isLog }) => walk(folder, "", isLog)));
}

/**
 * The file at a path, or what may be sessions in a folder: logs, documents and databases. What cannot be opened counts
 * as one, so that reading it says why. Throws where there is nothing at all.
 */
export function filesUnder(path: string): string[] {
	if (!isFolder(path)) return [path];
	return ordered(walk(path, "", (file) => /\.(jsonl|json|db)$/.test(file)));
}

function isFolder(path: string): boolean {
	try {
		return statSync(path).isDirectory();
	} catch (error) {
		if (systemCode(error) === "ENOENT") throw error;
		return false;
	}
}

/** Each file once, in an order that hangs on nothing but the names. */
export function ordered(files: readonly string[]): string[] {
	return [...new Set(files)].sort();
}

/** Files under a root that may be sessions, by their path from there, and folders that cannot be opened. */
function walk(root: string, folder: string, isLog: LogPlace["isLog"]): string[] {
	const entries = entriesOf(join(root, folder));
	if (entries === "closed") return [join(root, folder)];
	return entries.flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return NO_SESSIONS.has(entry.name) ? [] : walk(root, path, isLog);
		const isFile = entry.isFile() || (entry.isSymbolicLink() && mayBeFile(join(root, path)));
		return isFile && isLog(path) ? [join(root, path)] : [];
	});
}

const NO_SESSIONS: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** What is in a folder: nothing where there is none. */
function entriesOf(folder: string): Dirent[] | "closed" {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch (error) {
		return NOTHING_THERE.has(systemCode(error) ?? "") ? [] : "closed";
	}
}

const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Whether a link leads to a file, or cannot be followed. Links to folders are not followed, since they may lead in a circle. */
function mayBeFile(link: string): boolean {
	try {
		return statSync(link, { throwIfNoEntry: false })?.isFile() ?? false;
	} catch {
		return true;
	}
}
