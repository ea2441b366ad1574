import type { Part, View } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import { opaqueView, UNLIMITED } from "../text.ts";
import type { Lens, Page, ToolCall } from "../types.ts";

/** Which lines of a file a call asks for: from `first` on, `most` at the most. */
export type Asked = { readonly first: number; readonly most: number };

/** Lines of a text that show lines of the file. */
export type Found = Omit<Part, "subject">;

/** How a tool that reads files is called, and how it shows what it has read. */
export type ReadTool = {
	readonly path: (input: ToolCall["input"]) => unknown;
	/** The path that it may well mean where it is spelt in a way that is not understood. */
	readonly near?: (input: ToolCall["input"]) => unknown;
	/** Undefined where the call is not understood. */
	readonly ask: (input: ToolCall["input"]) => Asked | undefined;
	/** Undefined where the text cannot be told line by line. */
	readonly find: (page: Page, asked: Asked) => readonly Found[] | "left" | undefined;
};

/** A tool that shows a file, or a range of its lines. */
export function fileLens(tool: ReadTool): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, tool.path(input));
		const asked = tool.ask(input);
		const near = subject ?? fileSubject(directory, tool.near?.(input));
		if (!near) return undefined;
		// Who knows which lines it shows? Those that were known may be otherwise now.
		if (!subject || !asked) return { subjects: [near], readOnly: true, own: [], view: () => opaqueView([near]) };
		const lines = { first: asked.first, last: asked.first + asked.most - 1 };
		const view = (page: Page): View => {
			const found = isOfLines(subject.name) ? tool.find(page, asked) : undefined;
			if (found === "left") return { kind: "left", place: { subject, lines } };
			return found ? { kind: "shown", parts: found.map((lines) => ({ subject, ...lines })) } : opaqueView([subject]);
		};
		return { subjects: [subject], asks: [{ subject, lines }], readOnly: true, own: [], view };
	};
}

/** Whether a file is shown by its lines: images, documents and notebooks are not. */
export function isOfLines(name: string): boolean {
	return !/\.(?:avif|bmp|gif|heic|ico|ipynb|jpe?g|pdf|png|tiff?|webp)$/i.test(name);
}

/** A range that a call asks for; what it leaves out is the beginning, or as many lines as there are. */
export function askedFor(first: unknown, most: unknown): Asked | undefined {
	const asked = { first: first ?? 1, most: most ?? UNLIMITED };
	return isCount(asked.first) && isCount(asked.most) ? { first: asked.first, most: asked.most } : undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
