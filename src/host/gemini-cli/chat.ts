import { readFileSync } from "node:fs";
import { type ContextState, emptyState, type FoldContext, foldEntry, newLogFold } from "../../conversation/fold.ts";
import type { Entry } from "../../conversation/types.ts";
import { valueAt } from "../../core/layered.ts";
import { read } from "../../core/read.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { isRecord } from "../../dialect/foreign.ts";
import { lookAtText, rememberCalls } from "../../lens/look.ts";
import { hasNotes } from "../../lens/result-text.ts";
import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import type { ToolCall } from "../../lens/types.ts";
import { readGeminiCliValues } from "../../transcript/gemini-cli.ts";
import { understoodFrom } from "./channel.ts";
import { geminiCliLimits } from "./knowledge.ts";

/** What the log of a chat says of the moment when a hook is asked. */
export type Chat = ContextState & {
	/** Tokens of each result since the last reset. */
	readonly sizes: readonly number[];
	readonly model: string;
	/** The calls whose results are shortened and have lost their lines since. */
	readonly orphans: readonly string[];
	/** A text of ours was sent, and the model got an error for it. */
	readonly hasLost: boolean;
};

/** What ibid knows of the texts that it has sent. */
export type GeminiSentTexts = {
	readonly isOurs: (call: ToolCall, arrived: string) => boolean;
	/** Whether any text was sent for such a call. */
	readonly isAnswered: (call: ToolCall) => boolean;
};

/** A log as it is now. */
export type ChatLog = {
	/** Whether the model has been told what the calls answered that were made when the log was so long. */
	readonly isAnswered: (size: number) => boolean;
	/** Whether the host has taken something away lately, or brought it back. */
	readonly isChanged: boolean;
	/** Whether it may tell something of these names. */
	readonly isTelling: (words: readonly string[]) => boolean;
	/** What its last results say about these names; undefined where we do not understand all of it. */
	readonly read: (words: readonly string[], sent: GeminiSentTexts) => Chat | undefined;
};

/** Opens a log. Throws where there is none. */
export function openChat(path: string): ChatLog {
	const bytes = readFileSync(path);
	const recent = recentIn(bytes.toString("utf8"), geminiCliLimits.reach.tokens);
	return {
		// While calls are made nothing is written, but for a word on folders; what they answered comes with the reply that made them.
		isAnswered: (size) => size > bytes.length || bytes.includes(REPLY, size),
		isChanged: recent.isChanged,
		isTelling: (words) => words.some((word) => recent.text.includes(JSON.stringify(word).slice(1, -1))),
		read: (words, sent) => chatIn(recent, words, sent),
	};
}

const REPLY = '"type":"gemini"';

function chatIn(
	{ read: readRecent, isChanged }: Recent,
	words: readonly string[],
	sent: GeminiSentTexts,
): Chat | undefined {
	const { values, isCut } = readRecent();
	const recording = readGeminiCliValues(values);
	const thread = recording?.threads[0];
	if (!recording || !thread || thread.agent !== undefined || recording.skipped > 0) return undefined;
	const { entries, ours, hasLost } = understand(thread.entries, sent);
	const known: FoldContext = {
		tools: rememberCalls(() => geminiCliTools),
		isShortened: (id) => ours.has(id),
	};
	const latest = entries.slice(entries.findLastIndex(({ kind }) => kind === "reset") + 1);
	const standing = newLogFold(known)(entriesAbout(words, entries));
	return {
		...standing,
		window: { ...standing.window, isCut },
		sizes: latest.flatMap((entry) => (entry.kind === "result" ? estimateTokens(entry.text) : [])),
		model: entries.findLast((entry) => entry.kind === "turn")?.model ?? "",
		orphans: isChanged && ours.size > 0 ? orphansIn(latest, known) : [],
		hasLost,
	};
}

/** Files that were read and have nothing to do with these names take time, and tell nothing. */
function entriesAbout(words: readonly string[], entries: readonly Entry[]): Entry[] {
	const isAbout = (text: string): boolean => words.some((word) => text.includes(word));
	const others = new Set<string>();
	return entries.map((entry) => {
		if (entry.kind === "call" && entry.call.tool === "read_file" && !isAbout(String(entry.call.input.file_path)))
			others.add(entry.call.id);
		if (entry.kind !== "result" || !others.has(entry.id) || isAbout(entry.text)) return entry;
		return { ...entry, text: "", outcome: "cut" };
	});
}

/** What ibid has sent stands there as what it is, not as a server's text nor as an error. */
function understand(entries: readonly Entry[], { isOurs, isAnswered }: GeminiSentTexts): Understood {
	const calls = new Map<string, ToolCall>();
	const ours = new Set<string>();
	let hasLost = false;
	const understood = entries.map((entry): Entry => {
		if (entry.kind === "call") calls.set(entry.call.id, entry.call);
		const call = entry.kind === "result" && calls.get(entry.id);
		if (entry.kind !== "result" || !call) return entry;
		if (hasNotes(entry.text) && isOurs(call, entry.text)) {
			ours.add(entry.id);
			return { ...entry, text: understoodFrom(call, entry.text), outcome: "done" };
		}
		hasLost ||= entry.outcome === "failed" && isAnswered(call);
		return entry;
	});
	return { entries: understood, ours, hasLost };
}

