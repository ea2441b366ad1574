import type { Hunk, Part, Subject } from "../../core/types.ts";
import { fileSubject } from "../files.ts";
import { heightOf } from "../result-text.ts";
import type { ResultText } from "../types.ts";
import type { ShellCommand } from "./grammar.ts";
import { withoutGlobals } from "./harmless.ts";
import { readingProgram } from "./readers.ts";
import { fileStream } from "./stream.ts";

/** The command that printed a diff, and the files whose current lines its new side shows, if known. */
export type DiffFiles = {
	/** Lines that belong to no known file are output of this command. */
	readonly command: Subject;
	readonly fileOf: (path: string) => Subject | undefined;
};

/** The parts of a diff: runs of lines with the same sign, and whole hunks. */
export type DiffParts = { readonly signed: readonly Part[]; readonly hunks: readonly Hunk[] };

/**
 * Reads a unified diff: longer runs of lines with the same sign, which is their gutter. Lines of files have their line
 * numbers, others their place in the output. Undefined if any of the text is something else.
 */
export function readDiff(result: ResultText, from: number, end: number, printed: DiffFiles): DiffParts | undefined {
	const parts: Part[] = [];
	const hunks: Hunk[] = [];
	let hunk: HunkProgress | undefined;
	let file: Subject | undefined;
	let hasPrefixes = false;
	let place = 1;
	for (let line = from; line < end; line++) {
		const text = result.lines[line]!;
		const height = heightOf(result, line);
		if (!hunk || (hunk.old === 0 && hunk.new === 0)) {
			if (result.notes.has(line)) return undefined;
			// In a diff without prefixes `b/` is a folder.
			if (text.startsWith("diff --git ")) hasPrefixes = text.startsWith("diff --git a/");
			const path = hasPrefixes ? /^\+\+\+ b\/([^\t]+)\t?$/.exec(text)?.[1] : undefined;
			if (text.startsWith("+++ ")) file = path === undefined ? undefined : printed.fileOf(path);
			hunk = hunkOf(text) ?? hunk;
		} else if (!text.startsWith("\\")) {
			const sign = text.charAt(0);
			if (sign !== " " && sign !== "+" && sign !== "-") return undefined;
			const next = advance(hunk, sign, height);
			if (next.old < 0 || next.new < 0) return undefined;
			const subject = sign === "-" ? undefined : file;
			const first = subject ? hunk.line : place;
			extendRun(parts, { subject: subject ?? printed.command, from: line, first, sign, height });
			lengthen(hunks, printed.command, line);
			hunk = next;
		}
		place += height;
	}
	return { signed: parts.filter(({ from: top, count }) => heightFrom(result, top, count) >= SHORTEST), hunks };
}

/** The length of the shortest quote. */
const SHORTEST = 5;

/** How many lines of each side a hunk still has, and the number of the next line of the new side. */
type HunkProgress = { readonly old: number; readonly new: number; readonly line: number };

function hunkOf(text: string): HunkProgress | undefined {
	const [all, old = "1", line, fresh = "1"] =
		/^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/.exec(text) ?? [];
	return all === undefined ? undefined : { old: Number(old), new: Number(fresh), line: Number(line) };
}

function advance(hunk: HunkProgress, sign: string, height: number): HunkProgress {
	const [old, fresh] = [sign === "+" ? 0 : height, sign === "-" ? 0 : height];
	return { old: hunk.old - old, new: hunk.new - fresh, line: hunk.line + fresh };
}

type SignedLine = {
	readonly subject: Subject;
	readonly from: number;
	readonly first: number;
	readonly sign: string;
	readonly height: number;
};

/** Adds a line to the run right above it if the sign is the same, or begins another run. */
function extendRun(parts: Part[], { subject, from, first, sign }: SignedLine): void {
	const last = parts.at(-1);
	const isNext =
		last?.gutter.kind === "sign" &&
		last.gutter.sign === sign &&
		last.from + last.count === from &&
		last.subject === subject;
	if (isNext) parts[parts.length - 1] = { ...last, count: last.count + 1 };
	else parts.push({ subject, from, count: 1, first, gutter: { kind: "sign", sign }, room: 0 });
}

