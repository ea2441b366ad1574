import type { Call, Reply } from "./model.ts";

/** A reply that makes calls, all at once. */
export function calls(...made: readonly Call[]): Reply {
	return { calls: made };
}

/** Reads a file, or some lines of it. */
export function read(path: string, from?: number, to?: number): Call {
	const range = from === undefined || to === undefined ? {} : { start_line: from, end_line: to };
	return { tool: "read_file", input: { file_path: path, ...range } };
}

/** Searches the project. */
export function search(pattern: string): Call {
	return { tool: "grep_search", input: { pattern } };
}

/** Runs a command. */
export function shell(command: string): Call {
	return { tool: "run_shell_command", input: { command } };
}

/** Replaces a text that stands once in a file. */
export function replace(path: string, old: string, fresh: string): Call {
	const instruction = "Make this change and no other.";
	return { tool: "replace", input: { file_path: path, instruction, old_string: old, new_string: fresh } };
}

/** Writes a whole file. */
export function write(path: string, content: string): Call {
	return { tool: "write_file", input: { file_path: path, content } };
}

/** Asks a subagent. */
export function delegate(agent: string, prompt: string): Call {
	return { tool: "invoke_agent", input: { agent_name: agent, prompt } };
}
