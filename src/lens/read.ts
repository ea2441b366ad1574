import type { Gutter, View } from "../core/types.ts";
import { fileSubject } from "./paths.ts";
import { opaqueView } from "./text.ts";
import type { Lens, Page } from "./types.ts";

/** How a tool that reads files is called and what it shows. */
export type ReadTool = {
	readonly path: string;
	/** Arguments that say where to begin, counted from 1, and how many lines to show. */
	readonly first: string;
	readonly count: string;
	/** As many lines as it shows unasked. */
	readonly most: number;
	readonly gutter: Gutter;
	/** The lines just before and just behind the content, where the tool wraps it. */
	readonly between?: { readonly open: string; readonly close: string };
};

/** A tool that shows a file, or a range of its lines. */
export function readLens(tool: ReadTool): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[tool.path]);
		const first = input[tool.first] ?? 1;
		const count = input[tool.count] ?? tool.most;
		if (!subject || !isCount(first) || !isCount(count)) return undefined;
		const room = Math.min(count, tool.most);
		const view = ({ lines }: Page): View => {
			const content = findContent(tool, lines);
			if (!content) return opaqueView([subject]);
			return { kind: "shown", parts: [{ subject, ...content, first, gutter: tool.gutter, room }] };
		};
		return { subjects: [subject], readOnly: true, own: [], view };
	};
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Which lines of the text are lines of the file. */
function findContent(tool: ReadTool, lines: readonly string[]): { from: number; count: number } | undefined {
	if (tool.between) {
		const { open, close } = tool.between;
		const from = lines.indexOf(open) + 1;
		const end = lines.indexOf(close, from);
		return from > 0 && end >= from ? { from, count: end - from } : undefined;
	}
	if (tool.gutter.kind !== "number") return undefined;
	const { mark } = tool.gutter;
	const isNumbered = (line: string): boolean => /^ *\d+$/.test(line.slice(0, Math.max(0, line.indexOf(mark))));
	const behind = lines.findIndex((line) => !isNumbered(line));
	if (behind < 0 && lines.length > 0) return { from: 0, count: lines.length };
	return behind > 0 && isReminder(lines.slice(behind)) ? { from: 0, count: behind } : undefined;
}

/** What hosts put behind a file's lines that is not of the file. */
function isReminder(lines: readonly string[]): boolean {
	const text = lines.join("\n").trim();
	return text === "" || (text.startsWith("<system-reminder>") && text.endsWith("</system-reminder>"));
}
