import type { ToolCall } from "../src/lens/types.ts";
import type { Begun, Own } from "./types.ts";

/** A file by its path and as the model writes it. */
export type Named = { readonly path: string; readonly label: string };

/** Lines of a file; `count` is undefined if the model asks for all that follow. */
export type Ranged = Named & { readonly first: number; readonly count: number | undefined };

/** What the model wants, before it is expressed as a call of a host's tool. */
export type Request =
	| (Ranged & { readonly kind: "view"; readonly tool: "Read" | "read" | "cat" | "sed" })
	| { readonly kind: "many"; readonly tool: "signed" | "numbered"; readonly views: readonly Ranged[] }
	| (Named & {
			readonly kind: "edit";
			readonly tool: "Edit" | "edit";
			readonly old: string;
			readonly text: string;
			readonly all: boolean;
	  })
	| (Named & { readonly kind: "write"; readonly tool: "Write" | "write"; readonly text: string })
	/** A command, or a tool that no lens knows. `changes` is a file that it also changes. */
	| {
			readonly kind: "run";
			readonly tool: "Bash" | "bash" | "search";
			readonly words: string;
			readonly changes: string | undefined;
	  };

/** A request as it is sent. */
export function begin(id: string, directory: string, request: Request): Begun {
	return {
		call: { id, directory, ...inputOf(request) },
		about: aboutOf(directory, request),
		own: ownOf(request),
		harmless:
			request.kind === "view" || request.kind === "many" || (request.kind === "run" && isHarmless(request.words)),
	};
}

/** The identity of a file. */
export function fileKey(path: string): string {
	return `file ${path}`;
}

/** The identity of what a command prints, or of a tool that no lens knows. */
export function runKey(directory: string, tool: string, words: string): string {
	return tool === "search" ? `run search ${words}` : `run ${directory} ${words}`;
}

/** The name as the model wrote it. */
export function runLabel(tool: string, words: string): string {
	return tool === "search" ? `search ${words}` : words;
}

function aboutOf(directory: string, request: Request): Begun["about"] {
	if (request.kind === "run") {
		const { tool, words } = request;
		return [{ key: runKey(directory, tool, words), label: runLabel(tool, words), ...EVERY_LINE }];
	}
	if (request.kind === "edit" || request.kind === "write") {
		return [{ key: fileKey(request.path), label: request.label, ...EVERY_LINE }];
	}
	const views = request.kind === "many" ? request.views : [request];
	return views.map(({ path, label, first, count }) => {
		return { key: fileKey(path), label, first, last: first + (count ?? Number.POSITIVE_INFINITY) - 1 };
	});
}

const EVERY_LINE = { first: 1, last: Number.POSITIVE_INFINITY };

/** The text that the model writes in a call. */
function ownOf(request: Request): Own | undefined {
	if (request.kind !== "edit" && request.kind !== "write") return undefined;
	const { label, text } = request;
	const key = fileKey(request.path);
	if (request.kind === "write" || request.old === "") return { kind: "write", key, label, text };
	return { kind: "edit", key, label, text, old: request.old, all: request.all };
}

function inputOf(request: Request): Pick<ToolCall, "tool" | "input"> {
	switch (request.kind) {
		case "view":
			return viewInput(request);
		case "many":
			return {
				tool: request.tool,
				input: { views: request.views.map(({ label, first, count }) => `${label}:${first}+${count ?? ""}`) },
			};
		case "edit":
			return request.tool === "Edit"
				? {
						tool: "Edit",
						input: {
							file_path: request.label,
							old_string: request.old,
							new_string: request.text,
							replace_all: request.all,
						},
					}
				: {
						tool: "edit",
						input: {
							filePath: request.label,
							oldString: request.old,
							newString: request.text,
							replaceAll: request.all,
						},
					};
		case "write":
			return request.tool === "Write"
				? { tool: "Write", input: { file_path: request.label, content: request.text } }
				: { tool: "write", input: { filePath: request.label, content: request.text } };
		case "run":
			return request.tool === "search"
				? { tool: "search", input: { query: request.words } }
				: { tool: request.tool, input: { command: request.words } };
	}
}

function viewInput({
	tool,
	label,
	first,
	count,
}: Ranged & { readonly tool: string }): Pick<ToolCall, "tool" | "input"> {
	if (tool === "cat") return { tool: "Bash", input: { command: `cat ${label}` } };
	if (tool === "sed") {
		return { tool: "bash", input: { command: `sed -n '${first},${first + (count ?? 2000) - 1}p' ${label}` } };
	}
	const range = { ...(first > 1 ? { offset: first } : {}), ...(count === undefined ? {} : { limit: count }) };
	return { tool, input: { [tool === "Read" ? "file_path" : "filePath"]: label, ...range } };
}

/** Whether a command is known to change nothing. */
export function isHarmless(words: string): boolean {
	return words.startsWith("git show ");
}
