import { missingFolders, mustBeOpen, rightsOf } from "./files.ts";
import { keepFormer } from "./former.ts";
import { type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "./journal.ts";
import { foreseen, perform } from "./steps.ts";
import { uninstall } from "./take-out.ts";
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