/** Adds a line to the hunk right above it, or begins another hunk. */
function lengthen(hunks: Hunk[], subject: Subject, from: number): void {
	const last = hunks.at(-1);
	if (last && last.from + last.count === from) hunks[hunks.length - 1] = { ...last, count: last.count + 1 };
	else hunks.push({ subject, from, count: 1 });
}

function heightFrom(result: ResultText, from: number, count: number): number {
	let height = 0;
	for (let line = from; line < from + count; line++) height += heightOf(result, line);
	return height;
}

/** The files whose current lines the new side of a diff shows, by the paths in the diff. */
export type DiffCommand = { readonly fileOf: (path: string) => Subject | undefined };

/** A command that prints diffs: `git diff`, `git show` or `git log`, perhaps piped through `head` or the like. */
export function diffCommand(commands: readonly ShellCommand[], directory: string): DiffCommand | undefined {
	const [first, ...rest] = commands.map(({ words }) => words.map(({ text }) => text));
	const isKnown = commands.every(({ words }) => words.every(({ known }) => known));
	const isPassedOn = rest.every(passesOn);
	if (first?.[0] !== "git" || !isPassedOn) return undefined;
	const [name, ...words] = withoutGlobals(first.slice(1));
	if (name !== "diff" && name !== "show" && name !== "log") return undefined;
	if (words.some((word) => WITHOUT_SIGNS.test(word))) return undefined;
	const isHere = isKnown && name === "diff" && !first.includes("-C");
	const paths = isHere ? pathsNow(words) : [];
	const isNow = (path: string): boolean => !NOTEBOOK.test(path) && paths.some((each) => isUnder(path, each, directory));
	return { fileOf: (path) => (isNow(path) ? fileSubject(directory, path) : undefined) };
}

/** These mark changes inside lines: the first column is part of the line. */
const WITHOUT_SIGNS = /^--(?:word-diff|color-words)/;

/** Git filters for notebooks are common, so that a diff may not show what is in the file. */
const NOTEBOOK = /\.ipynb$/i;

/** Whether a command passes on consecutive lines: with a gap, one hunk would be read into the next. */
function passesOn(words: readonly string[]): boolean {
	const reader = readingProgram(words);
	if (reader?.path !== undefined) return false;
	return reader !== undefined && (reader.stage(fileStream(ANY))?.ranges.length ?? 1) <= 1;
}

const ANY: Subject = { kind: "command", name: "", label: "" };

const HARMLESS = /^(?:-U\d+|--unified=\d+|-p|--patch|--no-color|--stat|--minimal|--histogram|--find-renames|-M)$/;

/** The paths given to a diff against the working tree; none if it may compare something else. */
function pathsNow(words: readonly string[]): readonly string[] {
	const end = words.indexOf("--");
	const before = end < 0 ? words : words.slice(0, end);
	const [revision, another] = before.filter((word) => !word.startsWith("-"));
	const isPlain = before.every((word) => !word.startsWith("-") || HARMLESS.test(word));
	if (end < 0 || !isPlain || another !== undefined || RANGE.test(revision ?? "")) return [];
	return words.slice(end + 1).filter((word) => !word.startsWith(":"));
}

/** What names two revisions: `a..b`, `a^!`, `a^@`, `a^-`; and exclusions. */
const RANGE = /\.\.|\^[!@-]|^\^/;

/**
 * Paths in a diff are relative to the root of the repository, paths in a command to its directory. They agree only in
 * the root itself, or by chance in a folder inside another of the same name.
 */
function isUnder(path: string, asked: string, directory: string): boolean {
	const plain = asked.replace(/^\.\/|\/$/g, "");
	if (plain === "" || plain === ".") return false;
	return path === plain || (path.startsWith(`${plain}/`) && !directory.split("/").includes(plain.split("/", 1)[0]!));
}
