import type { Call, Reply } from "./model.ts";

/** Codex decides by its name how a model works: this one calls tools. */
export const CALLS_TOOLS = "gpt-5.5";

/** This one writes scripts that call them. */
export const WRITES_SCRIPTS = "gpt-6.1-sol";

/** What the model says, and the calls that it makes with it. */
export function says(text: string, ...calls: readonly Call[]): Reply {
	return { text, calls };
}

/** A command. */
export function shell(cmd: string, more: Readonly<Record<string, unknown>> = {}): Call {
	return { tool: "exec_command", input: { cmd, ...more } };
}

/** A patch of one file that replaces a line. */
export function replacing(path: string, before: string, after: string): Call {
	return patch([`*** Update File: ${path}`, "@@", `-${before}`, `+${after}`]);
}

/** A patch. */
export function patch(lines: readonly string[]): Call {
	return { tool: "apply_patch", text: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n") };
}

/** A script that prints what commands print, all of them at once. */
export function script(...commands: readonly string[]): Call {
	const calls = commands.map((cmd) => `tools.exec_command(${JSON.stringify({ cmd })})`);
	return { tool: "exec", text: `for (const { output } of await Promise.all([${calls.join(", ")}])) text(output);` };
}

/** A call of a server's tool. */
export function ask(server: string, tool: string, input: Readonly<Record<string, unknown>>): Call {
	return { tool: `mcp__${server}__${tool}`, input };
}
