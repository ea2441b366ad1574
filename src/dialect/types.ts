import type { Range } from "../core/types.ts";
import type { Outcome, ToolCall } from "../lens/types.ts";

/** One thing that a message of a conversation tells. Ids need only be unique among the calls of one turn. */
export type Item =
	/** The model replies. What follows, up to the next, belongs to one turn. */
	| { readonly kind: "turn" }
	| { readonly kind: "call"; readonly call: ToolCall }
	/** A text that answers a call, and that another may take the place of. */
	| { readonly kind: "result"; readonly id: string; readonly text: string; readonly outcome: Outcome }
	/** A text that the host has put there by itself, as if this call had been made: never shortened. */
	| { readonly kind: "attached"; readonly call: ToolCall; readonly text: string; readonly outcome: Outcome }
	/** The host has put something of this file there; nobody knows which lines. */
	| { readonly kind: "hidden"; readonly directory: string; readonly path: string }
	/** The user wants the next view of a file to come whole, or of some of its lines. */
	| { readonly kind: "asked"; readonly directory: string; readonly path: string; readonly lines?: Range };

/** How a host or provider writes the messages of a conversation. */
export type Dialect<Message> = {
	/** What a message tells, in order; undefined where its shape is not known. */
	readonly tell: (message: Message) => readonly Item[] | undefined;
	/** The same message with other texts for some of its results, by their ids. */
	readonly retell: (message: Message, texts: ReadonlyMap<string, string>) => Message;
	/** What tells a message from the others of its conversation, wherever in a request it stands. */
	readonly nameOf: (message: Message) => string;
};
