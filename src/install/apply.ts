import { existsSync } from "node:fs";
import { bytesOf, filesIn, missingFolders, mustBeOpen, putBytes, putFolder, putRights, rightsOf } from "./files.ts";
import { bytesIn, type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "./journal.ts";
import { revertInstall } from "./revert.ts";
import { foreseen, perform } from "./steps.ts";
import type { FoundHost, HostInstaller, InstallStep, Launcher, Machine } from "./types.ts";

/**
 * Installs ibid in a host, step by step. An interrupted or older install is removed first; an older one that worked is
 * restored if something fails. `afterEach` is called when something was written: tests interrupt it there.
 */
export async function applyInstall(
	installer: HostInstaller,
	machine: Machine,
	found: FoundHost,
	launcher: Launcher,
	version: string,
	afterEach: () => void = () => {},
): Promise<void> {
	const { host } = installer;
	const write = async (journal: Journal): Promise<Journal> => {
		await tried(() => writeJournal(machine.data, host, journal));
		afterEach();
		return journal;
	};
	for (const path of installer.touches(machine)) mustBeOpen(path);
	const kept = installer.keeps?.(machine) ?? [];
	const putFormerBack = keepPreviousInstall(installer, machine, found);
	const files = await tried(() => makeRoom(installer, machine, found));
	const steps = await tried(() => [...installer.install(machine, found, launcher), ...kept]);
	const folders = missingFolders(files);
	const nothing = { before: snapshot(files), rights: rightsOf(files), folders, after: [], changed: [] };
	let journal = await write({ schema: 1, version, launcher, isDone: false, ...nothing });
	for (const step of steps) {
		const isForeseen = step.kind === "edit";
		if (isForeseen) journal = await write(grown(journal, await tried(() => foreseen(step, files))));
		await tried(() => performNoted(step, installer, machine, journal));
		afterEach();
		if (!isForeseen) journal = await write(grown(journal, await tried(() => snapshot(files))));
	}
	await write({ ...journal, isDone: true });

	/** If a step fails, it and all steps before it are undone as far as possible. */
	async function tried<T>(attempt: () => T | Promise<T>): Promise<T> {
		try {
			return await attempt();
		} catch (error) {
			const problem = await takeBack(installer, machine, found, putFormerBack);
			throw problem ? new NotTakenBack(error, problem, changedFiles(machine, host)) : error;
		}
	}
}

/** Does one step, and records what a program wrote before it failed: that is not the user's. */
async function performNoted(
	step: InstallStep,
	{ host }: HostInstaller,
	machine: Machine,
	journal: Journal,
): Promise<void> {
	const files = Object.keys(journal.before);
	try {
		await perform(step, machine, files);
	} catch (error) {
		if (step.kind === "run" && files.every(isReadable))
			writeJournal(machine.data, host, grown(journal, snapshot(files)));
		throw error;
	}
}

/** Why the steps could not be undone; undefined if they were. */
async function takeBack(
	installer: HostInstaller,
	machine: Machine,
	found: FoundHost,
	putFormerBack: () => boolean,
): Promise<Error | undefined> {
	try {
		const problem = await revertInstall(installer, machine, found).then(() => undefined, asError);
		return putFormerBack() ? undefined : problem;
	} catch (error) {
		return asError(error);
	}
}

/** Files of the user that are not as they were before, including those that can no longer be read. */
function changedFiles({ data }: Machine, host: string): string[] {
	const before = readJournal(data, host)?.before ?? {};
	return Object.keys(before).filter((path) => !isReadable(path) || before[path] !== snapshot([path])[path]);
}

function isReadable(path: string): boolean {
	try {
		bytesOf(path);
		return true;
	} catch {
		return false;
	}
}

function asError(error: unknown): Error {
	return error instanceof Error ? error : new Error(String(error));
}

/** A step has failed and could not be undone either. The message says why it failed. */
export class NotTakenBack extends Error {
	readonly problem: Error;
	/** Files of the user that are not as they were before ibid was installed. */
	readonly changed: readonly string[];

	constructor(cause: unknown, problem: Error, changed: readonly string[]) {
		super(asError(cause).message, { cause });
		this.problem = problem;
		this.changed = changed;
	}
}

/** Removes what is there of ours; returns the files that will be changed now, which may then be others. */
async function makeRoom(installer: HostInstaller, machine: Machine, found: FoundHost): Promise<readonly string[]> {
	// Even without a journal, our entry must not count as what the user had before.
	const isThere = readJournal(machine.data, installer.host) !== undefined || installer.wired(machine).kind !== "no";
	if (isThere) await revertInstall(installer, machine, found);
	const files = installer.touches(machine);
	for (const path of files) mustBeOpen(path);
	return files;
}

function grown(journal: Journal, shot: Snapshot): Journal {
	return { ...journal, after: [...journal.after, shot] };
}

/** Does more steps in a host where ibid is already installed, so that they are undone together with the rest. */
export async function extendInstall(
	{ host }: HostInstaller,
	machine: Machine,
	steps: readonly InstallStep[],
): Promise<void> {
	let journal = readJournal(machine.data, host);
	const files = Object.keys(journal?.before ?? {});
	for (const step of steps) {
		await perform(step, machine, files);
		if (!journal) continue;
		journal = grown(journal, snapshot(files));
		writeJournal(machine.data, host, journal);
	}
}

/**
 * Remembers an ibid that was completely installed in a host; returns a function that restores it if an upgrade fails,
 * and whether there was one.
 */
export function keepPreviousInstall(installer: HostInstaller, machine: Machine, found: FoundHost): () => boolean {
	const journal = readJournal(machine.data, installer.host);
	if (!journal?.isDone) return () => false;
	const steps = installer.uninstall(machine, found);
	const edited = steps.flatMap((step) => (step.kind === "edit" ? step.path : []));
	const paths = [...new Set([...Object.keys(journal.before), ...installer.touches(machine), ...edited])];
	const [files, rights] = [snapshot(paths), rightsOf(paths)];
	const removed = steps.flatMap((step) => (step.kind === "remove" && existsSync(step.path) ? step.path : []));
	const folders = removed.map((path) => [path, filesIn(path)] as const);
	return () => {
		// Written first, so that after an interrupted upgrade the next command knows about it.
		writeJournal(machine.data, installer.host, journal);
		for (const [path, held] of folders) putFolder(path, held);
		const now = snapshot(paths);
		for (const path of paths) if (files[path] !== now[path]) putBytes(path, bytesIn(files, path));
		putRights(rights);
		return true;
	};
}
