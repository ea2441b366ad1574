import { gutterText } from "../../core/lines.ts";
import type { Gutter, OwnEdit, OwnWrite, Subject, View } from "../../core/types.ts";
import { fileSubject } from "../files.ts";
import type { CallMeaning, Lens, ResultText, ToolCall } from "../types.ts";
import { NOTHING_SHOWN, opaqueView } from "../views.ts";

/** The arguments of a tool that replaces old text by new text. */
export type EditTool = {
	readonly path: string;
	readonly old: string;
	readonly text: string;
	/** Argument that asks for every occurrence. */
	readonly all?: string;
	/** Argument that says how many occurrences are replaced: all of them, where there is more than one. */
	readonly times?: string;
	/** Argument that holds several edits, done one after the other, or at once where they do not overlap. */
	readonly list?: string;
	/** With an empty old text the new text is the whole file. Without this mark, we do not know what such a call does. */
	readonly empty?: "whole file";
	/** An empty new text removes the newline after the old text as well. */
	readonly deletion?: "with newline";
};

/** A tool that replaces texts in a file. */
export function editLens(tool: EditTool, look: ChangeViewer = viewConfirmation): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[tool.path]);
		if (!subject) return undefined;
		const own = editsOf(tool, subject, input);
		return own ? { subjects: [subject], readOnly: false, own, view: look(subject) } : hidingMeaning([subject]);
	};
}

/** The edits of a call; undefined if one of them is not understood. */
function editsOf(tool: EditTool, subject: Subject, input: ToolCall["input"]): (OwnWrite | OwnEdit)[] | undefined {
	const edits = listOf(tool, input)?.map((each) => editOf(tool, subject, each)) ?? [];
	const isKnown = edits.every((edit, index) => {
		return edit && (edit.old !== "" || (tool.empty === "whole file" && index === 0));
	});
	if (!isKnown || edits.length === 0) return undefined;
	return edits.flatMap((edit) => (edit ? effectsOf(tool, edit) : []));
}

/** The edits of a call: those in its list, which may be JSON in a string, and one given beside the list. */
function listOf(tool: EditTool, input: ToolCall["input"]): readonly unknown[] | undefined {
	if (tool.list === undefined) return [input];
	const list = parsedJson(input[tool.list] ?? []);
	if (!Array.isArray(list)) return undefined;
	return tool.old in input || tool.text in input ? [...list, input] : list;
}

function parsedJson(value: unknown): unknown {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

function editOf(tool: EditTool, subject: Subject, edit: unknown): OwnEdit | undefined {
	if (typeof edit !== "object" || edit === null) return undefined;
	const values: Readonly<Record<string, unknown>> = { ...edit };
	const named = (name: string | undefined): unknown => (name === undefined ? undefined : values[name]);
	const [old, text, all, times] = [named(tool.old), named(tool.text), named(tool.all) ?? false, named(tool.times) ?? 1];
	if (typeof old !== "string" || typeof text !== "string") return undefined;
	if (typeof all !== "boolean" || typeof times !== "number") return undefined;
	return { kind: "edit", subject, old, text, all: all || times > 1 };
}

/** The effect of an edit, in terms that the core knows. */
function effectsOf(tool: EditTool, edit: OwnEdit): (OwnWrite | OwnEdit)[] {
	const { subject, old, text } = edit;
	if (old === "") return [{ kind: "write", subject, text }];
	// A newline may or may not have followed the old text: one of the two edits finds it, the other hides similar lines.
	const isDeletion = tool.deletion === "with newline" && text === "" && !old.endsWith("\n");
	return isDeletion ? [{ ...edit, old: `${old}\n` }, edit] : [edit];
}

/** A tool that writes a whole file. */
export function writeLens(
	names: { readonly path: string; readonly text: string },
	look: ChangeViewer = viewConfirmation,
): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[names.path]);
		if (!subject) return undefined;
		const text = input[names.text];
		if (typeof text !== "string") return hidingMeaning([subject]);
		return { subjects: [subject], readOnly: false, own: [{ kind: "write", subject, text }], view: look(subject) };
	};
}

/** A tool whose arguments do not say which lines it changes. */
export function changeLens(names: { readonly path: string }): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[names.path]);
		return subject && hidingMeaning([subject]);
	};
}

/** A call that changes files in a way we do not know: unless it fails, hide all we know of them. */
function hidingMeaning(subjects: readonly Subject[]): CallMeaning {
	return { subjects, readOnly: false, own: [], view: () => opaqueView(subjects) };
}

/** How to view the result of an edit or a write of a file. */
export type ChangeViewer = (subject: Subject) => (result: ResultText) => View;

/** A result that only confirms the change. If the user changed it, the file is not what the model wrote. */
function viewConfirmation(subject: Subject): (result: ResultText) => View {
	return ({ lines }) => (lines.some((line) => BY_USER.test(line)) ? opaqueView([subject]) : NOTHING_SHOWN);
}

const BY_USER = /\buser modified\b/i;

/** A confirmation as above, or a head with numbered lines around the change below it. */
export function viewEcho(subject: Subject): (result: ResultText) => View {
	return (result) => {
		const [head = ""] = result.lines;
		if (!HEAD.test(head)) return viewConfirmation(subject)(result);
		const first = firstNumber(result);
		const end = endOfLines(result.lines);
		if (first === undefined || !isNumberedEcho(result, first, end)) return opaqueView([subject]);
		return { kind: "shown", parts: [{ subject, from: 1, count: end - 1, first, gutter: ECHO, room: 0 }] };
	};
}

const HEAD = /^The file .* has been updated\. Here's the result of running `cat -n` on a snippet/;

const ECHO: Gutter = { kind: "number", width: 6, mark: "→", forced: false };

/** The number of the first line below the head; a note there has it too. */
function firstNumber({ lines, notes }: ResultText): number | undefined {
	const note = notes.get(1);
	const number = note ? note.clauses[0]?.first : Number(/^ *([1-9]\d{0,8})→/.exec(lines[1] ?? "")?.[1]);
	return number && Number.isSafeInteger(number) ? number : undefined;
}

/** The empty string after the last newline gets a number, but is no line. */
function endOfLines(lines: readonly string[]): number {
	return lines.length - (/^ *\d+→$/.test(lines.at(-1) ?? "") ? 1 : 0);
}

/** A result that ibid has shortened was checked before, and its notes have no numbers. */
function isNumberedEcho({ lines, notes }: ResultText, first: number, end: number): boolean {
	const isGood = (line: string, index: number): boolean => line.startsWith(gutterText(ECHO, first + index));
	return notes.size > 0 || lines.slice(1, end).every(isGood);
}
