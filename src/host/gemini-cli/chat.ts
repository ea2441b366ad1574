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

/** What the log of a chat says at the moment a hook is called. */
export type Chat = ContextState & {
	/** Tokens of each result since the last reset. */
	readonly sizes: readonly number[];
	readonly model: string;
	/** The calls whose shortened results have lost their lines. */
	readonly orphans: readonly string[];
	/** We sent a text, and the model got an error instead. */
	readonly hasLost: boolean;
};

/** What ibid knows about the texts that it sent. */
export type GeminiSentTexts = {
	readonly isOurs: (call: ToolCall, arrived: string) => boolean;
	/** Whether any text was sent for such a call. */
	readonly isAnswered: (call: ToolCall) => boolean;
};

/** A log as it is now. */
export type ChatLog = {
	/** Whether the model has the results of the calls that were made when the log had this length. */
	readonly isAnswered: (size: number) => boolean;
	/** Whether the host has recently removed something or brought it back. */
	readonly isChanged: boolean;
	/** Whether the log may say something about these names. */
	readonly isTelling: (words: readonly string[]) => boolean;
	/** What its last results say about these names; undefined if we do not understand all of it. */
	readonly read: (words: readonly string[], sent: GeminiSentTexts) => Chat | undefined;
};

/** Opens a log. Throws if there is none. */
export function openChat(path: string): ChatLog {
	const bytes = readFileSync(path);
	const recent = recentIn(bytes.toString("utf8"), geminiCliLimits.reach.tokens);
	return {
		// While calls run the host writes nothing, except about folders; their results come with the reply that made them.
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

/** Reads of files that have nothing to do with these names are skipped: they take time and do not matter. */
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

/** Texts that ibid sent count as what they are, not as text of a server or as errors. */
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

/** The notes that cannot be read in the current window, from which removed results are missing. */
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

/** The end of a log, as far back as its last results go. */
type Recent = {
	/** Every name in the results is somewhere in it. */
	readonly text: string;
	/** Whether the host has replaced the history. */
	readonly isChanged: boolean;
	/** The values of its lines, with the one that says which session it is. */
	readonly read: () => RecentValues;
};

/** The values of lines, and whether there are results before them. */
type RecentValues = { readonly values: readonly unknown[]; readonly isCut: boolean };

/** The last results of a log, with about as many tokens as asked for. Older versions wrote one document. */
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
			// After it a reply begins, with everything that belongs to it.
			if (left <= 0) return fromLine(log, end);
			left -= end - from;
		}
		end = from;
	}
	return fromLine(log, 0);
}

/** A token hardly ever has more characters than this. */
const MOST_CHARACTERS = 4;

/** The kind of a line is within its first characters. */
const LABEL = 200;

function fromLine(log: string, from: number): Recent {
	const text = log.slice(from);
	const head = headOf(log, from);
	// The log has results with their calls, and then again.
	const read = (): RecentValues => {
		const lines = [...linesIn(head), ...linesIn(text).filter((line) => !TOLD_AGAIN.test(line))];
		return { values: lines.map(parsed), isCut: head.length < from };
	};
	return { text: belowGreeting(text), isChanged: false, read };
}

/** The first two lines name the session and the working directory. */
function headOf(log: string, end: number): string {
	return log.slice(0, Math.min(end, log.indexOf("\n", log.indexOf("\n") + 1) + 1));
}

const TOLD_AGAIN = /^.{0,150}"type":"user","content":\[\{"functionResponse":/;

/** A replaced history contains everything; if it is long, its end is enough. */
function fromHistory(log: string, from: number, end: number, left: number): Recent {
	const read = (): RecentValues => {
		const head = linesIn(headOf(log, from)).map(parsed);
		const { values, isCut } = lastMessages(parsed(log.slice(from, end)), left);
		return { values: [...head, ...values, ...linesIn(log.slice(end)).map(parsed)], isCut };
	};
	return { text: belowGreeting(log.slice(from)), isChanged: log.lastIndexOf("\n", from - 2) > 0, read };
}

/** The host's first message lists the files of a project but shows none of them. */
function belowGreeting(text: string): string {
	return text.slice(Math.max(0, text.indexOf("</session_context>")));
}

/**
 * The messages of a history as if they had come one by one: the first, which has the working directory, and the last
 * ones.
 */
function lastMessages(history: unknown, left: number): RecentValues {
	if (!isRecord(history) || !isRecord(history.$set) || !Array.isArray(history.$set.messages))
		return { values: [history], isCut: false };
	const [first, ...messages] = history.$set.messages;
	let budget = left;
	const isUsers = (message: unknown): boolean => isRecord(message) && message.type === "user";
	const from = messages.findLastIndex((message, index) => {
		if (!isUsers(message)) return false;
		// A resumed history has each result twice in a row; both belong to the reply before them.
		const isEnough = budget <= 0 && !isUsers(messages[index + 1]);
		budget -= JSON.stringify(message).length;
		return isEnough;
	});
	return { values: [first, ...messages.slice(from + 1)], isCut: from >= 0 };
}

function linesIn(text: string): string[] {
	return text.split("\n").filter((line) => line !== "");
}

/** Throws if a line is not JSON: then we do not know what it said. */
function parsed(line: string): unknown {
	return JSON.parse(line);
}
