import type { Own, OwnEdit, Subject } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";

/** What a patch in the envelope of `apply_patch` does, file by file. */
export type Patch = readonly Change[];

/** What a patch does to one file. */
export type Change =
	| { readonly kind: "add"; readonly path: string; readonly text: string }
	| { readonly kind: "delete"; readonly path: string }
	/** `to` is the new path of a file that is moved as well. */
	| {
			readonly kind: "update";
			readonly path: string;
			readonly to: string | undefined;
			readonly hunks: readonly Hunk[];
	  };

/** The lines that give way, context included, and those that stand there afterwards. */
export type Hunk = {
	readonly old: readonly string[];
	readonly text: readonly string[];
	/** As it is written, signs and all. */
	readonly signed: readonly string[];
};

/** Understands a patch; undefined where a text is none, or one that the tools may take in more than one way. */
export function parsePatch(text: string): Patch | undefined {
	const [begin, ...lines] = text.trim().split("\n");
	if (begin?.trimEnd() !== "*** Begin Patch" || lines.pop()?.trimEnd() !== "*** End Patch") return undefined;
	const starts = lines.flatMap((line, index) => (FILE.test(line) ? [index] : []));
	if (starts.length === 0 || !lines.slice(0, starts[0]).every(isBlank)) return undefined;
	const changes = starts.map((start, index) => parseChange(lines.slice(start, starts[index + 1])));
	return changes.every((change) => change !== undefined) ? changes : undefined;
}

/** The paths that a patch names, even one that is not understood. */
export function pathsInPatch(text: string): string[] {
	return text.split("\n").flatMap((line) => {
		const trimmed = line.trim();
		const path = FILE.exec(trimmed)?.[2] ?? MOVE.exec(trimmed)?.[1];
		return path === undefined ? [] : [path.trim()];
	});
}

/** What the core is told of a patch. `gone` are files of which nothing is known any more, once it is done. */
export type PatchEffect = {
	readonly subjects: readonly Subject[];
	readonly own: readonly Own[];
	readonly gone: readonly Subject[];
};

/** What a patch writes and takes away; undefined where the place of no file is known. */
export function ownOfPatch(directory: string, patch: Patch): PatchEffect | undefined {
	const subjects = new Map<string, Subject>();
	const gone = new Map<string, Subject>();
	const name = (path: string, isGone: boolean): void => {
		const subject = fileSubject(directory, path);
		if (!subject) return;
		// Tools differ in whether a second change of a file builds upon the first.
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

function isBlank(line: string): boolean {
	return line.trim() === "";
}

function parseChange([head = "", ...lines]: readonly string[]): Change | undefined {
	const [, kind, name = ""] = FILE.exec(head) ?? [];
	const path = name.trim();
	if (kind === "Add") {
		const isWhole = lines.every((line) => line.startsWith("+") || isBlank(line));
		const added = lines.filter((line) => line.startsWith("+"));
		return isWhole ? { kind: "add", path, text: added.map((line) => `${line.slice(1)}\n`).join("") } : undefined;
	}
	if (kind === "Delete") return lines.every(isBlank) ? { kind: "delete", path } : undefined;
	const to = MOVE.exec(lines[0] ?? "")?.[1]?.trim();
	const hunks = parseHunks(to === undefined ? lines : lines.slice(1));
	return hunks && (hunks.length > 0 || to !== undefined) ? { kind: "update", path, to, hunks } : undefined;
}

/** The hunks of an update; lines before the first `@@` are one too. */
function parseHunks(lines: readonly string[]): Hunk[] | undefined {
	const starts = lines.flatMap((line, index) => (line.startsWith("@@") ? [index] : []));
	const opening = lines.slice(0, starts[0]);
	const hunks = starts.map((start, index) => parseHunk(lines.slice(start + 1, starts[index + 1])));
	const all = opening.every(isBlank) ? hunks : [parseHunk(opening), ...hunks];
	return all.every((hunk) => hunk !== undefined) ? all : undefined;
}

function parseHunk(lines: readonly string[]): Hunk | undefined {
	const mark = lines.findIndex((line) => line.trimEnd() === END_OF_FILE);
	if (mark >= 0 && !lines.slice(mark + 1).every(isBlank)) return undefined;
	// An empty line is context where more lines follow; at the end it may as well stand between two hunks.
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

function ownOfChange(subject: Subject, change: Change): Own[] {
	if (change.kind === "add") return [{ kind: "write", subject, text: change.text }];
	if (change.kind === "delete") return [];
	return change.hunks.flatMap(({ old, text, signed }) => {
		// Lines without context go to the end of the file, of which nobody knows where it is.
		const added = old.length === 0 ? text.join("\n") : wholeLines(text);
		const edit: OwnEdit = { kind: "edit", subject, old: wholeLines(old), text: added, all: false };
		return [edit, { kind: "patch", subject, text: signed.join("\n") }];
	});
}

function wholeLines(lines: readonly string[]): string {
	return lines.map((line) => `${line}\n`).join("");
}
