import type { Form, Range, Reason } from "../core/types.ts";
import type { LeanSavings } from "../lean/types.ts";
import type { ResultKind } from "../lens/result-text.ts";

/** How ibid comes between a host and its model: hooks or a plugin in the host, or `ibid run` around it. */
export type Way = "hooks" | "run";

/** An answer that ibid gave: what it was about and its outcome, but no text. */
export type AnswerLine = {
	readonly kind: "answer";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly version: string;
	readonly session: string;
	/** The sub-agent whose window the answer is in; empty for the main agent. */
	readonly agent: string;
	/** The id of the call, if the host gives one. */
	readonly call: string;
	readonly tool: string;
	/** Hashes of the arguments, of the text that would have been sent, and of the text that was. */
	readonly input: string;
	readonly original: string;
	readonly delivered: string;
	readonly subject: string;
	readonly brought: ResultKind;
	readonly form: Form;
	readonly reason: Reason | undefined;
	/** Estimated tokens of both texts, and how many notes. */
	readonly before: number;
	readonly after: number;
	readonly notes: number;
	/** Of an outline: how many tokens it is shorter for the lines that it withholds, and in how many folds they are. */
	readonly withheld?: number;
	readonly folds?: number;
	/** How many folds the result has shown again, and whether its call has changed lines in some. */
	readonly opened?: number;
	readonly isBlindEdit?: true;
	/** Of a lean text: tokens that each policy has saved. */
	readonly lean?: LeanSavings;
	/**
	 * Hashes by which each of these notes is recognised if the model writes it. Earlier versions did not record them.
	 */
	readonly noteHashes?: readonly string[];
	/** Which of ibid's ways it took; hooks, or a plugin in the host, if absent. */
	readonly way?: Way;
	/** How long it took, and how much of that ibid waited for the host's log. */
	readonly milliseconds: number;
	readonly waited: number;
};

/** Notes in a session whose lines the host has removed. */
export type OrphanLine = {
	readonly kind: "orphaned";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly agent: string;
	readonly calls: readonly string[];
};

/** A call that has put a note into a file, where no guard refused it; the model was told in the next request. */
export type CopyLine = {
	readonly kind: "copy";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly agent: string;
	readonly tool: string;
};

/** Why ibid does nothing in a host as long as this process runs. */
export type AsideLine = {
	readonly kind: "aside";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: "";
	readonly why: string;
};

/** A call that was refused because it would have put a note into a file. */
export type RefusalLine = {
	readonly kind: "refusal";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly agent: string;
	readonly tool: string;
	/** A hash of the note and of the files that it would have been written into. */
	readonly write: string;
	/** There was no note: it would have written over lines that the model had not seen. */
	readonly isBlind?: true;
};

/** Notes in a request of `ibid run` for which there is no line of an answer, such as in a resumed session. */
export type NotesLine = {
	readonly kind: "notes";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly noteHashes: readonly string[];
};

/** Lines that the model has not been shown since an outline withheld them: all that there are now, by files. */
export type FoldsLine = {
	readonly kind: "folds";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly agent: string;
	readonly files: Readonly<Record<string, readonly Range[]>>;
};

/** A line of the record. */
export type RecordLine =
	| AnswerLine
	| OrphanLine
	| AsideLine
	| FailureLine
	| RefusalLine
	| CopyLine
	| NotesLine
	| FoldsLine;

/** Something that went wrong, after which the original was sent. */
export type FailureLine = {
	readonly kind: "failure";
	readonly schema: 1;
	readonly time: number;
	readonly host: string;
	readonly session: string;
	readonly what: string;
};
