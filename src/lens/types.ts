import type { Call, Note, View, Witness } from "../core/types.ts";

/** A tool call as a host reports it. */
export type ToolCall = {
	readonly id: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** Where relative paths begin. */
	readonly directory: string;
};

/** How a call ended: well, badly (an error, a denial, a command's bad exit), or with a text that the host has cut. */
export type Outcome = "done" | "failed" | "cut";

/** The lines of a text. In one that ibid has shortened, some are notes and stand for more than one line. */
export type Page = { readonly lines: readonly string[]; readonly notes: ReadonlyMap<number, Note> };

/** What a lens sees in a call: what it is about, and how to look at the text that answers it, wrappers off. */
export type Sight = Omit<Call, "id" | "by"> & {
	/** Whom lines of files in its answer are told by, if not by the tool's name. */
	readonly by?: Witness;
	readonly view: (page: Page) => View;
	/** For calls whose bad end shows as much as a good one, such as a failing test run. Else a failed call shows nothing. */
	readonly failure?: (page: Page) => View;
};

/**
 * Looks at the calls of one family of tools. It is believed, so it must be right: undefined where it is not sure.
 * What it says of a text must be the same for the text as the host shows it and as ibid delivers it shortened.
 */
export type Lens = (call: ToolCall) => Sight | undefined;

/** The lines of a text that are the tool's own, from one up to another, and how the host says the call ended. */
export type Content = { readonly from: number; readonly end: number; readonly outcome: Outcome };

/** The tools of a host version: a lens for each, by name, and how to take off what the host wraps around a text. */
export type Tools = {
	readonly lenses: Readonly<Record<string, Lens>>;
	readonly unwrap: (lines: readonly string[], tool: string) => Content;
};

/** The hosts whose tools we know. */
export type Host = "claude-code" | "codex" | "opencode" | "pi" | "gemini-cli" | "copilot-cli";
