import type { Entry } from "../conversation/types.ts";

/** How a host or provider writes the messages of a conversation. */
export type Dialect<Message> = {
	/** What a message says, entry by entry; undefined where its shape is not known. */
	readonly parse: (message: Message) => readonly Entry[] | undefined;
	/** The same message with other texts for some of its results, by their ids. */
	readonly rewrite: (message: Message, texts: ReadonlyMap<string, string>) => Message;
	/** What tells a message from the others of its conversation, wherever in a request it stands. */
	readonly nameOf: (message: Message) => string;
};
