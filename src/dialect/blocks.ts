import * as v from "valibot";
import { isRecord } from "./foreign.ts";

/** The content of a message: a text, or blocks of several types. */
export const Content: v.GenericSchema<unknown, string | unknown[]> = v.union([v.string(), v.array(v.unknown())]);

/** The text in a message's content, and whether there is nothing else in it. Several texts stand one below the other. */
export function textOf(content: string | readonly unknown[]): { text: string; plain: boolean } {
	if (typeof content === "string") return { text: content, plain: true };
	const texts = content.map(textIn).filter((text) => text !== undefined);
	return { text: texts.join("\n"), plain: content.length === 0 || (content.length === 1 && texts.length === 1) };
}

function textIn(block: unknown): string | undefined {
	if (!isRecord(block) || !("type" in block) || block.type !== "text") return undefined;
	return "text" in block && typeof block.text === "string" ? block.text : undefined;
}

/** The blocks of one type; undefined where one of them has not the shape it should have. */
export function blocksOf<Output>(
	content: string | readonly unknown[],
	type: string,
	shape: v.GenericSchema<unknown, Output>,
): Output[] | undefined {
	const found: Output[] = [];
	for (const block of typeof content === "string" ? [] : content) {
		if (!isRecord(block) || !("type" in block) || block.type !== type) continue;
		const parsed = v.safeParse(shape, block);
		if (!parsed.success) return undefined;
		found.push(parsed.output);
	}
	return found;
}
