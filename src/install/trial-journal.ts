import { type Journal, readJournal, type Snapshot, snapshot, writeJournal } from "./journal.ts";
import type { HostInstaller, Machine } from "./types.ts";

/**
 * Lets a host do something after ibid is installed. What the host then writes into files that were as we left them is
 * not the user's work, and is removed together with ours.
 */
export async function withTrialJournal<T>(
	{ host }: HostInstaller,
	machine: Machine,
	work: () => Promise<T>,
): Promise<T> {
	const journal = readJournal(machine.data, host);
	if (!journal?.isDone) return await work();
	const untouched = untouchedFiles(journal);
	try {
		return await work();
	} finally {
		const now = { ...lastOf(journal), ...snapshot(untouched) };
		const isWritten = untouched.some((path) => now[path] !== lastOf(journal)[path]);
		if (isWritten) writeJournal(machine.data, host, { ...journal, after: [...journal.after, now] });
	}
}

function untouchedFiles(journal: Journal): string[] {
	const now = snapshot(Object.keys(journal.before));
	return Object.keys(now).filter((path) => now[path] === lastOf(journal)[path]);
}

function lastOf({ before, after }: Journal): Snapshot {
	return after.at(-1) ?? before;
}
