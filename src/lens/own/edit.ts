import type { OwnEdit, OwnWrite, Subject } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import type { Lens, ToolCall } from "../types.ts";
import { type Look, quietLook } from "./echo.ts";
import { hidingSight } from "./write.ts";

/** How a tool that puts new text in the place of old text is called. */
export type EditTool = {
	readonly path: string;
	readonly old: string;
	readonly text: string;
	/** Argument that asks for every occurrence. */
	readonly all?: string;
	/** Argument that says how many occurrences are replaced: all of them, where there is more than one. */
	readonly times?: string;
	/** Argument that holds several edits, done one behind the other, or at once in places that do not overlap. */
	readonly list?: string;
	/** With an empty old text the new one is the whole file. Else nobody knows what such a call does. */
	readonly empty?: "whole file";
	/** An empty new text takes the newline behind the old one along. */
	readonly deletion?: "with newline";
};

/** A tool that replaces texts in a file. */
export function editLens(tool: EditTool, look: Look = quietLook): Lens {
	return ({ input, directory }) => {
		const subject = fileSubject(directory, input[tool.path]);
		if (!subject) return undefined;
		const own = ownOf(tool, subject, input);
		return own ? { subjects: [subject], readOnly: false, own, view: look(subject) } : hidingSight([subject]);
	};
}

/** What the edits of a call put where; undefined where one of them is not understood. */
function ownOf(tool: EditTool, subject: Subject, input: ToolCall["input"]): (OwnWrite | OwnEdit)[] | undefined {
	const edits = listOf(tool, input)?.map((each) => editOf(tool, subject, each)) ?? [];
	const isKnown = edits.every((edit, index) => {
		return edit && (edit.old !== "" || (tool.empty === "whole file" && index === 0));
	});
	if (!isKnown || edits.length === 0) return undefined;
	return edits.flatMap((edit) => (edit ? effectsOf(tool, edit) : []));
}

/** The edits of a call: those of its list, be it spelt out as JSON, and the one that stands beside it. */
function listOf(tool: EditTool, input: ToolCall["input"]): readonly unknown[] | undefined {
	if (tool.list === undefined) return [input];
	const list = parsed(input[tool.list] ?? []);
	if (!Array.isArray(list)) return undefined;
	return tool.old in input || tool.text in input ? [...list, input] : list;
}

function parsed(value: unknown): unknown {
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

/** What an edit does to its file, said so that the core need not know the tool. */
function effectsOf(tool: EditTool, edit: OwnEdit): (OwnWrite | OwnEdit)[] {
	const { subject, old, text } = edit;
	if (old === "") return [{ kind: "write", subject, text }];
	// Whether a newline stood behind the old text is not known: one of the two finds it, the other hides what is alike.
	const isDeletion = tool.deletion === "with newline" && text === "" && !old.endsWith("\n");
	return isDeletion ? [{ ...edit, old: `${old}\n` }, edit] : [edit];
}
