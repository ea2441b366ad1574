import { readFileSync } from "node:fs";
import { emptyState, type FoldContext, foldEntry } from "../../conversation/fold.ts";
import { type ContextState, newLogFold } from "../../conversation/incremental-fold.ts";
import type { Entry } from "../../conversation/types.ts";
import { valueAt } from "../../core/layered.ts";
import { read } from "../../core/read.ts";
import { estimateTokens } from "../../core/tokens.ts";
import { lookAtText, rememberCalls } from "../../lens/look.ts";
import { hasNotes } from "../../lens/result-text.ts";
import { geminiCliTools } from "../../lens/tools/gemini-cli.ts";
import type { ToolCall } from "../../lens/types.ts";
import { geminiCliLimits } from "../../limits/gemini-cli.ts";
import { readGeminiCliValues } from "../../transcript/gemini-cli.ts";
import { understoodFrom } from "./channel.ts";
import { type Recent, recentIn } from "./recent.ts";

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
	/** Whether the host has taken something away of late, or brought it back. */
	readonly isChanged: boolean;
	/** Whether it may tell something of these names. */
	readonly isTelling: (words: readonly string[]) => boolean;
	/** What it says of late about these names; undefined where not all of it is understood. */
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
	const strand = recording?.threads[0];
	if (!recording || !strand || strand.agent !== undefined || recording.skipped > 0) return undefined;
	const { entries, ours, hasLost } = understand(strand.entries, sent);
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
