import type { Form, Reason } from "../core/types.ts";
import { untakenWords } from "../store/failure-words.ts";
import { hashesOfNote } from "../store/note-hashes.ts";
import { answersIn, type Given, hashText, nameOf, type RecordLine, readLines } from "../store/record.ts";
import type { RecordedResult } from "../transcript/types.ts";

/** What ibid really did in a session, by its record. */
export type Lived = {
	/** Whether a line is one of its notes. */
	readonly isNote: (line: string) => boolean;
	/** As much of a text in its log as ibid has sent: the host may say something of its own below. Undefined: nothing. */
	readonly sentIn: (id: string, text: string) => string | undefined;
	/** Whether a text is one that ibid was given to send. */
	readonly isOriginal: (text: string) => boolean;
	/** What became of a result. To be asked in the order of events: the same text may come again and fare otherwise. */
	readonly next: (result: RecordedResult) => Actual | undefined;
	/** What a model was sent that no result in the log stands for, such as in a turn that was taken back: asked for last. */
	readonly rest: (agent: string) => Untold[];
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

/** The same for a result that is not in the log. */
export type Untold = Actual & Pick<Given, "time" | "call" | "original" | "tool" | "subject" | "brought">;

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
	const isRefused = ({ call }: Given): boolean => untaken.has(untakenWords(call));
	const names = new Set(given.filter(({ form }) => form !== "whole").map(nameInLog));
	const hashes = new Set(given.flatMap(({ noteHashes = [] }) => noteHashes));
	const originals = new Set(given.map(({ original }) => original));
	const waiting = new Map<string, Given[]>();
	for (const line of given) for (const name of namesOf(line)) waiting.set(name, [...(waiting.get(name) ?? []), line]);
	const claimed = new Set<Given>();
	const told = new Map<string, Given>();
	return {
		isNote: (line) => hashesOfNote(line).some((hash) => hashes.has(hash)),
		sentIn: (id, text) =>
			beginningsOf(text).find((part) => [nameOf(id, hashText(part)), hashText(part)].some((name) => names.has(name))),
		isOriginal: (text) => originals.has(hashText(text)),
		next(result) {
			const hash = hashText(result.untrimmed ?? result.text);
			const lines = [callOf(result), hash].flatMap((name) => waiting.get(name) ?? []);
			const left = lines.filter((line) => !claimed.has(line));
			// A log may tell a result twice, as that of two models.
			const line = left.find(({ original }) => original === hash) ?? left[0] ?? told.get(nameOf(result.id, hash));
			if (!line) return undefined;
			claimed.add(line);
			told.set(nameOf(result.id, hash), line);
			return isRefused(line) || !isInLog(line, result) ? untakenOf(line) : taken(line);
		},
		rest(agent) {
			const left = given.filter((line) => line.agent === agent && !claimed.has(line));
			for (const line of left) claimed.add(line);
			return left.map((line) => {
				const { time, call, original, tool, subject, brought } = line;
				return { time, call, original, tool, subject, brought, ...(isRefused(line) ? untakenOf(line) : taken(line)) };
			});
		},
	};
}

/** A text, and the same without its last line, in which Claude Code says which files a command has changed. */
function beginningsOf(text: string): string[] {
	const end = text.lastIndexOf("\n");
	return end < 0 ? [text] : [text, text.slice(0, end)];
}

/** By what a shortened text is known again in a log. Gemini CLI names no calls to hooks, so there it is the text alone. */
function nameInLog({ host, call, delivered }: Given): string {
	return host === "gemini-cli" ? delivered : nameOf(call, delivered);
}

/** By what the result that a line is about is known again in a log: its call, or where that has no name its text. */
function namesOf({ host, call, original, delivered }: Given): Set<string> {
	return new Set(host === "gemini-cli" ? [original, delivered] : [call]);
}

/** The id that the provider gave to a call; the readers of logs number those that come again. */
function callOf({ id }: RecordedResult): string {
	return id.replace(/ \(\d+\)$/, "");
}

/** Whether a log has what was sent. OpenCode and pi write down what they were given, others what they sent. */
function isInLog({ host, form }: Given, { delivered, isLost }: RecordedResult): boolean {
	return form === "whole" || host === "opencode" || host === "pi" || delivered !== undefined || isLost === true;
}

function taken({ form, reason, before, after, delivered }: Given): Actual {
	return { form, reason, before, after, saved: before - after, delivered };
}

function untakenOf({ before, original }: Given): Actual {
	return { form: "whole", reason: "unreachable", before, after: before, saved: 0, delivered: original };
}
