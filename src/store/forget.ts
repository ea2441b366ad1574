import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sessionOf } from "./every-line.ts";
import { answersIn, recordFilesIn } from "./record.ts";

/**
 * Deletes the record of sessions without a new line for some days; looks for them once a day. If such a session
 * continues later, it has notes without a record, which are not believed. Never throws.
 */
export function forgetOld(folder: string, days: number, now: number): void {
	try {
		const names = recordFilesIn(answersIn(folder));
		// A wrong clock may have left a mark in the future.
		if (names.length === 0 || Math.abs(now - writtenAt(join(folder, MARK))) < DAY) return;
		writeFileSync(join(folder, MARK), "", { mode: 0o600 });
		utimesSync(join(folder, MARK), now / 1000, now / 1000);
		forgetSessions(answersIn(folder), names, now - days * DAY);
	} catch {
		// The next attempt may succeed.
	}
}

const DAY = 24 * 60 * 60 * 1000;

/** An empty file whose time says when a process last looked. */
const MARK = "forgotten";

/** All files of a session are deleted together: half of its record would be of little use. */
function forgetSessions(place: string, names: readonly string[], since: number): void {
	const times = names.map((name) => ({ name, session: sessionOf(name), time: writtenAt(join(place, name)) }));
	const kept = new Set(times.filter(({ time }) => time >= since).map(({ session }) => session));
	for (const { name, session } of times) if (!kept.has(session)) rmSync(join(place, name), { force: true });
}

/** When a file was written; long ago if it does not exist. */
function writtenAt(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
}
