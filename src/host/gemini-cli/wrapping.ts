/** What Gemini CLI puts around texts of commands and of servers, so that the model does not take them for its user's. */
export const OPENING = "<untrusted_context>\n";
export const CLOSING = "\n</untrusted_context>";

/** A text inside of what the host puts around it; the text itself where there is nothing around. */
export function insideOf(text: string): string {
	const isWrapped = text.startsWith(OPENING) && text.endsWith(CLOSING);
	return isWrapped ? text.slice(OPENING.length, -CLOSING.length) : text;
}

/** Whether the host would put a text between its lines without changing it. */
export function isWrappable(inside: string): boolean {
	return !inside.includes(CLOSING.trim());
}
