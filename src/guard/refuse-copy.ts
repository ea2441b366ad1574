import { newLatest } from "../conversation/latest.ts";
import { hashOf } from "../core/lines.ts";
import type { Answer, Range } from "../core/types.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { foldAt } from "../outline/mark.ts";
import { hashesOfNote, noteHashesIn } from "../store/answer-line.ts";
import { type AnswerRecord, writeIfPossible } from "../store/record.ts";
import type { RefusalLine } from "../store/record-lines.ts";
import { readIf } from "../wire/system-error.ts";
import { type CopiedNote, copiedNote } from "./copied-note.ts";

/** The host and session of a call, and the record by which notes are recognised. */
export type Guarded = Pick<RefusalLine, "host" | "session" | "agent"> & {
	readonly tools: Tools;
	readonly record: AnswerRecord;
	readonly now: () => number;
	/** Recognises notes that the model has in front of it and that are not recorded, by their hashes. */
	readonly isShown?: (hash: string) => boolean;
	/** The lines of a file that the model has not been shown, if they are not recorded. */
	readonly foldsOf?: (file: string) => readonly Range[] | undefined;
};

/**
 * Why a call must not run: a sentence for the model, without a full stop, because a host may add one. Undefined if the
 * call may run, as it may in doubt. Each refusal is recorded.
 */
export function refuseCopy(call: ToolCall, guarded: Guarded): string | undefined {
	const { tools, record, now, isShown = () => false, host, session, agent } = guarded;
	let sent: ReadonlySet<string> | undefined;
	const isKnown = (hash: string): boolean => {
		// Reading the record takes time, and most calls have nothing that looks like a note.
		sent ??= record.noteHashes(session);
		return sent.has(hash) || isShown(hash);
	};
	try {
		const copied = copiedNote(tools, call, (line) => hashesOfNote(line).some(isKnown), readIf);
		if (!copied) return undefined;
		const write = copyName(copied);
		const isRepeated = record.refused(session).has(write);
		const { tool } = call;
		writeIfPossible(record, { kind: "refusal", schema: 1, time: now(), host, session, agent, tool, write });
		return wordsFor(copied, isRepeated);
	} catch {
		return undefined;
	}
}

/** Two writes are the same if they put the same note into the same files, however they are worded. */
function copyName({ note, files }: CopiedNote): string {
	return (hashOf(JSON.stringify([note, files])) >>> 0).toString(36);
}

function wordsFor({ note }: CopiedNote, isRepeated: boolean): string {
	const line = quotedNote(note);
	const { lines, advice } = inPlaceOf(note);
	return isRepeated
		? `Again nothing was written: the line ${line} is a note of ibid, not text of a file; ask the user how to go on`
		: `Nothing was written: the line ${line} is a note of ibid that stands for ${lines}, not text of a file; ${advice}`;
}

/** What a note stands for, and how to write that. */
export function inPlaceOf(note: string): { readonly lines: string; readonly advice: string } {
	return foldAt(note)
		? { lines: "folded lines", advice: "read those lines, and write them in its place" }
		: { lines: "lines you have seen", advice: "read those lines again, they come whole, and write them in its place" };
}

/** The beginning of a note, in quotes. */
export function quotedNote(note: string): string {
	return JSON.stringify(note.length > LONGEST ? `${note.slice(0, LONGEST)}…` : note);
}

const LONGEST = 160;

/**
 * The notes and folds in the last request of each session. In a host whose requests we render again, there may be notes
 * that are not in the record: when lines leave the list, earlier texts get new notes.
 */
export type ShownRequests = {
	show(session: string, request: ShownRequest): void;
	/** What the guard of a session goes by. */
	guarding(session: string): Required<Pick<Guarded, "isShown" | "foldsOf">>;
};

/** What was sent for the results of a request, and the lines that it withholds, by the names of files. */
type ShownRequest = {
	readonly answers: readonly { readonly answer: Answer }[];
	readonly withheld: ReadonlyMap<string, readonly Range[]>;
};

/** No requests yet. */
export function newShownRequests(): ShownRequests {
	const shown = newLatest<ShownRequest>();
	return {
		show: (session, request) => void shown.keep(session, request),
		guarding: (session) => ({
			isShown(hash) {
				const shortened = (shown.get(session)?.answers ?? []).filter(({ answer }) => answer.form !== "whole");
				return shortened.some(({ answer }) => noteHashesIn(answer).includes(hash));
			},
			foldsOf: (file) => shown.get(session)?.withheld.get(file),
		}),
	};
}
