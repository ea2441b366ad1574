import type { Entry } from "../conversation/types.ts";
import { isRecord } from "./foreign.ts";
import { attachedIn, directoryIn, withoutBackground } from "./host-words.ts";
import type { ItemReading, ItemResult } from "./item.ts";
import type { JsonPath } from "./json-places.ts";
import type { Dialect } from "./types.ts";

/** How the requests to one kind of API hold a conversation. Everything but `at` is about the object at that path. */
export type BodyShape = {
	/** Where the object with the conversation is in the body: mostly the body itself. */
	readonly at: readonly string[];
	/** The property with the list of messages. */
	readonly list: string;
	/** What an item of the list tells; undefined if its shape is unknown, because then it may show anything. */
	readonly read: (item: unknown) => ItemReading | undefined;
	/** The system prompt, where it is not in the list. */
	readonly system: (body: JsonObject) => readonly string[];
	/** The tools that the model may call, as far as they are declared by name. */
	readonly tools: (body: JsonObject) => readonly DeclaredTool[];
	/**
	 * Whether the model may have less in front of it than the list says, or more: the server may clear results, drop
	 * messages, or go on from something that it has stored. No note can rely on such a list, now or in a later request.
	 */
	readonly mayDiffer: (body: JsonObject) => boolean;
};

/** An object of a body. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A tool as a request declares it, with the JSON schema of its arguments. */
export type DeclaredTool = { readonly name: string; readonly schema: JsonObject };

/** An item of a list, with what the items before it say about it. */
export type BodyMessage = {
	readonly item: unknown;
	/** A reply of the model begins here; it may go on in the next items. */
	readonly opensTurn: boolean;
	/** The directory for relative paths; empty if unknown. */
	readonly directory: string;
	/** Each of its results is the first one of a call in the last reply. */
	readonly isInOrder: boolean;
};

/** The object with the conversation in a body. */
export function conversationIn({ at, list }: BodyShape, body: unknown): JsonObject | undefined {
	const inner = at.reduce((value, key) => (isRecord(value) ? value[key] : undefined), body);
	return isRecord(inner) && Array.isArray(inner[list]) ? inner : undefined;
}

/** The messages of a conversation. What is said about a message depends only on it and on what is before it. */
export function messagesIn(shape: BodyShape, conversation: JsonObject): BodyMessage[] {
	const items = conversation[shape.list];
	const messages: BodyMessage[] = [];
	let directory = directoryIn(shape.system(conversation)) ?? "";
	let isReplying = false;
	let open = new Set<string>();
	for (const item of Array.isArray(items) ? items : []) {
		const reading = shape.read(item);
		const { isReply, calls, results, texts } = reading ?? NOTHING;
		directory = directoryIn(texts) ?? directory;
		const opensTurn = isReply && !isReplying;
		if (opensTurn || !reading) open = new Set();
		for (const { id } of calls) open.add(id);
		messages.push({ item, opensTurn, directory, isInOrder: results.every(({ id }) => open.delete(id)) });
		isReplying = isReply;
	}
	return messages;
}

/** What is said before the first reply, shortened: that tells conversations apart. */
export function openingOf({ read }: BodyShape, messages: readonly BodyMessage[]): string[] {
	const first = messages.findIndex(({ opensTurn }) => opensTurn);
	const opening = messages.slice(0, first < 0 ? messages.length : first);
	return opening.flatMap(({ item }) => read(item)?.texts ?? []).map((text) => text.slice(0, LONG_ENOUGH));
}

/** Of a text, to tell it from others. */
const LONG_ENOUGH = 1000;

const NOTHING: ItemReading = { isReply: false, calls: [], results: [], texts: [] };

/** The dialect of the messages in bodies of this shape. */
export function bodyDialect({ read }: BodyShape): Dialect<BodyMessage> {
	return {
		parse: (message) => {
			const reading = message.isInOrder ? read(message.item) : undefined;
			return reading && entriesOf(reading, message);
		},
		rewrite: (message, texts) => {
			const results = texts.size === 0 ? [] : (read(message.item)?.results ?? []);
			const places = results.flatMap(({ id, paths }) => paths.map((path) => ({ path, text: texts.get(id) })));
			const item = places.reduce((item, { path, text }) => withText(item, path, text), message.item);
			return item === message.item ? message : { ...message, item };
		},
		// Some providers use ids again.
		nameOf: ({ item }) => (read(item)?.results ?? []).map(({ id, text }) => `${id}:${text.length}`).join(" "),
	};
}

function entriesOf(
	{ calls, results, texts }: ItemReading,
	{ opensTurn, directory }: BodyMessage,
): readonly Entry[] | undefined {
	const attached = attachedIn(texts, directory);
	return (
		attached && [
			...(opensTurn ? [{ kind: "turn" } as const] : []),
			...calls.map((call): Entry => ({ kind: "call", call: { ...call, directory } })),
			...results.map(resultEntry),
			...attached,
			...texts.map((text): Entry => ({ kind: "prompt", text: withoutBackground(text) })),
		]
	);
}

function resultEntry({ id, text, hasFailed, paths }: ItemResult): Entry {
	const plain = paths.length > 0;
	return { kind: "result", id, text, plain, outcome: plain ? (hasFailed ? "failed" : "done") : "cut" };
}

/** The string at a path; undefined if there is none. */
export function stringAt(value: unknown, path: JsonPath): string | undefined {
	const found = path.reduce(
		(inner, key) => (typeof inner === "object" && inner !== null ? childOf(inner, key) : undefined),
		value,
	);
	return typeof found === "string" ? found : undefined;
}

function childOf(value: object, key: string | number): unknown {
	if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
	return Object.getOwnPropertyDescriptor(value, key)?.value;
}

function withText(value: unknown, path: JsonPath, text: string | undefined): unknown {
	if (text === undefined) return value;
	const [key, ...inner] = path;
	if (key === undefined) return text;
	if (Array.isArray(value)) return value.with(Number(key), withText(value[Number(key)], inner, text));
	return isRecord(value) ? { ...value, [key]: withText(value[key], inner, text) } : value;
}
