import type { Asked, End, Line } from "./dialect.ts";

let numbers = 0;

/** What the user says. */
export function prompt(text = "Go on."): Line {
	return { kind: "prompt", number: ++numbers, text };
}

/** A reply of the model with its calls. */
export function reply(...calls: readonly Asked[]): Line {
	return { kind: "reply", number: ++numbers, directory: "/w", calls };
}

/** A file that the host has attached. */
export function attached(path: string, text: string | undefined): Line {
	return { kind: "attached", number: ++numbers, path, text };
}

/** The user's wish to see a file in full. */
export function asked(path: string): Line {
	return { kind: "asked", number: ++numbers, path };
}

/** A call of OpenCode's read, and its result. */
export function read(filePath: string, end: string | End, more: Asked["input"] = {}): Asked {
	return call("read", { filePath, ...more }, end);
}

/** A command. */
export function bash(command: string, end: string | End): Asked {
	return call("bash", { command }, end);
}

/** A file written by the model. */
export function write(filePath: string, content: string, end: string | End = "Wrote file successfully."): Asked {
	return call("write", { filePath, content }, end);
}

/** An edit by the model. */
export function edit(filePath: string, oldString: string, newString: string): Asked {
	return call("edit", { filePath, oldString, newString }, "Edit applied successfully.");
}

/** Any call. */
export function call(tool: string, input: Asked["input"], end: string | End): Asked {
	return { id: `call_${++numbers}`, tool, input, end: typeof end === "string" ? { kind: "done", text: end } : end };
}

/** What OpenCode's read shows of a file: these lines, from a number on, and perhaps something after them. */
export function shown(path: string, lines: readonly string[], first = 1, behind = "", total?: number): string {
	const last = first + lines.length - 1;
	const foot =
		total === undefined
			? `(End of file - total ${last} lines)`
			: `(Showing lines ${first}-${last} of ${total}. Use offset=${last + 1} to continue.)`;
	const numbered = lines.map((line, index) => `${first + index}: ${line}`);
	const text = [`<path>${path}</path>`, "<type>file</type>", "<content>", ...numbered, "", foot, "</content>"];
	return text.join("\n") + behind;
}
