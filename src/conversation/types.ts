import type { Range } from "../core/types.ts";
import type { HostName, Outcome, ToolCall } from "../lens/types.ts";

/** A host's log of one session, parsed: one thread for each model that worked in it. */
export type Recording = {
	readonly host: HostName;
	readonly session: string;
	readonly threads: readonly AgentThread[];
	/** Lines that could not be parsed. */
	readonly skipped: number;
};

/** How to read the logs of a host. */
export type LogReader = {
	/** The session in a text; undefined if the text is not a log of this host. */
	readonly read: (text: string) => Recording | undefined;
	/** Whether the host writes, or wrote, one JSON document instead of lines. */
	readonly isDocument: boolean;
	/** The sessions in a database file, if the host keeps one. */
	readonly database?: (path: string) => Iterable<Recording | undefined>;
};

/** Everything that one model got and lost, in order: the main model, or a sub-agent's. */
export type AgentThread = { readonly agent: string | undefined; readonly entries: readonly Entry[] };

/**
 * One thing that happened in a conversation, as the model came to know it. Readers make entries from logs, dialects
 * make them from the messages of a request; a dialect's ids need only be unique among the calls of one turn.
 */
export type Entry =
	/** The model has replied. What follows, up to the next reply, belongs to one turn. */
	| {
			readonly kind: "turn";
			readonly time?: number | undefined;
			readonly model?: string | undefined;
			readonly usage?: Usage | undefined;
			/** The turn had come before, and a reset kept its results. */
			readonly kept?: true;
			/** The log says what this request and all requests before it had, so nothing was taken away without a word. */
			readonly isTold?: true;
	  }
	/** The model makes a call. `version` is the host's, if its log has it. */
	| { readonly kind: "call"; readonly call: ToolCall; readonly version?: string }
	| RecordedResult
	/** The host itself added a text, as if this call had been made. It is never shortened. */
	| { readonly kind: "shown"; readonly call: ToolCall; readonly text: string; readonly outcome: Outcome }
	/** The host added lines of this file, or a word that they changed; we do not know which lines, so hide the file. */
	| { readonly kind: "hidden"; readonly path: string; readonly directory?: string }
	/** The user wants the next view of a file, or of some of its lines, to be sent in full. */
	| { readonly kind: "asked"; readonly path: string; readonly directory?: string; readonly lines?: Range }
	/** What the user wrote. Only the names in it count: the user wants to see the files that have them. */
	| { readonly kind: "prompt"; readonly text: string }
	/** The host removed results and left a placeholder or nothing. */
	| { readonly kind: "erase"; readonly ids: readonly string[] }
	/**
	 * Everything before is gone. What the host kept follows, marked as kept; if the reset itself is marked so, all of
	 * it follows. It is a guess if nothing says so, but the host may have cleared results without a word.
	 */
	| { readonly kind: "reset"; readonly kept?: true; readonly isGuess?: true };

/** A tool result as the model got it. */
export type RecordedResult = {
	readonly kind: "result";
	readonly id: string;
	readonly text: string;
	readonly outcome: Outcome;
	/** One text and nothing else: no images, no several blocks. */
	readonly plain: boolean;
	/** The result had come before; a reset kept it. Calls of kept results are repeated before them. */
	readonly kept?: boolean;
	/** When it came, in milliseconds. */
	readonly time?: number | undefined;
	/**
	 * The text as the host's log and hooks have it, if the host trimmed all white space at its ends when it sent it.
	 */
	readonly untrimmed?: string;
	/** Only if the host may have done so and nothing says whether it did. */
	readonly isEndDoubtful?: true;
	/** What the model had instead, if ibid has shortened it and `text` is the original. */
	readonly delivered?: string;
	/**
	 * Only if ibid has shortened it and the original cannot be rebuilt, because the log does not match the record. A
	 * result that a reset kept may have lost its lines by that reset.
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
