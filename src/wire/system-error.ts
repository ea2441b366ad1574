import { readFileSync, type Stats, statSync } from "node:fs";

/** The system's error code, such as EACCES; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What the system refused, in words that can follow a path and a colon; undefined for any other error. */
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

/** The status of a file; undefined if it does not exist, or the system does not say. */
export function statIf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

/** The content of a file; undefined if it is missing or cannot be read. */
export function readIf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
