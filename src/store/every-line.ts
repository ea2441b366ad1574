import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemCode } from "../wire/system-error.ts";
import { type AsideLine, answersIn, type FailureLine, lineIn, type RecordLine } from "./record.ts";

/**
 * All lines of the record in a folder, file by file; nothing is read before it is asked for. Of what is there and cannot
 * be read, `unreadable` is told.
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

/** The session that a file of the record is about, as names of files have it. */
export function sessionOf(name: string): string {
	return name.split(".")[0] ?? name;
}

/** The last thing that went wrong in each host, or made ibid stand aside there, by what was recorded. */
export function lastTroubles(folder: string): Map<string, FailureLine | AsideLine> {
	const last = new Map<string, FailureLine | AsideLine>();
	// Nearly all lines are of answers, and need not be parsed.
	for (const line of everyLine(folder, (text) => TROUBLE.test(text))) {
		if (line.kind !== "failure" && line.kind !== "aside") continue;
		if (line.time >= (last.get(line.host)?.time ?? 0)) last.set(line.host, line);
	}
	return last;
}

const TROUBLE = /"kind":"(?:failure|aside)"/;
