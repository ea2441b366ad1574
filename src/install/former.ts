import { chmodSync, statSync } from "node:fs";
import { filesIn, putBytes, putFolder } from "./files.ts";
import { bytesIn, readJournal, snapshot, writeJournal } from "./journal.ts";
import type { Fitting, Found, Machine } from "./types.ts";

/** Remembers an ibid that was put into a host to the end; gives what puts it back, for an upgrade that fails. */
export function keepFormer(fitting: Fitting, machine: Machine, found: Found): () => void {
	const journal = readJournal(machine.data, fitting.host);
	if (!journal?.isDone) return () => {};
	const paths = [...new Set([...Object.keys(journal.before), ...fitting.touches(machine)])];
	const files = snapshot(paths);
	const modes = paths.map((path) => statSync(path, { throwIfNoEntry: false })?.mode);
	const steps = fitting.uninstall(machine, found);
	const folders = steps.flatMap((step) => (step.kind === "remove" ? [[step.path, filesIn(step.path)] as const] : []));
	return () => {
		// First, so that whoever is stopped on the way is known to have had it.
		writeJournal(machine.data, fitting.host, journal);
		for (const [path, held] of folders) if (held.size > 0) putFolder(path, held);
		const now = snapshot(paths);
		for (const [index, path] of paths.entries()) {
			if (files[path] !== now[path]) putBytes(path, bytesIn(files, path));
			if (modes[index] !== undefined) chmodSync(path, modes[index]);
		}
	};
}
