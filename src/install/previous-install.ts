import { existsSync } from "node:fs";
import { filesIn, putBytes, putFolder, putRights, rightsOf } from "./files.ts";
import { bytesIn, readJournal, snapshot, writeJournal } from "./journal.ts";
import type { FoundHost, HostInstaller, Machine } from "./types.ts";

/**
 * Remembers an ibid that was completely installed in a host; returns a function that restores it if an upgrade fails,
 * and whether there was one.
 */
export function keepPreviousInstall(fitting: HostInstaller, machine: Machine, found: FoundHost): () => boolean {
	const journal = readJournal(machine.data, fitting.host);
	if (!journal?.isDone) return () => false;
	const steps = fitting.uninstall(machine, found);
	const edited = steps.flatMap((step) => (step.kind === "edit" ? step.path : []));
	const paths = [...new Set([...Object.keys(journal.before), ...fitting.touches(machine), ...edited])];
	const [files, rights] = [snapshot(paths), rightsOf(paths)];
	const removed = steps.flatMap((step) => (step.kind === "remove" && existsSync(step.path) ? step.path : []));
	const folders = removed.map((path) => [path, filesIn(path)] as const);
	return () => {
		// Written first, so that after an interrupted upgrade the next command knows about it.
		writeJournal(machine.data, fitting.host, journal);
		for (const [path, held] of folders) putFolder(path, held);
		const now = snapshot(paths);
		for (const path of paths) if (files[path] !== now[path]) putBytes(path, bytesIn(files, path));
		putRights(rights);
		return true;
	};
}
