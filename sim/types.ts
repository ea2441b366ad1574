import type { Outcome, ToolCall } from "../src/lens/types.ts";

/**
 * Lines of something as a text shows them, known from the project and not from the lens. `key` is the identity of what
 * is shown: "file " and its path, or "run " and what was run.
 */
export type Shown = {
	readonly key: string;
	/** The name as the model wrote it. */
	readonly label: string;
	readonly first: number;
	readonly lines: readonly string[];
	/** The model can tell that nothing follows, because it asked for more lines. */
	readonly ends: boolean;
};

/** A text that the model wrote in a call. */
export type Own =
	| { readonly kind: "write"; readonly key: string; readonly label: string; readonly text: string }
	| {
			readonly kind: "edit";
			readonly key: string;
			readonly label: string;
			readonly old: string;
			readonly text: string;
			readonly all: boolean;
	  };

/** Lines (or all lines) that the model no longer knows. */
export type Doubt = { readonly key: string; readonly first: number; readonly last: number };

/** What a call is about, and which of its lines. */
export type About = Pick<Shown, "key" | "label"> & { readonly first: number; readonly last: number };

/** A call, with what it is about. */
export type Begun = {
	readonly call: ToolCall;
	readonly about: readonly About[];
	readonly own: Own | undefined;
	/** The call changes nothing, so asking again is harmless. */
	readonly harmless: boolean;
};

/** The result of a call. */
export type Performed = {
	readonly text: string;
	readonly outcome: Outcome;
	/** What is printed before each line, in the form that the second check expects. */
	readonly gutter: string;
	readonly shows: readonly Shown[];
	readonly doubts: readonly Doubt[];
};

/** What happens in a session, one after the other. */
export type Step =
	| { readonly kind: "turn" }
	| { readonly kind: "call"; readonly begun: Begun }
	| { readonly kind: "result"; readonly begun: Begun; readonly performed: Performed }
	/** A text that the host itself added, and what it may have replaced. */
	| { readonly kind: "attached"; readonly id: string; readonly text: string; readonly doubt: Doubt }
	| { readonly kind: "erase"; readonly ids: readonly string[] }
	| { readonly kind: "hide"; readonly doubt: Doubt }
	| { readonly kind: "ask"; readonly key: string }
	| { readonly kind: "reset" }
	/** Remembers the conversation as it is now; `go` returns to it, as a rewind or as the other half of a fork. */
	| { readonly kind: "mark"; readonly name: number }
	| { readonly kind: "go"; readonly to: number }
	/**
	 * Something happens to the project and the model does not hear about it; only for people who read a printed
	 * session.
	 */
	| { readonly kind: "outside"; readonly words: string };

/** Everything of a subject. */
export const EVERYTHING: Pick<Doubt, "first" | "last"> = { first: 1, last: Number.POSITIVE_INFINITY };
