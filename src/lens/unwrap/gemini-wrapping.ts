/** The lines that Gemini CLI puts around texts of commands and of servers, so that the model takes them for nobody's orders. */
export const OPENING = "<untrusted_context>";
export const CLOSING = "</untrusted_context>";

/** A text between these lines. */
export function wrapped(inside: string): string {
	return `${OPENING}\n${inside}\n${CLOSING}`;
}

/** A text inside of what the host puts around it; the text itself where there is nothing around. */
export function insideOf(text: string): string {
	const isWrapped = text.startsWith(`${OPENING}\n`) && text.endsWith(`\n${CLOSING}`);
	return isWrapped ? text.slice(OPENING.length + 1, -CLOSING.length - 1) : text;
}

/** Whether the host would put a text between its lines without changing it. */
export function isWrappable(inside: string): boolean {
	return !inside.includes(CLOSING);
}
