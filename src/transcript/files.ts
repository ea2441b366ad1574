import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import type { LogReader, Recording } from "../conversation/types.ts";
import { DatabaseError, SIGNATURE } from "../sqlite/pages.ts";
import { systemCode, systemWords } from "../wire/system-error.ts";

/** A session found in a file, or why there is none: words to put after the file's name. */
export type Recorded =
	| { readonly kind: "recording"; readonly recording: Recording }
	| { readonly kind: "unreadable"; readonly why: string };

/** The sessions in a file of any host: one in a log, many in a database. Never throws. */
export function* recordingsIn(path: string, readers: readonly LogReader[]): Generator<Recorded> {
	try {
		mustBeFile(path);
		for (const recording of isDatabase(path) ? readDatabase(path, readers) : [readLog(path, readers)])
			yield recording
				? { kind: "recording", recording }
				: { kind: "unreadable", why: "not a session of an agent that ibid knows" };
	} catch (error) {
		yield { kind: "unreadable", why: reasonOf(error) };
	}
}

function mustBeFile(path: string): void {
	const stats = statSync(path);
	if (stats.isFile()) return;
	// A file that cannot be opened fails here, with the system's reason.
	if (stats.isDirectory()) readdirSync(path);
	throw new Refused(`cannot be read: it is ${stats.isDirectory() ? "a folder" : "not a file"}`);
}

function isDatabase(path: string): boolean {
	const file = openSync(path, "r");
	try {
		const bytes = Buffer.alloc(SIGNATURE.length);
		readSync(file, bytes, 0, bytes.length, 0);
		return bytes.toString("latin1") === SIGNATURE;
	} finally {
		closeSync(file);
	}
}

/** The longest string in the engines that we run on. */
const LONGEST = 2 ** 29 - 24;

/** Only one host has a database so far; a second one would have to be distinguished by its tables. */
function readDatabase(path: string, readers: readonly LogReader[]): Iterable<Recording | undefined> {
	return readers.find(({ database }) => database)?.database?.(path) ?? [];
}

function readLog(path: string, readers: readonly LogReader[]): Recording | undefined {
	if (statSync(path).size > LONGEST) throw new Refused("too large to be read: more than 512 MB");
	return readTranscript(readFileSync(path, "utf8"), readers);
}

class Refused extends Error {}

function reasonOf(error: unknown): string {
	if (error instanceof DatabaseError || error instanceof Refused) return error.message;
	return `cannot be read: ${systemWords(error) ?? systemCode(error) ?? String(error)}`;
}

/** Reads a log of any host, recognised by its content. Undefined if no reader understands it. */
export function readTranscript(text: string, readers: readonly LogReader[]): Recording | undefined {
	if (isDocument(text))
		return firstOf(
			readers.filter((reader) => reader.isDocument),
			text,
		);
	const beginning = firstLines(text, LINES);
	const reader = beginning === text ? undefined : readers.find(({ read }) => read(beginning));
	return reader ? reader.read(text) : firstOf(readers, text);
}

/**
 * Whether the first line is not JSON by itself, but the beginning of a document. Trying each of many such lines is
 * slow.
 */
function isDocument(text: string): boolean {
	return /^\uFEFF?\s*\{[ \t]*\r?\n/.test(text);
}

/** Enough lines to recognise the host, and few enough for every reader; documents are one line or cannot be cut. */
const LINES = 20;

function firstLines(text: string, count: number): string {
	let end = -1;
	for (let line = 0; line < count; line++) {
		end = text.indexOf("\n", end + 1);
		if (end < 0) return text;
	}
	return text.slice(0, end + 1);
}

function firstOf(readers: readonly LogReader[], text: string): Recording | undefined {
	for (const { read } of readers) {
		const recording = read(text);
		if (recording) return recording;
	}
	return undefined;
}
