import { type CallInContext, emptyState, foldEntry } from "../conversation/fold.ts";
import type { AgentThread, Entry, RecordedResult, Recording } from "../conversation/types.ts";
import { valueAt } from "../core/layered.ts";
import type { Form, Reason } from "../core/types.ts";
import type { Window } from "../core/window.ts";
import { byWay, type HostCatalog, type HostKnowledge, type RecordTraits } from "../host/definition.ts";
import { originalOfSent } from "../lean/content.ts";
import type { LeanSavings } from "../lean/types.ts";
import { rememberCalls } from "../lens/look.ts";
import { hashesOfNote } from "../store/answer-line.ts";
import { everyLine } from "../store/every-line.ts";
import { untakenWords } from "../store/failure-words.ts";
import { answerName, answersIn, hashText, readLines } from "../store/record.ts";
import type { AnswerLine, RecordLine, Way } from "../store/record-lines.ts";

/** What ibid really did in a session, according to its record. */
export type RecordedAnswers = {
	/** Whether it has shown a file as an outline. */
	readonly hasOutlines: boolean;
	/** Whether a line is one of its notes. */
	readonly isNote: (line: string) => boolean;
	/**
	 * The part of a logged text that ibid has sent: the host may add something below. Undefined if ibid sent none of it.
	 */
	readonly sentIn: (id: string, text: string) => string | undefined;
	/** Whether ibid got this text as an original. */
	readonly isOriginal: (text: string) => boolean;
	/**
	 * What happened to a result. Must be asked in the order of events: the same text may come again and be answered
	 * differently.
	 */
	readonly nextFor: (result: RecordedResult) => RecordedAnswer | undefined;
	/** What was sent that has no result in the log, such as in a turn that was undone. Must be asked last. */
	readonly notInLog: (agent: string) => AnswerNotInLog[];
};

/**
 * What ibid sent for a result: the reason if it was sent in full; tokens, both the same if the host did not take it.
 */
export type RecordedAnswer = {
	readonly form: Form;
	readonly reason: Reason | undefined;
	readonly before: number;
	readonly after: number;
	readonly saved: number;
	/** Hashes of the text that would have been sent, and of the text that was. */
	readonly original: string;
	readonly delivered: string;
	readonly lean?: LeanSavings | undefined;
	readonly way: Way;
};

/** The same for a result that is not in the log. */
export type AnswerNotInLog = RecordedAnswer & Pick<AnswerLine, "time" | "call" | "tool" | "subject" | "brought">;

/** What the record in a folder has about sessions; undefined for sessions that it does not have. */
export function recordedAnswersIn(
	folder: string | undefined,
	hosts: HostCatalog,
): (recording: Recording) => RecordedAnswers | undefined {
	if (folder === undefined) return () => undefined;
	let ofRun: AnswersByCall | undefined;
	return (recording) => {
		ofRun ??= answersOfRun(folder);
		const own = readLines(answersIn(folder), recording.session);
		const lines = [...own, ...answersElsewhere(recording, own, ofRun)];
		return lines.some(({ kind }) => kind === "answer") ? recordedAnswersFrom(lines, hosts) : undefined;
	};
}

type AnswersByCall = ReadonlyMap<string, readonly AnswerLine[]>;

/** All answers of `ibid run`, by their calls. */
function answersOfRun(folder: string): AnswersByCall {
	const byCall = new Map<string, AnswerLine[]>();
	for (const line of everyLine(folder, (text) => text.includes('"way":"run"')))
		if (line.kind === "answer") byCall.set(line.call, [...(byCall.get(line.call) ?? []), line]);
	return byCall;
}

/**
 * Answers to results of a session that stand elsewhere in the record: in another session, of which this one is a copy at
 * its beginning, or in none, because not all requests name theirs. Ids of calls may come again, so the text counts, too.
 */
