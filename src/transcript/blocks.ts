/** The text in a message's content, and whether there is nothing else in it. Several texts stand one below the other. */
export function textOf(content: string | readonly unknown[]): { text: string; plain: boolean } {
	if (typeof content === "string") return { text: content, plain: true };
	const texts = content.map(textIn).filter((text) => text !== undefined);
	return { text: texts.join("\n"), plain: content.length === 0 || (content.length === 1 && texts.length === 1) };
}

function textIn(block: unknown): string | undefined {
	if (typeof block !== "object" || block === null || !("type" in block) || block.type !== "text") return undefined;
	return "text" in block && typeof block.text === "string" ? block.text : undefined;
}
