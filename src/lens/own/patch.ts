import type { OwnEdit, OwnText, Subject, View } from "../../core/types.ts";
import { fileSubject } from "../files.ts";
import type { CallMeaning, ResultText, ToolCall } from "../types.ts";
import { NOTHING_SHOWN, opaqueView } from "../views.ts";

/** A tool that applies a patch, whichever argument holds it. */
export function patchLens(call: ToolCall): CallMeaning | undefined {
	const text = patchOf(call);
	return text === undefined ? undefined : patchMeaning(call.directory, text, parsePatch(text));
}

/** A tool that skips lines without a sign, and drops a blank line at the end of an added file. */
export function strictPatchLens(call: ToolCall): CallMeaning | undefined {
	const text = patchOf(call);
	if (text === undefined) return undefined;
	const isPlain = !/\n(?:\r?\n|\+\r?\n\*\*\* )/.test(text.trim());
	return patchMeaning(call.directory, text, isPlain ? parsePatch(text) : undefined);
}

/** What a patch in the envelope of `apply_patch` does, file by file. */
type Patch = readonly PatchChange[];

/** What a patch does to one file. */
type PatchChange =
	| { readonly kind: "add"; readonly path: string; readonly text: string }
	| { readonly kind: "delete"; readonly path: string }
	/** `to` is the new path of a file that is moved as well. */
	| {
			readonly kind: "update";
			readonly path: string;
			readonly to: string | undefined;
			readonly hunks: readonly PatchHunk[];
	  };

/** The old lines, context included, and the lines that replace them. */
export type PatchHunk = {
	readonly old: readonly string[];
	readonly text: readonly string[];
	/** The lines of the hunk with their signs. */
	readonly signed: readonly string[];
};

/** Parses a patch; undefined if the text is none, or if tools may read it in more than one way. */
export function parsePatch(text: string): Patch | undefined {
	const [begin, ...lines] = text.trim().split("\n");
	if (begin?.trimEnd() !== "*** Begin Patch" || lines.pop()?.trimEnd() !== "*** End Patch") return undefined;
	const starts = lines.flatMap((line, index) => (FILE.test(line) ? [index] : []));
	if (starts.length === 0 || !lines.slice(0, starts[0]).every(isBlankLine)) return undefined;
	const changes = starts.map((start, index) => parseChange(lines.slice(start, starts[index + 1])));
	return changes.every((change) => change !== undefined) ? changes : undefined;
}

/** The paths in a patch, even in one that does not parse. */
export function pathsInPatch(text: string): string[] {
	return text.split("\n").flatMap((line) => {
		const trimmed = line.trim();
		const path = FILE.exec(trimmed)?.[2] ?? MOVE.exec(trimmed)?.[1];
		return path === undefined ? [] : [path.trim()];
	});
}

/** The effect of a patch. We know nothing more of the files in `gone` once it is applied. */
type PatchEffect = {
	readonly subjects: readonly Subject[];
	readonly own: readonly OwnText[];
	readonly gone: readonly Subject[];
};

/** What a patch writes and deletes; undefined if no path in it can be resolved. */
export function ownOfPatch(directory: string, patch: Patch): PatchEffect | undefined {
	const subjects = new Map<string, Subject>();
	const gone = new Map<string, Subject>();
	const name = (path: string, isGone: boolean): void => {
		const subject = fileSubject(directory, path);
		if (!subject) return;
		// Tools disagree on whether a second change of a file starts from the first.
		if (isGone || subjects.has(subject.name)) gone.set(subject.name, subject);
		if (!subjects.has(subject.name)) subjects.set(subject.name, subject);
	};
	for (const change of patch) {
		const to = change.kind === "update" ? change.to : undefined;
		name(change.path, change.kind === "delete" || to !== undefined);
		if (to !== undefined) name(to, true);
	}
	if (subjects.size === 0) return undefined;
	const own = patch.flatMap((change) => {
		const subject = fileSubject(directory, change.path);
		return subject && !gone.has(subject.name) ? ownOfChange(subject, change) : [];
	});
	return { subjects: [...subjects.values()], own, gone: [...gone.values()] };
}

const FILE = /^\*\*\* (Add|Delete|Update) File: (.+)/;
const MOVE = /^\*\*\* Move to: (.+)/;
const END_OF_FILE = "*** End of File";

function isBlankLine(line: string): boolean {
	return line.trim() === "";
}

function parseChange([head = "", ...lines]: readonly string[]): PatchChange | undefined {
	const [, kind, name = ""] = FILE.exec(head) ?? [];
	const path = name.trim();
	if (kind === "Add") {
		const isWhole = lines.every((line) => line.startsWith("+") || isBlankLine(line));
		const added = lines.filter((line) => line.startsWith("+"));
		return isWhole ? { kind: "add", path, text: added.map((line) => `${line.slice(1)}\n`).join("") } : undefined;
	}
	if (kind === "Delete") return lines.every(isBlankLine) ? { kind: "delete", path } : undefined;
	const to = MOVE.exec(lines[0] ?? "")?.[1]?.trim();
	const hunks = parseHunks(to === undefined ? lines : lines.slice(1));
	return hunks && (hunks.length > 0 || to !== undefined) ? { kind: "update", path, to, hunks } : undefined;
}

