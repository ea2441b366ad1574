import type { Entry, Recording } from "../conversation/types.ts";
import { fileSubject } from "../lens/files.ts";
import type { ToolCall } from "../lens/types.ts";
import { type ChatEvent, type GeminiMessage, type GeminiResult, readLine } from "./gemini-cli-lines.ts";
import { parseLines } from "./json-lines.ts";

/** A chat of Gemini CLI: lines, or one document as older versions wrote it. A subagent has its own. */
export function readGeminiCli(text: string): Recording | undefined {
	const { values, skipped } = valuesOf(text);
	return readGeminiCliValues(values, skipped);
}

/** The same from the values of its lines. */
export function readGeminiCliValues(values: readonly unknown[], skipped = 0): Recording | undefined {
	const events = values.flatMap(readLine);
	const session = events.flatMap((event) => (event !== "strange" && event.kind === "session" ? event : []))[0];
	if (!session) return undefined;
	const chat = blankChat(session.directory ?? "");
	for (const event of events) if (event !== "strange") play(chat, event);
	return {
		host: "gemini-cli",
		session: session.id,
		threads: [{ agent: session.agent ? session.id : undefined, entries: chat.entries }],
		skipped: skipped + chat.strays + events.filter((event) => event === "strange").length,
	};
}

function valuesOf(text: string): { values: unknown[]; skipped: number } {
	// A document begins with a line that is not JSON by itself.
	if (!/^\uFEFF?\{\s*\n/.test(text)) return parseLines(text);
	try {
		return { values: [JSON.parse(text)], skipped: 0 };
	} catch {
		return { values: [], skipped: 1 };
	}
}

/** What was read of a chat so far, and what the reader needs to go on. */
type ChatReplay = {
	readonly entries: Entry[];
	directory: string;
	/** The index of the turn that each message began, among the entries. */
	readonly turns: Map<string, number>;
	/** Calls since the last reset; every result as it first came; those in the window. */
	readonly calls: Set<string>;
	readonly results: Map<string, GeminiResult>;
	readonly standing: Set<string>;
	/** Calls and results in each message, in order. */
	readonly history: Map<string, readonly string[]>;
	readonly attached: Set<string>;
	wasReset: boolean;
	/** Results of no known call. */
	strays: number;
};

function blankChat(directory: string): ChatReplay {
	return {
		entries: [],
		directory,
		turns: new Map(),
		calls: new Set(),
		results: new Map(),
		standing: new Set(),
		history: new Map(),
		attached: new Set(),
		wasReset: false,
		strays: 0,
	};
}

function play(chat: ChatReplay, event: ChatEvent): void {
	switch (event.kind) {
		case "session":
			chat.directory = event.directory ?? chat.directory;
			return;
		case "message":
			chat.history.set(event.id, idsIn(event));
			append(chat, event);
			return;
		case "history":
			replace(chat, event.messages);
			return;
		case "rewind":
			rewind(chat, event.id);
			return;
	}
}

function append(chat: ChatReplay, message: GeminiMessage): void {
	chat.directory = message.directory ?? chat.directory;
	if (message.byModel) reply(chat, message);
	for (const path of message.attached) attach(chat, path, message.isOriginal);
	for (const each of message.calls) call(chat, each);
	for (const each of message.results) result(chat, each);
}

/** A message that is written again, with its calls and results, or copied from the history, is not a new turn. */
function reply(chat: ChatReplay, message: GeminiMessage): void {
	const { id, time, model, usage } = message;
	const known = chat.turns.get(id);
	const turn = known === undefined ? undefined : chat.entries[known];
	if (known !== undefined && turn?.kind === "turn") {
		chat.entries[known] = { ...turn, usage: usage ?? turn.usage };
		return;
	}
	if (!message.isOriginal && message.calls.every((each) => chat.calls.has(each.id))) return;
	chat.turns.set(id, chat.entries.push({ kind: "turn", time, model, usage }) - 1);
}

function attach(chat: ChatReplay, path: string, isOriginal: boolean): void {
	const file = fileSubject(chat.directory, path)?.name ?? path;
	if (isOriginal || !chat.attached.has(file)) chat.entries.push({ kind: "hidden", path: file });
	chat.attached.add(file);
}

function call(chat: ChatReplay, { id, tool, input }: Omit<ToolCall, "directory">): void {
	if (chat.calls.has(id)) return;
	chat.calls.add(id);
	chat.entries.push({ kind: "call", call: { id, tool, input, directory: chat.directory }, version: "" });
}

/** A result in its call and in the next message: the same, unless the host has replaced it since. */
function result(chat: ChatReplay, each: GeminiResult): void {
	const { id, text } = each;
	const first = chat.results.get(id);
	if (!chat.calls.has(id)) {
		if (!first) chat.strays++;
		return;
	}
	if (!first) {
		chat.results.set(id, each);
		chat.standing.add(id);
		chat.entries.push({ kind: "result", ...each, kept: false });
		return;
	}
	const isStanding = chat.standing.has(id);
	if (isStanding && first.text !== text) erase(chat, [id]);
	if (isStanding || first.text !== text || !chat.wasReset) return;
	chat.standing.add(id);
	chat.entries.push({ kind: "result", ...first, kept: true });
}

function erase(chat: ChatReplay, ids: readonly string[]): void {
	for (const id of ids) chat.standing.delete(id);
	if (ids.length > 0) chat.entries.push({ kind: "erase", ids });
}

/** Masking changes results, compression removes messages, and resuming brings them back. */
function replace(chat: ChatReplay, messages: readonly GeminiMessage[]): void {
	const calls = new Set(messages.flatMap((message) => message.calls.map(({ id }) => id)));
	const results = messages.flatMap((message) => message.results);
	const isBack = results.some(({ id, text }) => chat.results.get(id)?.text === text && !chat.standing.has(id));
	const isGone = [...chat.calls].some((id) => !calls.has(id));
	// A result that is not in it has yet to be added.
	if (!isBack && !isGone) erase(chat, [...new Set(results.flatMap((each) => (isMasked(chat, each) ? each.id : [])))]);
	else reset(chat);
	chat.history.clear();
	for (const message of messages) {
		chat.history.set(message.id, idsIn(message));
		chat.directory = message.directory ?? chat.directory;
		for (const each of message.calls) call(chat, each);
		for (const each of message.results) result(chat, each);
	}
}

function isMasked(chat: ChatReplay, { id, text }: GeminiResult): boolean {
	return chat.standing.has(id) && chat.results.get(id)?.text !== text;
}

function reset(chat: ChatReplay): void {
	chat.entries.push({ kind: "reset" });
	chat.wasReset = true;
	chat.calls.clear();
	chat.standing.clear();
}

function rewind(chat: ChatReplay, to: string): void {
	const messages = [...chat.history.keys()];
	const gone = messages.slice(Math.max(0, messages.indexOf(to)));
	const ids = new Set(gone.flatMap((message) => chat.history.get(message) ?? []).filter((id) => chat.standing.has(id)));
	for (const message of gone) chat.history.delete(message);
	for (const id of ids) chat.calls.delete(id);
	erase(chat, [...ids]);
}

function idsIn({ calls, results }: GeminiMessage): string[] {
	return [...calls, ...results].map(({ id }) => id);
}
