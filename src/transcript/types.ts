import type { Host, Outcome, ToolCall } from "../lens/types.ts";

/** A host's log of one session, understood: one strand for each model that worked in it. */
export type Recording = {
	readonly host: Host;
	readonly session: string;
	readonly strands: readonly Strand[];
	/** Lines that were not understood. */
	readonly skipped: number;
};

/** What came before one model and what left it, in order: the main one's, or a subagent's. */
export type Strand = { readonly agent: string | undefined; readonly entries: readonly Entry[] };

/** One thing that happened, as the model came to know it. */
export type Entry =
	/** The model has replied. What follows, up to the next, belongs to one turn. */
	| {
			readonly kind: "turn";
			readonly time: number | undefined;
			readonly model: string | undefined;
			readonly usage: Usage | undefined;
			/** It had come before, and a reset left its results standing. */
			readonly kept?: true;
	  }
	| { readonly kind: "call"; readonly call: ToolCall; readonly version: string }
	| RecordedResult
	/** The host took results away and left a placeholder or nothing. */
	| { readonly kind: "erase"; readonly ids: readonly string[] }
	/** Everything before is gone. What the host kept all the same follows, marked as kept; where it is, all else is. */
	| { readonly kind: "reset"; readonly kept?: true }
	/** The host itself put lines of this file, or a word that they changed, before the model. */
	| { readonly kind: "attached"; readonly path: string };

/** A tool result as the model got it. */
export type RecordedResult = {
	readonly kind: "result";
	readonly id: string;
	readonly text: string;
	readonly outcome: Outcome;
	/** Nothing but one text: no images, no several blocks. */
	readonly plain: boolean;
	/** It had come before; a reset left it standing. Calls of kept results are repeated before them. */
	readonly kept: boolean;
	/** When it came, in milliseconds. */
	readonly time: number | undefined;
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