function answersElsewhere(
	{ host, threads }: Recording,
	own: readonly RecordLine[],
	ofRun: AnswersByCall,
): ReadonlySet<AnswerLine> {
	const answered = new Set(own.flatMap((line) => (line.kind === "answer" ? line.call : [])));
	const isOf = (line: AnswerLine, result: RecordedResult): boolean =>
		line.session === "" || line.original === hashText(result.untrimmed ?? result.text);
	const results = threads.flatMap(({ entries }) => entries).filter((entry) => entry.kind === "result");
	return new Set(
		results.flatMap((result) => {
			const call = providerCallId(result);
			const lines = answered.has(call) ? [] : (ofRun.get(call) ?? []);
			return lines.filter((line) => line.host === host && isOf(line, result));
		}),
	);
}

function recordedAnswersFrom(lines: readonly RecordLine[], hosts: HostCatalog): RecordedAnswers {
	const traitsOf = ({ host, way }: AnswerLine): RecordTraits => {
		const known = hosts.get(host);
		return (known && byWay(known, way).record) ?? USUAL_TRAITS;
	};
	const given = lines.filter((line): line is AnswerLine => line.kind === "answer").sort((a, b) => a.time - b.time);
	const untaken = new Set(lines.flatMap((line) => (line.kind === "failure" ? [line.what] : [])));
	const isRefused = ({ call }: AnswerLine): boolean => untaken.has(untakenWords(call));
	// Where the log has originals, a text that looks like one of ours is not ours.
	const logged = given.filter((line) => line.form !== "whole" && line.way !== "run");
	const names = new Set(logged.map((line) => deliveredKey(line, traitsOf(line))));
	const hashes = new Set(given.flatMap(({ noteHashes = [] }) => noteHashes));
	const originals = new Set(given.map(({ original }) => original));
	const waiting = new Map<string, AnswerLine[]>();
	for (const line of given)
		for (const name of resultKeys(line, traitsOf(line))) waiting.set(name, [...(waiting.get(name) ?? []), line]);
	const claimed = new Set<AnswerLine>();
	const calls = new Set<string>();
	const told = new Map<string, AnswerLine>();
	return {
		hasOutlines: given.some(({ form }) => form === "outline"),
		isNote: (line) => hashesOfNote(line).some((hash) => hashes.has(hash)),
		sentIn: (id, text) =>
			withAndWithoutLastLine(text).find((part) =>
				[answerName(id, hashText(part)), hashText(part)].some((name) => names.has(name)),
			),
		isOriginal: (text) => originals.has(hashText(text)),
		nextFor(result) {
			const hash = hashText(result.untrimmed ?? result.text);
			const lines = [providerCallId(result), hash].flatMap((name) => waiting.get(name) ?? []);
			const left = lines.filter((line) => !claimed.has(line));
			// A log may have a result twice, in two threads.
			const line = left.find(({ original }) => original === hash) ?? left[0] ?? told.get(answerName(result.id, hash));
			if (!line) return undefined;
			claimed.add(line);
			calls.add(line.call);
			told.set(answerName(result.id, hash), line);
			return isRefused(line) || !isInLog(line, result, traitsOf(line)) ? refusedAnswer(line) : takenAnswer(line);
		},
		notInLog(agent) {
			// A result that a hook has answered may be new to `ibid run` once more, in a session that it resumes.
			const isTwice = ({ call, way }: AnswerLine): boolean => way === "run" && calls.has(call);
			const left = given.filter((line) => line.agent === agent && !claimed.has(line) && !isTwice(line));
			for (const line of left) claimed.add(line);
			return left.map((line) => {
				const { time, call, tool, subject, brought } = line;
				return { time, call, tool, subject, brought, ...(isRefused(line) ? refusedAnswer(line) : takenAnswer(line)) };
			});
		},
	};
}

/** A text, and the same without its last line, in which Claude Code lists the files that a command changed. */
function withAndWithoutLastLine(text: string): string[] {
	const end = text.lastIndexOf("\n");
	return end < 0 ? [text] : [text, text.slice(0, end)];
}

