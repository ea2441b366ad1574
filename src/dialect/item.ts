import type { ToolCall } from "../lens/types.ts";
import { isRecord } from "./foreign.ts";
import type { JsonPath } from "./json-places.ts";

/** What one item of a list of messages tells. */
export type ItemReading = {
	/** Said by the model; everything else comes from its user, its host and its tools. */
	readonly isReply: boolean;
	readonly calls: readonly Omit<ToolCall, "directory">[];
	readonly results: readonly ItemResult[];
	/** What user and host wrote. */
	readonly texts: readonly string[];
};

/** A result in an item. */
export type ItemResult = {
	readonly id: string;
	readonly text: string;
	readonly hasFailed: boolean;
	/** Where its text is in the item; nowhere if it is not one string and nothing else. */
	readonly paths: readonly JsonPath[];
};

/** What a part of an item tells. */
export type PartReading =
	| ({ readonly kind: "call" } & Omit<ToolCall, "directory">)
	| ({ readonly kind: "result" } & ItemResult)
	| { readonly kind: "text"; readonly text: string }
	/** Nothing about tools or files. */
	| { readonly kind: "silent" };

/** An item made of these parts; undefined if one of them cannot be read, or if two results have the same id. */
export function itemOf(isReply: boolean, parts: readonly (PartReading | undefined)[]): ItemReading | undefined {
	const known = parts.filter((part) => part !== undefined);
	const calls = known.filter((part) => part.kind === "call");
	const results = known.filter((part) => part.kind === "result");
	const isStrange = known.length < parts.length || (isReply ? results : calls).length > 0;
	if (isStrange || new Set(results.map(({ id }) => id)).size < results.length) return undefined;
	const texts = isReply ? [] : known.flatMap((part) => (part.kind === "text" ? part.text : []));
	return { isReply, calls: calls.map(({ id, tool, input }) => ({ id, tool, input })), results, texts };
}

/** The texts of a content, a string or parts, each as what it tells of itself. */
export function wordsIn(content: unknown, type = "text"): PartReading[] {
	return textsIn(content, type).map((text) => ({ kind: "text", text }));
}

/** The text of a result whose content is at a path: a string, or parts of which the only one is a text. */
export function resultText(content: unknown, path: JsonPath, type = "text"): Pick<ItemResult, "text" | "paths"> {
	if (typeof content === "string") return { text: content, paths: [path] };
	const texts = textsIn(content, type);
	const isPlain = Array.isArray(content) && content.length === 1 && texts.length === 1;
	return { text: texts.join("\n"), paths: isPlain ? [[...path, 0, "text"]] : [] };
}

function textsIn(content: unknown, type: string): string[] {
	if (typeof content === "string") return [content];
	const parts: readonly unknown[] = Array.isArray(content) ? content : [];
	return parts.flatMap((part) =>
		isRecord(part) && part.type === type && typeof part.text === "string" ? part.text : [],
	);
}
