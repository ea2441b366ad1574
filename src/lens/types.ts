import type { Call, Note, View, Witness } from "../core/types.ts";

/** A tool call as a host reports it. */
export type ToolCall = {
	readonly id: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** The directory for relative paths. */
	readonly directory: string;
};

/**
 * How a call ended: successfully, with a failure (an error, a denial, a non-zero exit code), or with a result that the
 * host cut.
 */
export type Outcome = "done" | "failed" | "cut";

/** A tool result as a lens reads it: its lines, and which of them are notes of ibid that stand for more lines. */
export type ResultText = { readonly lines: readonly string[]; readonly notes: ReadonlyMap<number, Note> };

/** What a lens knows of a call: what it is about, what it changes, and how to view its result, wrappers off. */
export type CallMeaning = Omit<Call, "id" | "by"> & {
	/** How notes name the source of file lines in its result, if not by the tool's name. */
	readonly by?: Witness;
	readonly view: (result: ResultText) => View;
	/** For calls that show as much when they fail, such as a test run. Without it, a failed call shows nothing. */
	readonly failure?: (result: ResultText) => View;
};

/**
 * Finds the meaning of the calls of one family of tools. The core believes it, so it returns undefined when not sure.
 * It must view a result the same way as the host shows it and as ibid shortens it.
 */
export type Lens = (call: ToolCall) => CallMeaning | undefined;

/** The lines of a result that are the tool's own, `from` up to `end`, and how the host says the call ended. */
export type ResultBody = {
	readonly from: number;
	readonly end: number;
	readonly outcome: Outcome;
	/** The lines of a result that was cut which are sure to be lines of the output, each of them whole. */
	readonly uncut?: { readonly from: number; readonly end: number };
};

/** The tools of a host version: a lens for each by name, and how to take off what the host wraps around a result. */
export type Tools = {
	readonly lenses: Readonly<Record<string, Lens>>;
	readonly unwrap: (lines: readonly string[], tool: string) => ResultBody;
};

/** The name of a host, as the list of hosts has it. */
export type HostName = string;
