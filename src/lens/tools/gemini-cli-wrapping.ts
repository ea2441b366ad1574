// A file of its own: Gemini CLI's hook needs this at every start, and the tools only for some results.

/** Gemini CLI's untrusted-content wrapper, around the results of commands and MCP servers. */
export const OPENING = "<untrusted_context>";
export const CLOSING = "</untrusted_context>";

/** A text in this wrapper. */
export function wrapped(inside: string): string {
	return `${OPENING}\n${inside}\n${CLOSING}`;
}

/** A text without this wrapper. */
export function insideOf(text: string): string {
	const isWrapped = text.startsWith(`${OPENING}\n`) && text.endsWith(`\n${CLOSING}`);
	return isWrapped ? text.slice(OPENING.length + 1, -CLOSING.length - 1) : text;
}

/** Whether the host would wrap a text without changing it. */
export function isWrappable(inside: string): boolean {
	return !inside.includes(CLOSING);
}
