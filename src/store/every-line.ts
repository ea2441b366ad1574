import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../wire/system-error.ts";
import { answersIn, lineIn } from "./record.ts";
import type { AsideLine, FailureLine, RecordLine } from "./record-lines.ts";

/**
 * All lines of the record in a folder, file by file; nothing is read before it is needed. Calls `unreadable` for what
 * exists but cannot be read.
 */
export function* everyLine(
	folder: string,
	isWanted: (text: string) => boolean = () => true,
	unreadable: (path: string, error: unknown) => void = () => {},
): Generator<RecordLine, void, undefined> {
	const attempt = <T>(path: string, read: (path: string) => T): T | undefined => {
		try {
			return read(path);
		} catch (error) {
			if (systemCode(error) !== "ENOENT") unreadable(path, error);
			return undefined;
		}
	};
	const place = answersIn(folder);
	for (const name of attempt(place, (path) => readdirSync(path))?.sort() ?? [])
		for (const text of attempt(join(place, name), (path) => readFileSync(path, "utf8"))?.split("\n") ?? [])
			if (isWanted(text)) yield* lineIn(text);
}

/** The session that a file of the record is about, as file names have it. */
export function sessionOf(name: string): string {
	return name.split(".")[0] ?? name;
}

/** The last problem in each host, or what made ibid do nothing there, according to the record. */
export function lastTroubles(folder: string): Map<string, FailureLine | AsideLine> {
	const last = new Map<string, FailureLine | AsideLine>();
	// Nearly all lines are of answers, and are not parsed.
	for (const line of everyLine(folder, (text) => TROUBLE.test(text))) {
		if (line.kind !== "failure" && line.kind !== "aside") continue;
		if (line.time >= (last.get(line.host)?.time ?? 0)) last.set(line.host, line);
	}
	return last;
}

const TROUBLE = /"kind":"(?:failure|aside)"/;
