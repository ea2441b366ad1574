/** A message as pi passes it to its extensions. */
type Message = { readonly role: string; readonly [field: string]: unknown };

/** What an extension may do to the messages of a request. */
export type Pi = {
	on(event: string, handler: (event: { messages: readonly Message[] }) => { messages: Message[] }): void;
};

/** Empties all results of a request except the last two, in the request and nowhere else. */
export function forget({ messages }: { readonly messages: readonly Message[] }): { messages: Message[] } {
	const results = messages.filter(({ role }) => role === "toolResult").slice(0, -2);
	const content = [{ type: "text", text: "[forgotten]" }];
	return { messages: messages.map((message) => (results.includes(message) ? { ...message, content } : message)) };
}
