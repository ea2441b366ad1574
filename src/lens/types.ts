import type { Call, View } from "../core/types.ts";

/** A tool call as a host reports it. */
export type ToolCall = {
	readonly id: string;
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	/** Where relative paths begin. */
	readonly directory: string;
};

/** What a lens sees in a call: what it is about, and how to look at the text that answers it. */
export type Sight = Omit<Call, "id"> & { readonly view: (text: string) => View };

/**
 * Looks at the calls of one family of tools. It is believed, so it must be right: undefined where it is not sure.
 * What it says of a text must be the same for the text as the host shows it and as ibid delivers it shortened.
 */
export type Lens = (call: ToolCall) => Sight | undefined;

/** The lenses of a host version, by the names of its tools. */
export type Tools = Readonly<Record<string, Lens>>;
