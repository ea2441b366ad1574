import { lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { dropEmptyFolders, makePrivateFolder, missingFolders } from "../../install/files.ts";
import { UserError } from "../../runtime/user-error.ts";

/** Runs work that no two commands may do at once: a second one would take half-written settings for the user's own. */
export async function withLock<T>(data: string, work: () => Promise<T>): Promise<T> {
	const mark = join(data, "installed", "turn");
	const folders = missingFolders([mark]);
	if (isForsaken(mark)) rmSync(mark, { force: true });
	takeLock(mark);
	try {
		return await work();
	} finally {
		// An uninstall may have deleted the lock, and another process may have taken it since.
		if (holderOf(mark) === process.pid) rmSync(mark, { force: true });
		dropEmptyFolders(folders);
	}
}

/**
 * The lock is a dangling symlink, which is created together with its holder's name; a file could be left empty if the
 * process is killed.
 */
function takeLock(mark: string): void {
	try {
		makePrivateFolder(dirname(mark));
		symlinkSync(String(process.pid), mark);
	} catch (error) {
		// If nothing can be written, the work itself reports that better.
		if (lockErrorCode(error) !== "EEXIST" || holderOf(mark) === undefined) return;
		throw new UserError("Another ibid process is changing your agents' settings; try again when it is done.");
	}
}

/** Whether the holder has ended without releasing the lock. */
function isForsaken(mark: string): boolean {
	const holder = holderOf(mark);
	if (holder === undefined) return false;
	return !isAlive(holder) || Date.now() - (lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LONGEST;
}

/** Whether a process is alive, also one of another user. */
function isAlive(id: number): boolean {
	try {
		return process.kill(id, 0);
	} catch (error) {
		return lockErrorCode(error) !== "ESRCH";
	}
}

/** In milliseconds. After that, the process id may belong to another program. */
const LONGEST = 600_000;

/** The process id in a lock; undefined if there is no lock. */
function holderOf(mark: string): number | undefined {
	try {
		return Number(readlinkSync(mark)) || undefined;
	} catch {
		return undefined;
	}
}

function lockErrorCode(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}
