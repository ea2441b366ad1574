import { readFileSync, type Stats, statSync } from "node:fs";
import { type JsoncContainer, JsoncError, scanJsonc } from "../wire/jsonc.ts";
import { systemCode, systemWords } from "../wire/system-error.ts";

/** The content of a settings file, if there is one. */
export type FileSays =
	| { readonly kind: "keys"; readonly file: string; readonly text: string; readonly root: JsoncContainer }
	/** It is not JSON, or not an object. */
	| { readonly kind: "broken"; readonly file: string; readonly text: string; readonly why: string }
	/** It exists but cannot be parsed. */
	| { readonly kind: "unreadable"; readonly file: string; readonly why: string };

/** Reads files, each again only when it has changed; otherwise returns the same object as before. Never throws. */
export function newReader(): ConfigReader {
	const known = new Map<string, { readonly stamp: string; readonly says: FileSays }>();
	return (file) => {
		const stats = statsOf(file);
		if (stats === undefined) return undefined;
		const isRefused = typeof stats === "string";
		const stamp = isRefused ? stats : `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
		const last = known.get(file);
		if (last?.stamp === stamp) return last.says;
		if (known.size >= MOST) known.clear();
		// The stamp is taken before the file is read, so that a change in between is read next time.
		const says: FileSays = isRefused ? { kind: "unreadable", file, why: stats } : read(file, stats);
		known.set(file, { stamp, says });
		return says;
	};
}

/** The content of a file now; undefined if there is no file. */
export type ConfigReader = (file: string) => FileSays | undefined;

/** More files than this are not worth remembering. */
const MOST = 64;

/** Longer files are not read: they may come from strangers, and the agent is waiting. */
const LONGEST = 64 * 1024;

/** Undefined if there is no file; a reason if it cannot be read. */
function statsOf(file: string): Stats | string | undefined {
	try {
		return statSync(file, { throwIfNoEntry: false });
	} catch (error) {
		return reasonOf(error);
	}
}

function read(file: string, stats: Stats): FileSays {
	if (!stats.isFile()) return { kind: "unreadable", file, why: "it is not a file" };
	if (stats.size > LONGEST) return { kind: "unreadable", file, why: `it is longer than ${LONGEST / 1024} KB` };
	try {
		return understand(file, readFileSync(file, "utf8"));
	} catch (error) {
		return { kind: "unreadable", file, why: reasonOf(error) };
	}
}

function understand(file: string, text: string): FileSays {
	if (EMPTY.test(text)) return { kind: "keys", file, text, root: { kind: "object", start: 0, end: 0, entries: [] } };
	try {
		const root = scanJsonc(text);
		if (root.kind === "object") return { kind: "keys", file, text, root };
		throw new JsoncError(text, root.start, "expected an object in braces here");
	} catch (error) {
		if (NO_TEXT.test(text)) return { kind: "unreadable", file, why: "it is not written in UTF-8" };
		return { kind: "broken", file, text, why: error instanceof JsoncError ? error.message : "it is no JSON" };
	}
}

/** What other encodings look like: no word can be searched for in them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: every other letter is one in UTF-16
const NO_TEXT = /[\u0000\ufffd]/;

const EMPTY = /^\ufeff?(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*$/;

function reasonOf(error: unknown): string {
	return systemWords(error) ?? systemCode(error) ?? "it cannot be read";
}
