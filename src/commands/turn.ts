import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { dropEmptyFolders, missingFolders } from "../install/files.ts";
import { Mistake } from "./mistake.ts";

/**
 * Does what no two commands may do at once: whoever came while another writes into a host would take what is half done
 * for what the user had before.
 */
export async function inTurn<T>(data: string, work: () => Promise<T>): Promise<T> {
	const file = join(data, "installed", "turn");
	const folders = missingFolders([file]);
	if (isForsaken(file)) rmSync(file, { force: true });
	take(file);
	try {
		return await work();
	} finally {
		// Who takes everything away has taken this away too, and another one may have come since.
		if (holderOf(file) === process.pid) rmSync(file, { force: true });
		dropEmptyFolders(folders);
	}
}

function take(file: string): void {
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, String(process.pid), { flag: "wx" });
	} catch (error) {
		// Where nothing can be written, the work itself says so, and better.
		if (codeOf(error) !== "EEXIST" || !existsSync(file)) return;
		throw new Mistake("Another ibid is at work in your hosts' settings; try again when it is done.");
	}
}

/** Whether the one who took it has ended without giving it back. */
function isForsaken(file: string): boolean {
	if (!existsSync(file)) return false;
	return Date.now() - statSync(file).mtimeMs > LONGEST || !isAlive(holderOf(file));
}

/** In milliseconds. After that its number may be another program's. */
const LONGEST = 600_000;

function holderOf(file: string): number | undefined {
	try {
		return Number(readFileSync(file, "utf8")) || undefined;
	} catch {
		return undefined;
	}
}

/** Where no number stands yet, its holder has just come. */
function isAlive(holder: number | undefined): boolean {
	if (holder === undefined) return true;
	try {
		process.kill(holder, 0);
		return true;
	} catch (error) {
		return codeOf(error) !== "ESRCH";
	}
}

function codeOf(error: unknown): unknown {
	return error instanceof Error && "code" in error ? error.code : undefined;
}
