import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a throw-away folder is for, and what replaces its name in a sample. */
export const FOLDERS = { project: "/home/you/project", home: "/home/you" } as const;

/** The folder in which all throw-away folders are made. */
export function folderOfFolders(): string {
	return realpathSync(tmpdir());
}

const made: string[] = [];

process.on("exit", removeFolders);

/**
 * Makes a new folder that is deleted when the program ends. Its name says what it is for, so that a recording can be
 * rewritten by it.
 */
export function makeFolder(purpose: keyof typeof FOLDERS | "plugin" | "program" | "state"): string {
	const folder = mkdtempSync(join(folderOfFolders(), `ibid-${purpose}-`));
	made.push(folder);
	return folder;
}

/**
 * Deletes the folders, unless `IBID_KEEP` is set. Tests must call this themselves, because they end without an event.
 */
export function removeFolders(): void {
	if (process.env.IBID_KEEP) return;
	for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
