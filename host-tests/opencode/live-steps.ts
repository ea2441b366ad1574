import type { Call, Reply } from "./model.ts";
import type { Step } from "./scenes.ts";

/** Something happens that the host does not know of. */
export function meanwhile(happens: () => void): Step {
	return { kind: "meanwhile", happens };
}

/** The user says something about a file of the project, which the host reads for the model. */
export function promptWith(attached: string, ...replies: readonly Reply[]): Step {
	return { kind: "prompt", text: "Do you know this one?", attached, replies };
}

/** The user wants to see a file again, or some of its lines. */
export function refresh(words: string, ...replies: readonly Reply[]): Step {
	return { kind: "command", name: "ibid-refresh", words, replies };
}

/** A read of a file by a path that does not begin at the root. */
export function readFrom(filePath: string): Call {
	return { tool: "read", input: { filePath } };
}

/** A call with an id that others have as well. */
export function reused(call: Call): Call {
	return { ...call, id: "call_0" };
}