/** The hunks of an update; lines before the first `@@` are one too. */
function parseHunks(lines: readonly string[]): PatchHunk[] | undefined {
	const starts = lines.flatMap((line, index) => (line.startsWith("@@") ? [index] : []));
	const opening = lines.slice(0, starts[0]);
	const hunks = starts.map((start, index) => parseHunk(lines.slice(start + 1, starts[index + 1])));
	const all = opening.every(isBlankLine) ? hunks : [parseHunk(opening), ...hunks];
	return all.every((hunk) => hunk !== undefined) ? all : undefined;
}

function parseHunk(lines: readonly string[]): PatchHunk | undefined {
	const mark = lines.findIndex((line) => line.trimEnd() === END_OF_FILE);
	if (mark >= 0 && !lines.slice(mark + 1).every(isBlankLine)) return undefined;
	// An empty line is context if more lines follow; at the end it may also be between two hunks.
	const signed = withoutBlankEnd(mark < 0 ? lines : lines.slice(0, mark)).map((line) =>
		isEmpty(line) ? ` ${line}` : line,
	);
	if (signed.length === 0 || !signed.every((line) => /^[ +-]/.test(line))) return undefined;
	const side = (sign: string): string[] => {
		return signed.filter((line) => line.startsWith(" ") || line.startsWith(sign)).map((line) => line.slice(1));
	};
	return { old: side("-"), text: side("+"), signed: lines };
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
	return lines.slice(0, lines.findLastIndex((line) => !isEmpty(line)) + 1);
}

function isEmpty(line: string): boolean {
	return line === "" || line === "\r";
}

function ownOfChange(subject: Subject, change: PatchChange): OwnText[] {
	if (change.kind === "add") return [{ kind: "write", subject, text: change.text }];
	if (change.kind === "delete") return [];
	return change.hunks.flatMap(({ old, text, signed }) => {
		// Lines without context go to the end of the file, and we do not know how long it is.
		const added = old.length === 0 ? text.join("\n") : wholeLines(text);
		const edit: OwnEdit = { kind: "edit", subject, old: wholeLines(old), text: added, all: false };
		return [edit, { kind: "patch", subject, text: signed.join("\n") }];
	});
}

function wholeLines(lines: readonly string[]): string {
	return lines.map((line) => `${line}\n`).join("");
}

function patchOf({ input }: ToolCall): string | undefined {
	return [input.input, input.patch, input.patchText, input.command].find((value) => typeof value === "string");
}

function patchMeaning(directory: string, text: string, patch: Patch | undefined): CallMeaning | undefined {
	const effect = patch ? ownOfPatch(directory, patch) : effectOnNamedFiles(directory, text);
	if (!effect) return undefined;
	const { subjects, own } = effect;
	const view = (result: ResultText): View => patchResultView(effect, result);
	// A patch that failed halfway has changed some of its files.
	return {
		subjects,
		readOnly: false,
		own,
		view,
		failure: (result) => (isRefused(result) ? FAILED : opaqueView(subjects)),
	};
}

/** The effect of a patch that does not parse: hide every file that it names. */
function effectOnNamedFiles(directory: string, text: string): PatchEffect | undefined {
	const found = pathsInPatch(text).map((path) => fileSubject(directory, path));
	const subjects = found.filter((subject) => subject !== undefined);
	return subjects.length > 0 ? { subjects, own: [], gone: subjects } : undefined;
}

/** Some hosts report a refused patch only in the text of the result. */
function patchResultView({ subjects, gone }: PatchEffect, result: ResultText): View {
	if (isRefused(result)) return FAILED;
	if (!isDone(result)) return opaqueView(subjects);
	return gone.length > 0 ? opaqueView(gone) : NOTHING_SHOWN;
}

const FAILED: View = { kind: "failed" };

/** Whether nothing was changed: the patch did not fit, or the user or a hook refused it. */
function isRefused({ lines }: ResultText): boolean {
	return /^(?:apply_patch verification failed|patch rejected by user|Command blocked by PreToolUse hook: )/.test(
		lines[0] ?? "",
	);
}

/** An empty result means that the host reported success. */
function isDone({ lines }: ResultText): boolean {
	return lines.length === 0 || lines.slice(0, MOST_HEAD).some((line) => DONE.test(line));
}

/** Codex puts a few lines above the output of the tool, or wraps it into JSON. */
const MOST_HEAD = 8;
const DONE =
	/^(?:\{"output":")?Success\. Updated the following files:|^(?:Added|Modified|Deleted|Moved) \d+ file\(s\): /;
