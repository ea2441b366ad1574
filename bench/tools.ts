import type { ToolCall } from "../src/lens/types.ts";

/** A tool call with its result, as the host would show it. */
export type Step = { readonly call: ToolCall; readonly text: string };

/** OpenCode's read: numbered lines in a wrapper; notes may be between them. */
export function readOpenCode(path: string, lines: readonly string[], range?: Lines): Step {
	const { first, count } = range ?? { first: 1, count: lines.length };
	const shown = lines.slice(first - 1, first - 1 + count).map((line, index) => `${first + index}: ${line}`);
	const text = [
		`<path>${DIRECTORY}/${path}</path>`,
		"<type>file</type>",
		"<content>",
		...shown,
		"",
		`(End of file - total ${lines.length} lines)`,
		"</content>",
	].join("\n");
	return step("read", { filePath: path, ...(range && { offset: first, limit: count }) }, text);
}

/** Claude Code's Read: the host numbers whatever is returned. */
export function readClaudeCode(path: string, lines: readonly string[]): Step {
	return step("Read", { file_path: path }, lines.map((line, index) => `${index + 1}\t${line}`).join("\n"));
}

/** A file shown by a shell, without numbers. */
export function cat(path: string, lines: readonly string[]): Step {
	return run(`cat ${path}`, lines);
}

/** Some of a file's lines shown by a shell. */
export function sed(path: string, lines: readonly string[], { first, count }: Lines): Step {
	const last = first + count - 1;
	return run(`sed -n ${first},${last}p ${path}`, lines.slice(first - 1, last));
}

/** The output of a command. */
export function run(command: string, lines: readonly string[]): Step {
	return step("bash", { command }, lines.join("\n"));
}

/** A file that the model wrote. */
export function write(path: string, lines: readonly string[]): Step {
	return step("write", { filePath: path, content: lines.join("\n") }, `Wrote ${path}`);
}

/** New text with which the model replaced old text, once or everywhere. */
export function edit(path: string, oldString: string, newString: string, replaceAll = false): Step {
	return step("edit", { filePath: path, oldString, newString, replaceAll }, `Edited ${path}`);
}

/** A tool that no lens knows. */
export function search(pattern: string, hits: readonly string[]): Step {
	return step("grep", { pattern }, hits.join("\n"));
}

type Lines = { readonly first: number; readonly count: number };

const DIRECTORY = "/home/dev/project";

let calls = 0;

function step(tool: string, input: ToolCall["input"], text: string): Step {
	return { call: { id: `call-${++calls}`, tool, input, directory: DIRECTORY }, text };
}
