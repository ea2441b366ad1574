import type { Part, Subject, View } from "../core/types.ts";
import type { Lens, ResultText, ToolCall } from "./types.ts";
import { opaqueView, UNLIMITED } from "./views.ts";

/** The lines of a file that a call asks for: from `first` on, `most` at the most. */
export type LineRequest = { readonly first: number; readonly most: number };

/** Lines of a result that are lines of the file. */
export type FileLines = Omit<Part, "subject">;

/** The arguments of a tool that reads files, and how it prints them. */
type ReadTool = {
	readonly path: (input: ToolCall["input"]) => unknown;
	/** The path that is probably meant, if the tool rewrites the one given. */
	readonly near?: (input: ToolCall["input"]) => unknown;
	/** Undefined if the call is not understood. */
	readonly ask: (input: ToolCall["input"]) => LineRequest | undefined;
	/** Undefined if we cannot say which lines of the file the result shows. */
	readonly find: (result: ResultText, asked: LineRequest) => readonly FileLines[] | "left" | undefined;
};

/** A tool that shows a file, or a range of its lines. */
export function fileLens(tool: ReadTool): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, tool.path(input));
		const asked = tool.ask(input);
		const near = subject ?? fileSubject(directory, tool.near?.(input));
		if (!near) return undefined;
		// The range is unknown: hide all we know of the file.
		if (!subject || !asked) return { subjects: [near], readOnly: true, own: [], view: () => opaqueView([near]) };
		const lines = { first: asked.first, last: asked.first + asked.most - 1 };
		const view = (result: ResultText): View => {
			const found = isTextFile(subject.name) ? tool.find(result, asked) : undefined;
			if (found === "left") return { kind: "left", place: { subject, lines } };
			return found ? { kind: "shown", parts: found.map((lines) => ({ subject, ...lines })) } : opaqueView([subject]);
		};
		return { subjects: [subject], asks: [{ subject, lines }], readOnly: true, own: [], view };
	};
}

/** Whether tools show a file line by line: not images, documents and notebooks. */
export function isTextFile(name: string): boolean {
	return !/\.(?:avif|bmp|gif|heic|ico|ipynb|jpe?g|pdf|png|tiff?|webp)$/i.test(name);
}

/** A request for a range: by default from the first line, and all lines. */
export function lineRequest(first: unknown, most: unknown): LineRequest | undefined {
	const asked = { first: first ?? 1, most: most ?? UNLIMITED };
	return isCount(asked.first) && isCount(asked.most) ? { first: asked.first, most: asked.most } : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** A file as a subject; undefined if the path cannot be resolved: `~`, variables, an unknown directory. */
export function fileSubject(directory: string, path: unknown): Subject | undefined {
	if (typeof path !== "string" || path === "" || /^~|[$`\n]/.test(path)) return undefined;
	const name = absolute(directory, path);
	return name === undefined ? undefined : { kind: "file", name, label: path };
}

/** A path with a drive letter. */
const DRIVE = /^([A-Za-z]:)[\\/](.*)$/s;

function absolute(directory: string, path: string): string | undefined {
	const own = DRIVE.exec(path);
	if (own) return `${own[1]}\\${straight(own[2]!, /[\\/]/).join("\\")}`;
	const drive = DRIVE.exec(directory);
	if (drive) return onDrive(drive[1]!, drive[2]!, path);
	if (path.startsWith("/")) return `/${straight(path, "/").join("/")}`;
	return directory.startsWith("/") ? `/${straight(`${directory}/${path}`, "/").join("/")}` : undefined;
}

/** On Windows, a path without a drive (`/tmp/a`, `\\host\a`, `C:a`) may mean several files. */
function onDrive(drive: string, directory: string, path: string): string | undefined {
	if (/^[\\/]|:/.test(path)) return undefined;
	return `${drive}\\${straight(`${directory}\\${path}`, /[\\/]/).join("\\")}`;
}

function straight(path: string, separator: string | RegExp): string[] {
	const names: string[] = [];
	for (const name of path.split(separator)) {
		if (name === "..") names.pop();
		else if (name !== "" && name !== ".") names.push(name);
	}
	return names;
}
