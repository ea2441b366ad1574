import { lstatSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { dropEmptyFolders, makePrivateFolder, missingFolders } from "../../install/files.ts";
import { isAlive } from "../../runtime/is-alive.ts";
import { UserError } from "../../runtime/user-error.ts";

/**
 * Does what no two commands may do at once: whoever came while another writes into a host would take what is half done
 * for what the user had before.
 */
export async function withLock<T>(data: string, work: () => Promise<T>): Promise<T> {
	const mark = join(data, "installed", "turn");
	const folders = missingFolders([mark]);
	if (isForsaken(mark)) rmSync(mark, { force: true });
	takeLock(mark);
	try {
		return await work();
	} finally {
		// Who takes everything away has taken this away too, and another one may have come since.
		if (holderOf(mark) === process.pid) rmSync(mark, { force: true });
		dropEmptyFolders(folders);
	}
}

/** A link that leads nowhere is made at once, with its holder: a file could be left without, by whoever is stopped. */
function takeLock(mark: string): void {
	try {
		makePrivateFolder(dirname(mark));
		symlinkSync(String(process.pid), mark);
	} catch (error) {
		// Where nothing can be written, the work itself says so, and better.
		if (lockErrorCode(error) !== "EEXIST" || holderOf(mark) === undefined) return;
		throw new UserError("Another ibid process is changing your agents' settings; try again when it is done.");
	}
}

/** Whether the one who took it has ended without giving it back. */
function isForsaken(mark: string): boolean {
	const holder = holderOf(mark);
	if (holder === undefined) return false;
	return !isAlive(holder) || Date.now() - (lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0) > LONGEST;
}

/** In milliseconds. After that its number may be another program's. */
const LONGEST = 600_000;

/** The process that a mark names; undefined where there is no mark. */
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
