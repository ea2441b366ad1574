import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import type { HostName } from "../lens/types.ts";
import { dropEmpty } from "../wire/jsonc-edit.ts";
import { bytesOf, type FileRights, makePrivateFolder, putBytes } from "./files.ts";
import type { Launcher, Machine } from "./types.ts";

/**
 * What the user's files contained before ibid was installed, and after each of our steps. It is written before a step
 * is done, so that the command after an interrupted install knows what was there.
 */
export type Journal = {
	readonly schema: 1;
	readonly version: string;
	readonly launcher: Launcher;
	/** Whether all steps were done. */
	readonly isDone: boolean;
	readonly before: Snapshot;
	/** The permissions of these files; none for files that did not exist. */
	readonly rights: FileRights;
	/** Folders for these files that did not exist. */
	readonly folders: readonly string[];
	/** What the files contained after each step, the last one last. */
	readonly after: readonly Snapshot[];
	/** Files that had been changed when we began to remove ibid. */
	readonly changed: readonly string[];
};

/** What files contain, in base64 by their paths; null for a missing file. */
export type Snapshot = Readonly<Record<string, string | null>>;

/** What files contain now. */
export function snapshot(paths: readonly string[]): Snapshot {
	return Object.fromEntries(paths.map((path) => [path, bytesOf(path)?.toString("base64") ?? null]));
}

/** What a file contained; undefined if there was none. */
export function bytesIn(shot: Snapshot, path: string): Buffer | undefined {
	const text = shot[path];
	return text === null || text === undefined ? undefined : Buffer.from(text, "base64");
}

/** The journal of a host; undefined if there is none, or if it cannot be used. */
export function readJournal(data: string, host: string): Journal | undefined {
	const bytes = bytesOf(fileOf(data, host));
	if (!bytes) return undefined;
	try {
		return v.parse(JournalShape, JSON.parse(bytes.toString("utf8")));
	} catch {
		return undefined;
	}
}

/** What a file of the user said before ibid was installed, as far as we know. */
export function textBefore(data: string, host: string, path: string): string | undefined {
	return bytesIn(readJournal(data, host)?.before ?? {}, path)?.toString("utf8");
}

/** Writes or deletes the journal of a host. */
export function writeJournal(data: string, host: string, journal: Journal | undefined): void {
	const file = fileOf(data, host);
	if (!journal) {
		rmSync(file, { force: true });
		return;
	}
	makePrivateFolder(dirname(file));
	putBytes(file, Buffer.from(JSON.stringify(journal)));
}

function fileOf(data: string, host: string): string {
	return join(data, "installed", `${host}.json`);
}

const SnapshotShape = v.record(v.string(), v.nullable(v.string()));
const JournalShape: v.GenericSchema<unknown, Journal> = v.object({
	schema: v.literal(1),
	version: v.string(),
	launcher: v.object({ program: v.string(), args: v.array(v.string()), kind: v.picklist(["executable", "script"]) }),
	isDone: v.boolean(),
	before: SnapshotShape,
	rights: v.record(v.string(), v.number()),
	folders: v.array(v.string()),
	after: v.array(SnapshotShape),
	changed: v.array(v.string()),
});

/** Settings after removing an entry of ours, without its containers if they are now empty and were not there before. */
export function dropAdded(left: string, key: string, { data }: Machine, host: HostName, path: string): string {
	return textBefore(data, host, path)?.includes(`"${key}"`) ? left : dropEmpty(left, [key]);
}
