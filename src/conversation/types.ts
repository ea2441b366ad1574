import type { Range } from "../core/types.ts";
import type { HostName, Outcome, ToolCall } from "../lens/types.ts";

/** A host's log of one session, understood: one thread for each model that worked in it. */
export type Recording = {
	readonly host: HostName;
	readonly session: string;
	readonly threads: readonly AgentThread[];
	/** Lines that were not understood. */
	readonly skipped: number;
};

/** How to read what a host keeps of its sessions. */
export type LogReader = {
	/** The session in a text; undefined where the text is no log of this host. */
	readonly read: (text: string) => Recording | undefined;
	/** Whether the host writes, or wrote, one JSON document instead of lines. */
	readonly isDocument: boolean;
	/** The sessions in a database file, where the host keeps one. */
	readonly database?: (path: string) => Iterable<Recording | undefined>;
};

/** What came before one model and what left it, in order: the main one's, or a subagent's. */
export type AgentThread = { readonly agent: string | undefined; readonly entries: readonly Entry[] };

/**
 * One thing that happened in a conversation, as the model came to know it. Readers make entries of logs, dialects make
 * them of the messages of a request; a dialect's ids need only be unique among the calls of one turn.
 */
export type Entry =
	/** The model has replied. What follows, up to the next, belongs to one turn. */
	| {
			readonly kind: "turn";
			readonly time?: number | undefined;
			readonly model?: string | undefined;
			readonly usage?: Usage | undefined;
			/** It had come before, and a reset left its results standing. */
			readonly kept?: true;
	  }
	/** The model makes a call. `version` is the host's, where its log has it. */
	| { readonly kind: "call"; readonly call: ToolCall; readonly version?: string }
	| RecordedResult
	/** The host put a text there by itself, as if this call had been made. It is never shortened. */
	| { readonly kind: "shown"; readonly call: ToolCall; readonly text: string; readonly outcome: Outcome }
	/** The host put lines of this file there, or a word that they changed; which lines is not known, so hide the file. */
	| { readonly kind: "hidden"; readonly path: string; readonly directory?: string }
	/** The user wants the next view of a file, or of some of its lines, to be sent in full. */
	| { readonly kind: "asked"; readonly path: string; readonly directory?: string; readonly lines?: Range }
	/** The host took results away and left a placeholder or nothing. */
	| { readonly kind: "erase"; readonly ids: readonly string[] }
	/** Everything before is gone. What the host kept all the same follows, marked as kept; where it is, all else is. */
	| { readonly kind: "reset"; readonly kept?: true };

/** A tool result as the model got it. */
export type RecordedResult = {
	readonly kind: "result";
	readonly id: string;
	readonly text: string;
	readonly outcome: Outcome;
	/** Nothing but one text: no images, no several blocks. */
	readonly plain: boolean;
	/** It had come before; a reset left it standing. Calls of kept results are repeated before them. */
	readonly kept?: boolean;
	/** When it came, in milliseconds. */
	readonly time?: number | undefined;
	/** The text as the host's log and hooks have it, where the host took all white space off its ends when it sent it. */
	readonly untrimmed?: string;
	/** Only where the host may have done so and nothing tells whether it did. */
	readonly isEndDoubtful?: true;
	/** What stood before the model in its place, where ibid has shortened it and `text` is what it was shortened from. */
	readonly delivered?: string;
	/**
	 * Only where ibid has shortened it and the original cannot be rebuilt: the log does not give back what the record says. One
	 * that a reset left standing may have lost its lines by it.
	 */
	readonly isLost?: true;
};

/** What a request cost, in tokens. */
export type Usage = {
	/** Sent and not found in the prompt cache, written to the cache or not. */
	readonly input: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly output: number;
};
