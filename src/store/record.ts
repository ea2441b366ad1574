import { appendFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Range, Reason } from "../core/types.ts";
import { readIf } from "../wire/system-error.ts";
import type { RecordLine } from "./record-lines.ts";

/** The record that one process writes of its answers. Throws if it cannot be written: then nothing may be shortened. */
export type AnswerRecord = {
	write(line: RecordLine): void;
	/** What was shortened in a session, by this process or another: `nameOf` of each answer. */
	shortened(session: string): ReadonlySet<string>;
	/** The calls in a session whose notes are known to have lost their lines. */
	orphaned(session: string): ReadonlySet<string>;
	/** Hashes of the notes that were sent in a session. */
	noteHashes(session: string): ReadonlySet<string>;
	/** What was refused in a session: the hash of each write. */
	refused(session: string): ReadonlySet<string>;
	/** The lines of files that one agent in a session has not been shown. */
	folds(session: string, agent: string): ReadonlyMap<string, readonly Range[]>;
};

/** Writes a line if possible: a caller that reports a failure must not fail itself. */
export function writeIfPossible(record: AnswerRecord, line: RecordLine): void {
	try {
		record.write(line);
	} catch {
		// Nothing can be written at all.
	}
}

/** Where the record is in ibid's state folder. */
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
		folds: (session, agent) => of(session).folds.get(agent) ?? new Map(),
		write(line) {
			mkdirSync(place, { recursive: true, mode: 0o700 });
			const file = join(place, `${fileName(line.session)}.${process}.jsonl`);
			// Part of a line may have been written before the disk was full.
			const text = `${isTorn ? "\n" : ""}${JSON.stringify(line)}\n`;
			isTorn = true;
			appendFileSync(file, text, { mode: 0o600 });
			isTorn = false;
			addToSets(of(line.session), line);
		},
	};
}

/**
 * The record in a folder for a process that only asks what another process has sent: it is read anew for each question.
 * Lines without a session count for every session, because not all requests name theirs.
 */
export function openSharedRecord(folder: string, process: string): AnswerRecord {
	const now = (): AnswerRecord => openRecord(folder, process);
	const inAny = (session: string, of: (session: string) => ReadonlySet<string>): ReadonlySet<string> =>
		session === "" ? of(session) : new Set([...of(session), ...of("")]);
	return {
		shortened: (session) => now().shortened(session),
		orphaned: (session) => now().orphaned(session),
		noteHashes: (session) => inAny(session, now().noteHashes),
		refused: (session) => now().refused(session),
		folds: (session, agent) => now().folds(session, agent),
		write: (line) => now().write(line),
	};
}

/** Most lines are of answers that left nothing out; they are not even parsed. */
const isTelling = (text: string): boolean => !text.includes('"form":"whole"');

/** What must be known of a session at once. */
type SessionSets = Readonly<Record<"shortened" | "orphaned" | "noteHashes" | "refused", Set<string>>> & {
	readonly folds: Map<string, ReadonlyMap<string, readonly Range[]>>;
};

function knownFrom(lines: readonly RecordLine[]): SessionSets {
	const sets = { shortened: new Set<string>(), orphaned: new Set<string>(), noteHashes: new Set<string>() };
	const known: SessionSets = { ...sets, refused: new Set(), folds: new Map() };
	for (const line of lines) addToSets(known, line);
	return known;
}

function addToSets({ shortened, orphaned, noteHashes, refused, folds }: SessionSets, line: RecordLine): void {
	if (line.kind === "answer" && line.form !== "whole") {
		shortened.add(answerName(line.call, line.delivered));
		for (const hash of line.noteHashes ?? []) noteHashes.add(hash);
	}
	if (line.kind === "orphaned") for (const call of line.calls) orphaned.add(call);
	if (line.kind === "refusal") refused.add(line.write);
	if (line.kind === "folds") folds.set(line.agent, new Map(Object.entries(line.files)));
	if (line.kind === "notes") for (const hash of line.noteHashes) noteHashes.add(hash);
}

/** The name by which a shortened text is recognised: its call and its hash. */
export function answerName(call: string, delivered: string): string {
	return `${call} ${delivered}`;
}

/** A hash that stands for a text. */
export function hashText(text: string): string {
	return newHash().update(text).digest("base64url").slice(0, 22);
}

/**
 * Loading Node's crypto module takes as long as the rest of many hooks, so it is loaded when needed, and not if Bun has
 * its own.
 */
function newHash(): { update(text: string): { digest(encoding: "base64url"): string } } {
	if (typeof Bun !== "undefined") return new Bun.CryptoHasher("sha256");
	return process.getBuiltinModule("node:crypto").createHash("sha256");
}

/**
 * The lines that processes have written about a session; anything that is not a line of ours, such as one cut off, is
 * skipped.
 */
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

/** The beginning of the names of a session's files. The host chooses a session's id, so it must not lead elsewhere. */
export function fileName(session: string): string {
	return session.replace(/[^\w-]/g, "_").slice(0, 80) || "none";
}

/** The names of the files in a folder; none if there is no folder. */
export function recordFilesIn(place: string): string[] {
	try {
		return readdirSync(place);
	} catch {
		return [];
	}
}

/** The line in a text; undefined if it is not a line of ours. */
export function lineIn(text: string): RecordLine[] {
	try {
		const line: unknown = JSON.parse(text);
		return isLine(line) ? [withReasonOfToday(line)] : [];
	} catch {
		return [];
	}
}

/** Records on disk may be older than a reason's name. */
function withReasonOfToday(line: RecordLine): RecordLine {
	const reason = line.kind === "answer" && line.reason && OLD_REASONS.get(line.reason);
	return reason ? { ...line, reason } : line;
}

const OLD_REASONS: ReadonlyMap<string, Reason> = new Map([
	["insisted", "asked again"],
	["brink", "near compaction"],
]);

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
		case "copy":
			return "tool" in value && typeof value.tool === "string";
		case "folds":
			return "files" in value && typeof value.files === "object" && value.files !== null;
		case "notes":
			return "noteHashes" in value && Array.isArray(value.noteHashes);
		default:
			return false;
	}
}
