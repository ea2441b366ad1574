import type { Form, Reason } from "../core/types.ts";
import { untakenWords } from "../store/failure-words.ts";
import { hashesOfNote } from "../store/note-hashes.ts";
import { answersIn, type Given, hashText, nameOf, type RecordLine, readLines } from "../store/record.ts";
import type { Known } from "../transcript/fold.ts";
import type { RecordedResult } from "../transcript/types.ts";

/** What ibid really did in a session, by its record. */
export type Lived = {
	/** Which texts of its log are ibid's. */
	readonly isShortened: Known["isShortened"];
	/** Whether a line is one of its notes. */
	readonly isNote: (line: string) => boolean;
	/** Whether a text is one that ibid was given to send. */
	readonly isOriginal: (text: string) => boolean;
	/** What became of a result. To be asked in the order of events: the same text may come again and fare otherwise. */
	readonly next: (result: RecordedResult) => Actual | undefined;
};

/** What ibid sent for a result: why, where it was the whole; tokens, the same twice where the host did not take it; a hash. */
export type Actual = {
	readonly form: Form;
	readonly reason: Reason | undefined;
	readonly before: number;
	readonly after: number;
	readonly saved: number;
	readonly delivered: string;
};

/** What the record in a folder knows of sessions; undefined of those that it does not know. */
export function livedIn(folder: string | undefined): (session: string) => Lived | undefined {
	if (folder === undefined) return () => undefined;
	return (session) => {
		const lines = readLines(answersIn(folder), session);
		return lines.some(({ kind }) => kind === "answer") ? livedBy(lines) : undefined;
	};
}

function livedBy(lines: readonly RecordLine[]): Lived {
	const given = lines.filter((line): line is Given => line.kind === "answer").sort((a, b) => a.time - b.time);
	const untaken = new Set(lines.flatMap((line) => (line.kind === "failure" ? [line.what] : [])));
	const names = new Set(given.filter(({ form }) => form !== "whole").map(nameInLog));
	const hashes = new Set(given.flatMap(({ noteHashes = [] }) => noteHashes));
	const waiting = new Map<string, Given[]>();
	for (const line of given) waiting.set(line.original, [...(waiting.get(line.original) ?? []), line]);
	const told = new Map<string, Given>();
	return {
		isShortened: (id, text) => [nameOf(id, hashText(text)), hashText(text)].some((name) => names.has(name)),
		isNote: (line) => hashesOfNote(line).some((hash) => hashes.has(hash)),
		isOriginal: (text) => waiting.has(hashText(text)),
		next(result) {
			const hash = hashText(result.text);
			if (result.isLost) return sentAs(given, result.id, hash);
			const lines = waiting.get(hash) ?? [];
			const at = Math.max(
				0,
				lines.findIndex(({ call }) => call === result.id),
			);
			// A log may tell a result twice, as that of two models.
			const line = lines.splice(at, 1)[0] ?? told.get(nameOf(result.id, hash));
			if (!line) return undefined;
			told.set(nameOf(result.id, hash), line);
			return isTaken(line, result, untaken) ? taken(line) : untakenOf(line);
		},
	};
}

/** What was sent for a text that is in the log and cannot be rebuilt. */
function sentAs(given: readonly Given[], id: string, hash: string): Actual | undefined {
	const names = [nameOf(id, hash), hash];
	const line = given.find((each) => each.form !== "whole" && names.includes(nameInLog(each)));
	return line && taken(line);
}

/** By what a shortened text is known again in a log. Gemini CLI names no calls to hooks, so there it is the text alone. */
function nameInLog({ host, call, delivered }: Given): string {
	return host === "gemini-cli" ? delivered : nameOf(call, delivered);
}

/** Whether what was sent stood before the model. These hosts write down what they were given, others what they sent. */
function isTaken({ host, form, call }: Given, { delivered }: RecordedResult, untaken: ReadonlySet<string>): boolean {
	if (form === "whole") return true;
	return !untaken.has(untakenWords(call)) && (host === "opencode" || host === "pi" || delivered !== undefined);
}

function taken({ form, reason, before, after, delivered }: Given): Actual {
	return { form, reason, before, after, saved: before - after, delivered };
}

function untakenOf({ before, original }: Given): Actual {
	return { form: "whole", reason: "unreachable", before, after: before, saved: 0, delivered: original };
}
