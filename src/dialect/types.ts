import type { Entry } from "../conversation/types.ts";

/** How a host or provider writes the messages of a conversation. */
export type Dialect<Message> = {
	/** The entries of a message; undefined if its shape is unknown. */
	readonly parse: (message: Message) => readonly Entry[] | undefined;
	/** The same message with other texts for some of its results, by their ids. */
	readonly rewrite: (message: Message, texts: ReadonlyMap<string, string>) => Message;
	/** What distinguishes a message from the others of its conversation, wherever it is in a request. */
	readonly nameOf: (message: Message) => string;
};
