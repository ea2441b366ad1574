import { join } from "node:path";
import type { Call } from "./model.ts";

/** Calls of the tools that a scene needs; files are named from the project. */
export type Tools = {
	readonly path: (name: string) => string;
	readonly read: (name: string, offset?: number, limit?: number) => Call;
	readonly bash: (command: string) => Call;
	readonly grep: (pattern: string) => Call;
	readonly edit: (name: string, from: string, to: string) => Call;
	readonly write: (name: string, content: string) => Call;
	readonly agent: (prompt: string) => Call;
};

/** The tools of OpenCode, over a project. */
export function toolsIn(project: string): Tools {
	const path = (name: string): string => join(project, name);
	return {
		path,
		read: (name, offset, limit) => ({
			tool: "read",
			input: { filePath: path(name), ...(offset === undefined ? {} : { offset, limit }) },
		}),
		bash: (command) => ({ tool: "bash", input: { command, description: "Runs a command" } }),
		grep: (pattern) => ({ tool: "grep", input: { pattern, path: project } }),
		edit: (name, oldString, newString) => ({
			tool: "edit",
			input: { filePath: path(name), oldString, newString },
		}),
		write: (name, content) => ({ tool: "write", input: { filePath: path(name), content } }),
		agent: (prompt) => ({ tool: "task", input: { description: "Look it up", prompt, subagent_type: "general" } }),
	};
}