/** For lines of a host that this version does not know. */
const USUAL_TRAITS: RecordTraits = { namesCalls: true, keepsOriginals: false };

/** The key by which a shortened text is found in a log: its call and its text, or the text alone. */
function deliveredKey({ call, delivered }: AnswerLine, { namesCalls }: RecordTraits): string {
	return namesCalls ? answerName(call, delivered) : delivered;
}

/**
 * The keys by which the result of a line is found in a log: its call, or its text if hooks do not get its id. A request
 * has ids, but they may be the provider's.
 */
function resultKeys({ call, original, delivered, way }: AnswerLine, { namesCalls }: RecordTraits): Set<string> {
	if (way === "run") return new Set(namesCalls ? [call] : [call, original]);
	return new Set(namesCalls ? [call] : [original, delivered]);
}

/** The id that the provider gave to a call; readers of logs number repeated ids. */
function providerCallId({ id }: RecordedResult): string {
	return id.replace(/ \(\d+\)$/, "");
}

/** Whether a log has what was sent, as far as the host writes that. */
function isInLog(
	{ form }: AnswerLine,
	{ delivered, isLost }: RecordedResult,
	{ keepsOriginals }: RecordTraits,
): boolean {
	return form === "whole" || keepsOriginals || delivered !== undefined || isLost === true;
}

function takenAnswer(line: AnswerLine): RecordedAnswer {
	const { form, reason, before, after, original, delivered, lean, way = "hooks" } = line;
	return { form, reason, before, after, saved: before - after, original, delivered, ...(lean && { lean }), way };
}

function refusedAnswer({ before, original, way = "hooks" }: AnswerLine): RecordedAnswer {
	const sent = { original, delivered: original, way };
	return { form: "whole", reason: "unreachable", before, after: before, saved: 0, ...sent };
}

/**
 * A session as it would have been without ibid: each text that ibid shortened, according to the record, is rebuilt from
 * the window. A text that does not rebuild to the recorded original stays as it is, and counts as lost.
 */
export function restore(
	recording: Recording,
	host: HostKnowledge,
	answers: Pick<RecordedAnswers, "sentIn" | "isOriginal">,
): Recording {
	return { ...recording, threads: recording.threads.map((thread) => restoreThread(thread, host, answers)) };
}

function restoreThread(
	thread: AgentThread,
	host: HostKnowledge,
	{ sentIn, isOriginal }: Pick<RecordedAnswers, "sentIn" | "isOriginal">,
): AgentThread {
	const tools = rememberCalls(host.tools);
	let state = emptyState();
	const entries = thread.entries.map((entry): Entry => {
		const { window, calls } = state;
		const sent = entry.kind === "result" ? sentIn(entry.id, entry.untrimmed ?? entry.text) : undefined;
		const asked = entry.kind === "result" && sent !== undefined ? valueAt(calls, entry.id) : undefined;
		state = foldEntry(state, entry, { tools, isShortened: () => sent !== undefined });
		if (entry.kind !== "result" || !asked || sent === undefined) return entry;
		const original = rebuiltOriginal(entry, asked, window);
		const added = (entry.untrimmed ?? entry.text).length - sent.length;
		const isTrue = original !== undefined && isOriginal(original.slice(0, original.length - added));
		return isTrue ? { ...entry, ...trimmedAs(original, entry), delivered: entry.text } : { ...entry, isLost: true };
	});
	return { ...thread, entries };
}

/** What a text would have been sent as in place of another one. */
function trimmedAs(text: string, { untrimmed }: RecordedResult): Pick<RecordedResult, "text" | "untrimmed"> {
	return untrimmed === undefined ? { text } : { text: text.trim(), untrimmed: text };
}

function rebuiltOriginal(result: RecordedResult, { tools, call }: CallInContext, window: Window): string | undefined {
	return originalOfSent(window, tools, call, result.untrimmed ?? result.text);
}
