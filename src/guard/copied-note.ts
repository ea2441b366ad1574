import { MARK } from "../core/lines.ts";
import { lookAtCall } from "../lens/look.ts";
import type { ToolCall, Tools } from "../lens/types.ts";
import { mayHoldNote, stringsIn } from "./may-hold-note.ts";

/** A note in what a call would write, and the files that the call names. */
export type CopiedNote = { readonly note: string; readonly files: readonly string[] };

/**
 * The note that a call would put into a file; undefined if there is none, or if the line is there already: according to
 * the call itself, as in the old text of an edit, or in the file. `textOf` gives the content of a file.
 */
export function copiedNote(
	tools: Tools,
	call: ToolCall,
	isNote: (line: string) => boolean,
	textOf: (file: string) => string = () => "",
): CopiedNote | undefined {
	if (!mayHoldNote(call.input)) return undefined;
	const files = lookAtCall(tools, call).subjects.flatMap(({ kind, name }) => (kind === "file" ? [name] : []));
	const isThere = (line: string, old: string): boolean => [old, ...files.map(textOf)].some((text) => holds(text, line));
	for (const { text, old } of newTextsOf(tools, call)) {
		const note = noteInWrite(text, (line) => isNote(line) && !isThere(line, old));
		if (note !== undefined) return { note, files };
	}
	return undefined;
}

function holds(text: string, note: string): boolean {
	return noteInWrite(text, (line) => line === note) !== undefined;
}

/** A text that a call writes into files, and the text that it says was there. */
type NewText = { readonly text: string; readonly old: string };

/**
 * What a call writes according to the lens; every argument of a call that changes a file in a way that the lens does
 * not know line by line, or of a command that may change something.
 */
function newTextsOf(tools: Tools, call: ToolCall): readonly NewText[] {
	const { own, readOnly, subjects } = lookAtCall(tools, call);
	if (readOnly || subjects.every(({ kind }) => kind === "call")) return [];
	const isTold = own.length > 0 && own.every(({ kind }) => kind !== "patch") && subjects.every(isFile);
	if (!isTold) return stringsIn(call.input).map(addedBy);
	return own.map((each) => ({ text: each.text, old: each.kind === "edit" ? each.old : "" }));
}

function isFile({ kind }: { readonly kind: string }): boolean {
	return kind === "file";
}

/** For a patch, the lines that it adds; any other text as it is. */
function addedBy(text: string): NewText {
	if (!PATCH.test(text)) return { text, old: "" };
	const lines = text.split("\n");
	const added = lines.filter((line) => line.startsWith("+"));
	return { text: added.join("\n"), old: lines.filter((line) => !line.startsWith("+")).join("\n") };
}

const PATCH = /^(?:\*\*\* Begin Patch|@@ |diff --git )/m;

/**
 * The first line of a new text that is a note, without what is around it; undefined if there is none. A model that
 * copies a note may also copy the number or the sign before it, or make it a comment; `isNote` gets what is left.
 */
export function noteInWrite(newText: string, isNote: (line: string) => boolean): string | undefined {
	let end = 0;
	for (let at = newText.indexOf(MARK); at >= 0; at = newText.indexOf(MARK, end)) {
		end = endOfLine(newText, at);
		const line = withoutEnding(newText.slice(at, end));
		if (BEFORE.test(newText.slice(newText.lastIndexOf("\n", at) + 1, at)) && isNote(line)) return line;
	}
	return undefined;
}

function endOfLine(text: string, at: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 ? text.length : end;
}

/** Line numbers and their separators, indentation, signs of diffs, bullets, and the beginning of comments. */
const BEFORE = /^(?:[\s\d|│→:.)+<>!*/#;%~-]|"""|''')*$/;

/** What ends a comment. */
const ENDINGS = ["*/", "-->", '"""', "'''"];

function withoutEnding(line: string): string {
	const trimmed = line.trimEnd();
	const ending = ENDINGS.find((each) => trimmed.endsWith(each)) ?? "";
	return trimmed.slice(0, trimmed.length - ending.length).trimEnd();
}
