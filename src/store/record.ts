import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Form, Reason } from "../core/types.ts";
import type { ResultKind } from "../lens/result-text.ts";
import { readIf } from "../wire/system-error.ts";

/** An answer that ibid gave: what it was about and what came of it, but no text. */
export type AnswerLine = {
	readonly kind: "answer";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly version: string;
	readonly session: string;
	/** The sub-agent in whose window it stands; empty for the main one. */
	readonly agent: string;
	/** The id of the call, where the host gives one. */
	readonly call: string;
	readonly tool: string;
	/** Hashes of the arguments, of the text that would have been sent, and of the text that was. */
	readonly input: string;
	readonly original: string;
	readonly delivered: string;
	readonly subject: string;
	readonly brought: ResultKind;
	readonly form: Form;
	readonly reason: Reason | undefined;
	/** Estimated tokens of both texts, and how many notes. */
	readonly before: number;
	readonly after: number;
	readonly notes: number;
	/** By what each of these notes is known again, should it stand in a text that the model writes. Earlier versions did not say. */
	readonly noteHashes?: readonly string[];
	/** How long it took, and how much of that was spent waiting for the host's log. */
	readonly milliseconds: number;
	readonly waited: number;
};

/** Notes in a session whose lines the host has taken away. */
export type OrphanLine = {
	readonly kind: "orphaned";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly agent: string;
	readonly calls: readonly string[];
};

/** Why ibid does nothing at all in a host, for as long as this process runs. */
export type AsideLine = {
	readonly kind: "aside";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: "";
	readonly why: string;
};

/** A call that was refused because it would have put a note into a file. */
export type RefusalLine = {
	readonly kind: "refusal";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly agent: string;
	readonly tool: string;
	/** A hash of the note and of the files that it was to be written into. */
	readonly write: string;
};

/** A line of the record. */
export type RecordLine = AnswerLine | OrphanLine | AsideLine | FailureLine | RefusalLine;

/** Something that went wrong, after which the original passed. */
export type FailureLine = {
	readonly kind: "failure";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly what: string;
};

/** What one process has to say of its answers. Throws where it cannot be written: then nothing may be shortened. */
export type AnswerRecord = {
	write(line: RecordLine): void;
	/** What was shortened in a session, by this process or another: `nameOf` each answer. */
	shortened(session: string): ReadonlySet<string>;
	/** The calls in a session whose notes are known to have lost their lines. */
	orphaned(session: string): ReadonlySet<string>;
	/** Hashes of the notes that were sent in a session. */
	noteHashes(session: string): ReadonlySet<string>;
	/** What was refused in a session: the hash of each write. */
	refused(session: string): ReadonlySet<string>;
};

/** Writes a line if that can be done: who hears of a failure has more to do than to fail. */
export function writeIfPossible(record: AnswerRecord, line: RecordLine): void {
	try {
		record.write(line);
	} catch {
		// Nothing can be written at all.
	}
}

/** Where the record of answers lies in the folder of all that ibid has to remember. */
export function answersIn(folder: string): string {
	return join(folder, "answers");
}

/** The record in a folder. `process` must be unique: it is part of the file name. */
export function openRecord(folder: string, process: string): AnswerRecord {
	const place = answersIn(folder);
	const known = new Map<string, SessionSets>();
	let isTorn = false;
	const of = (session: string): SessionSets => {
		const found = known.get(session) ?? knownFrom(readLines(place, session, isTelling));
		known.set(session, found);
		return found;
	};
	return {
		shortened: (session) => of(session).shortened,
		orphaned: (session) => of(session).orphaned,
		noteHashes: (session) => of(session).noteHashes,
		refused: (session) => of(session).refused,
		write(line) {
			mkdirSync(place, { recursive: true, mode: 0o700 });
			const file = join(place, `${fileName(line.session)}.${process}.jsonl`);
			// Half a line may have been written before the disk was full.
			const text = `${isTorn ? "\n" : ""}${JSON.stringify(line)}\n`;
			isTorn = true;
			appendFileSync(file, text, { mode: 0o600 });
			isTorn = false;
			add(of(line.session), line);
		},
	};
}

/** Most lines are of answers that left nothing out; they need not even be parsed. */
const isTelling = (text: string): boolean => !text.includes('"form":"whole"');

/** What must be known of a session at once. */
type SessionSets = Readonly<Record<"shortened" | "orphaned" | "noteHashes" | "refused", Set<string>>>;

function knownFrom(lines: readonly RecordLine[]): SessionSets {
	const known: SessionSets = { shortened: new Set(), orphaned: new Set(), noteHashes: new Set(), refused: new Set() };
	for (const line of lines) add(known, line);
	return known;
}

function add({ shortened, orphaned, noteHashes, refused }: SessionSets, line: RecordLine): void {
	if (line.kind === "answer" && line.form !== "whole") {
		shortened.add(answerName(line.call, line.delivered));
		for (const hash of line.noteHashes ?? []) noteHashes.add(hash);
	}
	if (line.kind === "orphaned") for (const call of line.calls) orphaned.add(call);
	if (line.kind === "refusal") refused.add(line.write);
}

/** By what a shortened text is known again: its call and its hash. */
export function answerName(call: string, delivered: string): string {
	return `${call} ${delivered}`;
}

/** A hash that stands for a text. */
export function hashText(text: string): string {
	return newHash().update(text).digest("base64url").slice(0, 22);
}

/** Loading Node's takes as long as the rest of many a hook, so it is loaded when it is needed, and not where Bun has its own. */
function newHash(): { update(text: string): { digest(encoding: "base64url"): string } } {
	if (typeof Bun !== "undefined") return new Bun.CryptoHasher("sha256");
	return process.getBuiltinModule("node:crypto").createHash("sha256");
}

/** The lines that processes have written of a session; what is no line of ours, such as one cut off, is passed over. */
export function readLines(
	place: string,
	session: string,
	isWanted: (text: string) => boolean = () => true,
): RecordLine[] {
	const beginning = `${fileName(session)}.`;
	return recordFilesIn(place)
		.filter((name) => name.startsWith(beginning))
		.flatMap((name) => readIf(join(place, name)).split("\n").filter(isWanted).flatMap(lineIn));
}

/** With what the names of a session's files begin. A session's id is the host's own: it must not lead elsewhere. */
export function fileName(session: string): string {
	return session.replace(/[^\w-]/g, "_").slice(0, 80) || "none";
}

/** The names of the files in a folder; none where there is no folder. */
export function recordFilesIn(place: string): string[] {
	try {
		return readdirSync(place);
	} catch {
		return [];
	}
}

/** The line in a text; none where it is no line of ours. */
export function lineIn(text: string): RecordLine[] {
	try {
		const line: unknown = JSON.parse(text);
		return isLine(line) ? [line] : [];
	} catch {
		return [];
	}
}

/** A damaged line is skipped: readers rely on the fields of its kind. */
function isLine(value: unknown): value is RecordLine {
	if (typeof value !== "object" || value === null || !("schema" in value) || value.schema !== 1) return false;
	switch ("kind" in value && value.kind) {
		case "answer":
			return true;
		case "orphaned":
			return "calls" in value && Array.isArray(value.calls);
		case "aside":
			return "why" in value && typeof value.why === "string";
		case "failure":
			return "what" in value && typeof value.what === "string";
		case "refusal":
			return "write" in value && typeof value.write === "string";
		default:
			return false;
	}
}
