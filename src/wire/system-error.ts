import { readFileSync, type Stats, statSync } from "node:fs";

/** The code by which the system says what went wrong, such as EACCES; undefined where something else went wrong. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What the system refused, in words that can stand behind a path and a colon; undefined where it was something else. */
export function systemWords(error: unknown): string | undefined {
	return WORDS[systemCode(error) ?? ""];
}

const WORDS: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EPERM: "permission denied",
	EROFS: "the disk is read-only",
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EIO: "the disk does not answer",
	ENOENT: "there is no such file",
	ENOTDIR: "a part of the path is not a folder",
	EISDIR: "it is a folder",
	EEXIST: "something is in its place",
	ELOOP: "its links lead in a circle",
	ENAMETOOLONG: "the path is too long",
	EMFILE: "too many files are open",
	ENFILE: "too many files are open",
};

/** What is known of a file; undefined where there is none, or where the system does not say. */
export function statIf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/** What a file says; nothing if it is missing or cannot be read. */
export function readIf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
