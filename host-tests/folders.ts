import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a throw-away folder is for, and what stands in its place in a sample. */
export const FOLDERS = { project: "/home/you/project", home: "/home/you" } as const;

/** The folder in which all throw-away folders are made. */
export function folderOfFolders(): string {
	return realpathSync(tmpdir());
}

/** Makes a fresh throw-away folder. Its name tells what it is for, so that a recording can be rewritten by it. */
export function makeFolder(purpose: keyof typeof FOLDERS): string {
	return mkdtempSync(join(folderOfFolders(), `ibid-${purpose}-`));
}
