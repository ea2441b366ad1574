import { bytesOf, dropEmptyFolders, dropUnfinished, mustBeOpen, putBytes, putRights, rightsOf } from "./files.ts";
import { bytesIn, type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "./journal.ts";
import { isTorn, meaningOf } from "./settings.ts";
import { perform } from "./steps.ts";
import type { FoundHost, HostInstaller, Machine } from "./types.ts";

/** What happened to a file of the user. */
export type RevertOutcome = {
	readonly path: string;
	/** It is as it was before ibid; or it was changed since, and has lost our part, or had nothing of ours. */
	readonly state: "as before" | "changed since";
	/** Its content when we began to remove ibid, and its content now; undefined if there is none. */
	readonly from: string | undefined;
	readonly to: string | undefined;
};

/**
 * Removes ibid from a host. Files that were not changed since get their former bytes back. `afterEach` is called when
 * something was written.
 */
export async function revertInstall(
	installer: HostInstaller,
	machine: Machine,
	found: FoundHost | undefined,
	afterEach: () => void = () => {},
): Promise<RevertOutcome[]> {
	const journal = readJournal(machine.data, installer.host);
	const files = journal ? Object.keys(journal.before) : installer.touches(machine);
	const came = snapshot(files);
	const rights = { ...rightsOf(files), ...(journal?.isDone ? {} : journal?.rights) };
	for (const path of files) if (came[path] !== journal?.before[path]) mustBeOpen(path);
	// If we are interrupted from here on, files are neither as before nor as we left them.
	if (journal) writeJournal(machine.data, installer.host, leaving(journal, came));
	afterEach();
	for (const step of installer.uninstall(machine, found)) {
		// The file gets its former bytes back, whatever it contains.
		if (step.kind === "edit" && journal && (isKnown(journal, step.path, came) || isHalf(journal, step.path, came)))
			continue;
		await perform(step, machine, files);
		afterEach();
	}
	for (const path of files) {
		if (journal) giveBack(path, journal, came);
		dropUnfinished(path);
		afterEach();
	}
	putRights(rights);
	dropEmptyFolders(journal?.folders ?? []);
	writeJournal(machine.data, installer.host, undefined);
	return files.map((path) => becameOf(path, journal, came));
}

/** Restores the former bytes of a file if it was not changed since. */
function giveBack(path: string, journal: Journal, came: Snapshot): void {
	const isOurs = isAsWeLeftIt(journal, path, came) || isLeftOver(journal, path);
	if (isOurs && !isAsBefore(journal, path)) putBytes(path, bytesIn(journal.before, path));
}

function becameOf(path: string, journal: Journal | undefined, came: Snapshot): RevertOutcome {
	const state = journal && isAsBefore(journal, path) ? "as before" : "changed since";
	return { path, state, from: bytesIn(came, path)?.toString(), to: bytesOf(path)?.toString() };
}

function isAsBefore({ before }: Journal, path: string): boolean {
	return before[path] === snapshot([path])[path];
}

function leaving(journal: Journal, came: Snapshot): Journal {
	if (!journal.isDone) return journal;
	return { ...journal, isDone: false, changed: Object.keys(came).filter((path) => !isKnown(journal, path, came)) };
}

/**
 * The file is as it was after one of our steps; or, if we were interrupted, half written, or equal in meaning to
 * before.
 */
function isAsWeLeftIt(journal: Journal, path: string, now: Snapshot): boolean {
	if (isKnown(journal, path, now) || isHalf(journal, path, now)) return true;
	if (journal.isDone || journal.changed.includes(path)) return false;
	return meaningOf(bytesIn(journal.before, path)) === meaningOf(bytesOf(path));
}

function isHalf({ isDone, changed, before }: Journal, path: string, now: Snapshot): boolean {
	return !isDone && !changed.includes(path) && isTorn(bytesIn(before, path), bytesIn(now, path));
}

function isKnown({ before, after }: Journal, path: string, now: Snapshot): boolean {
	return now[path] !== undefined && [before, ...after].some((each) => each[path] === now[path]);
}

/** There was no such file before, and it says nothing now. */
function isLeftOver({ before }: Journal, path: string): boolean {
	return before[path] === null && NOTHING.test(meaningOf(bytesOf(path)));
}

const NOTHING = /^(\{("version":\d+)?\})?$/;
