import type { Call } from "../opencode/model.ts";

/** A read of a file, or of some of its lines. */
export function read(path: string, offset?: number, limit?: number): Call {
	return { tool: "read", input: { path, ...(offset === undefined ? {} : { offset, limit }) } };
}

/** A command. */
export function bash(command: string): Call {
	return { tool: "bash", input: { command } };
}

/** New words in place of old ones. */
export function edit(path: string, oldText: string, newText: string): Call {
	return { tool: "edit", input: { path, edits: [{ oldText, newText }] } };
}

/** A file as a whole. */
export function write(path: string, content: string): Call {
	return { tool: "write", input: { path, content } };
}

/** A script that may call other tools; only 1.5.0 runs it. */
export function codemode(code: string): Call {
	return { tool: "codemode", input: { code } };
}

/** A call with an id that others have as well. */
export function reused(call: Call): Call {
	return { ...call, id: "call_0" };
}
