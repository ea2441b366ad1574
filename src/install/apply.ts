import {
	bytesOf,
	dropEmptyFolders,
	dropUnfinished,
	missingFolders,
	mustBeOpen,
	putBytes,
	putRights,
	rightsOf,
} from "./files.ts";
import { keepFormer } from "./former.ts";
import { bytesIn, type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "./journal.ts";
import { isTorn, meaningOf } from "./meaning.ts";
import { foreseen, perform } from "./steps.ts";
import type { Fitting, Found, Launcher, Machine, Step } from "./types.ts";

/**
 * Puts ibid into a host, step by step. An install that was stopped, or an older one, is taken out first; an older one that
 * worked is put back if something fails. `afterEach` is called when something was written: that is where a test stops it.
 */
export async function install(
	fitting: Fitting,
	machine: Machine,
	found: Found,
	launcher: Launcher,
	version: string,
	afterEach: () => void = () => {},
): Promise<void> {
	const { host } = fitting;
	const write = (journal: Journal): Journal => {
		writeJournal(machine.data, host, journal);
		afterEach();
		return journal;
	};
	for (const path of fitting.touches(machine)) mustBeOpen(path);
	const kept = fitting.keeps?.(machine) ?? [];
	const putFormerBack = keepFormer(fitting, machine, found);
	const files = await tried(() => makeRoom(fitting, machine, found));
	const steps = await tried(() => [...fitting.install(machine, found, launcher), ...kept]);
	const folders = missingFolders(files);
	const nothing = { before: snapshot(files), rights: rightsOf(files), folders, after: [], changed: [] };
	let journal = write({ schema: 1, version, launcher, isDone: false, ...nothing });
	for (const step of steps) {
		const isForeseen = step.kind === "edit";
		if (isForeseen) journal = write(grown(journal, await tried(() => foreseen(step, files))));
		await tried(() => perform(step, machine, files));
		afterEach();
		if (!isForeseen) journal = write(grown(journal, snapshot(files)));
	}
	write({ ...journal, isDone: true });

	/** What fails is taken back with all that was done before it. */
	async function tried<T>(attempt: () => T | Promise<T>): Promise<T> {
		try {
			return await attempt();
		} catch (error) {
			await uninstall(fitting, machine, found).catch(() => {});
			putFormerBack();
			throw error;
		}
	}
}

/** Takes out what is there of ours; gives the files that are to be touched now, which may be others then. */
async function makeRoom(fitting: Fitting, machine: Machine, found: Found): Promise<readonly string[]> {
	// Even if nobody remembers how it came there, it must not pass for what the user had before.
	const isThere = readJournal(machine.data, fitting.host) !== undefined || fitting.wired(machine).kind !== "no";
	if (isThere) await uninstall(fitting, machine, found);
	const files = fitting.touches(machine);
	for (const path of files) mustBeOpen(path);
	return files;
}

function grown(journal: Journal, shot: Snapshot): Journal {
	return { ...journal, after: [...journal.after, shot] };
}

/** Does more to a host that ibid is in already, so that it is taken back with the rest. */
export async function extend({ host }: Fitting, machine: Machine, steps: readonly Step[]): Promise<void> {
	let journal = readJournal(machine.data, host);
	const files = Object.keys(journal?.before ?? {});
	for (const step of steps) {
		await perform(step, machine, files);
		if (!journal) continue;
		journal = grown(journal, snapshot(files));
		writeJournal(machine.data, host, journal);
	}
}

/** What became of a file of the user's. */
export type Left = {
	readonly path: string;
	/** It is as it was before ibid came; or it was changed since, and has lost what was ours, or had nothing of ours. */
	readonly state: "as before" | "changed since";
	/** What it held when we came to take ours out, and what it holds now; undefined where there is none. */
	readonly from: string | undefined;
	readonly to: string | undefined;
};

/**
 * Takes ibid out of a host again. Files that nobody has changed since get their former bytes back. `afterEach` is called
 * when something was written.
 */
export async function uninstall(
	fitting: Fitting,
	machine: Machine,
	found: Found | undefined,
	afterEach: () => void = () => {},
): Promise<Left[]> {
	const journal = readJournal(machine.data, fitting.host);
	const files = journal ? Object.keys(journal.before) : fitting.touches(machine);
	const came = snapshot(files);
	const rights = { ...rightsOf(files), ...(journal?.isDone ? {} : journal?.rights) };
	for (const path of files) if (came[path] !== journal?.before[path]) mustBeOpen(path);
	// Who is stopped from here on leaves files that are neither as before nor as we left them.
	if (journal) writeJournal(machine.data, fitting.host, leaving(journal, came));
	afterEach();
	for (const step of fitting.uninstall(machine, found)) {
		// It gets its former bytes back, whatever it says.
		if (step.kind === "edit" && journal && (isKnown(journal, step.path, came) || isHalf(journal, step.path, came)))
			continue;
		await perform(step, machine, files);
		afterEach();
	}
	const left = files.map((path): Left => {
		const isOurs = journal !== undefined && isAsWeLeftIt(journal, path, came);
		const isAsBefore = (): boolean => journal?.before[path] === snapshot([path])[path];
		const isToBe = isOurs || isLeftOver(journal, path);
		if (isToBe && !isAsBefore()) putBytes(path, bytesIn(journal?.before ?? {}, path));
		dropUnfinished(path);
		afterEach();
		const state = isAsBefore() ? "as before" : "changed since";
		return { path, state, from: bytesIn(came, path)?.toString(), to: bytesOf(path)?.toString() };
	});
	putRights(rights);
	dropEmptyFolders(journal?.folders ?? []);
	writeJournal(machine.data, fitting.host, undefined);
	return left;
}

function leaving(journal: Journal, came: Snapshot): Journal {
	if (!journal.isDone) return journal;
	return { ...journal, isDone: false, changed: Object.keys(came).filter((path) => !isKnown(journal, path, came)) };
}

/** As it was after one of our steps; or, if we were stopped, half written, or saying what it said before. */
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

/** There was no such file, and it says nothing now. */
function isLeftOver(journal: Journal | undefined, path: string): boolean {
	return journal?.before[path] === null && NOTHING.test(meaningOf(bytesOf(path)));
}

const NOTHING = /^(\{("version":\d+)?\})?$/;