type Understood = { readonly entries: Entry[]; readonly ours: ReadonlySet<string>; readonly hasLost: boolean };

/** The notes that cannot be read in what stands there now, which is as if what the host has taken away had never come. */
function orphansIn(entries: readonly Entry[], known: FoldContext): string[] {
	const gone = new Set(entries.flatMap((entry) => (entry.kind === "erase" ? entry.ids : [])));
	const isGone = (entry: Entry): boolean => entry.kind === "erase" || (entry.kind === "result" && gone.has(entry.id));
	const orphans: string[] = [];
	let state = emptyState();
	for (const entry of entries.filter((each) => !isGone(each))) {
		const asked = entry.kind === "result" ? valueAt(state.calls, entry.id) : undefined;
		if (entry.kind === "result" && asked && known.isShortened(entry.id, entry.text)) {
			const view = lookAtText(asked.tools, asked.call, entry.text, "done", true);
			if (view.kind !== "shown" || read(state.window, entry.text, view.parts) === undefined) orphans.push(entry.id);
		}
		state = foldEntry(state, entry, known);
	}
	return orphans;
}

/** The end of a log, as far as the last results stand there. */
type Recent = {
	/** Every name in the results stands somewhere in it. */
	readonly text: string;
	/** Whether the host has put another history in the place of what there was. */
	readonly isChanged: boolean;
	/** What its lines say, with the one that says whose log it is. */
	readonly read: () => RecentValues;
};

/** The values of lines, and whether results stand above them. */
type RecentValues = { readonly values: readonly unknown[]; readonly isCut: boolean };

/** The last results of a log, about as many tokens of them as asked for. Older hosts wrote one document. */
export function recentIn(log: string, tokens: number): Recent {
	if (/^\{\s*\n/.test(log))
		return { text: log, isChanged: true, read: () => ({ values: [JSON.parse(log)], isCut: false }) };
	let left = tokens * MOST_CHARACTERS;
	let end = log.length;
	while (end > 0) {
		const from = log.lastIndexOf("\n", end - 2) + 1;
		const label = log.slice(from, from + LABEL);
		if (label.startsWith('{"$rewindTo"')) break;
		if (label.startsWith('{"$set":{"messages"')) return fromHistory(log, from, end, left);
		if (label.includes('"type":"user"')) {
			// Behind it begins a reply, and with that all that belongs to it.
			if (left <= 0) return fromLine(log, end);
			left -= end - from;
		}
		end = from;
	}
	return fromLine(log, 0);
}

/** A token is hardly ever more characters than this. */
const MOST_CHARACTERS = 4;

/** Within so many characters a line says what it is. */
const LABEL = 200;

function fromLine(log: string, from: number): Recent {
	const text = log.slice(from);
	const head = headOf(log, from);
	// What calls answered is told with them, and then again.
	const read = (): RecentValues => {
		const lines = [...linesIn(head), ...linesIn(text).filter((line) => !TOLD_AGAIN.test(line))];
		return { values: lines.map(parsed), isCut: head.length < from };
	};
	return { text: belowGreeting(text), isChanged: false, read };
}

/** The two first lines say whose log it is, and where the model works. */
function headOf(log: string, end: number): string {
	return log.slice(0, Math.min(end, log.indexOf("\n", log.indexOf("\n") + 1) + 1));
}

const TOLD_AGAIN = /^.{0,150}"type":"user","content":\[\{"functionResponse":/;

/** A history that takes the place of all before tells it all; of a long one the end is enough. */
function fromHistory(log: string, from: number, end: number, left: number): Recent {
	const read = (): RecentValues => {
		const head = linesIn(headOf(log, from)).map(parsed);
		const { values, isCut } = lastMessages(parsed(log.slice(from, end)), left);
		return { values: [...head, ...values, ...linesIn(log.slice(end)).map(parsed)], isCut };
	};
	return { text: belowGreeting(log.slice(from)), isChanged: log.lastIndexOf("\n", from - 2) > 0, read };
}

/** What the host says first lists the files of a project, and shows none of them. */
function belowGreeting(text: string): string {
	return text.slice(Math.max(0, text.indexOf("</session_context>")));
}

/** The messages of a history as if they had come one by one: the first, which says where the model works, and the last. */
function lastMessages(history: unknown, left: number): RecentValues {
	if (!isRecord(history) || !isRecord(history.$set) || !Array.isArray(history.$set.messages))
		return { values: [history], isCut: false };
	const [first, ...messages] = history.$set.messages;
	let budget = left;
	const isUsers = (message: unknown): boolean => isRecord(message) && message.type === "user";
	const from = messages.findLastIndex((message, index) => {
		if (!isUsers(message)) return false;
		// What was resumed has each result twice in a row, and both belong to the reply before them.
		const isEnough = budget <= 0 && !isUsers(messages[index + 1]);
		budget -= JSON.stringify(message).length;
		return isEnough;
	});
	return { values: [first, ...messages.slice(from + 1)], isCut: from >= 0 };
}

function linesIn(text: string): string[] {
	return text.split("\n").filter((line) => line !== "");
}

/** Throws where a line is not JSON: then we do not know what it told. */
function parsed(line: string): unknown {
	return JSON.parse(line);
}
