import type { Subject } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import type { Command } from "./grammar.ts";
import { withoutGlobals } from "./harmless-git.ts";
import { readerOf } from "./readers.ts";
import { fileStream } from "./stream.ts";

/** Which files' present lines the new side of a printed diff shows, by the path that the diff tells. */
export type DiffCommand = { readonly fileOf: (path: string) => Subject | undefined };

/** A command that prints diffs: `git diff`, `git show`, `git log`, be it only some of the lines. Else undefined. */
export function diffCommand(commands: readonly Command[], directory: string): DiffCommand | undefined {
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

/** Changes inside lines: what stands in the first column is of the line. */
const WITHOUT_SIGNS = /^--(?:word-diff|color-words)/;

/** Filters that many keep for notebooks make git see another text than the file has. */
const NOTEBOOK = /\.ipynb$/i;

/** Whether a command passes on lines that stand one below the other: a hunk with a gap would be read on in another. */
function passesOn(words: readonly string[]): boolean {
	const reader = readerOf(words);
	if (reader?.path !== undefined) return false;
	return reader !== undefined && (reader.stage(fileStream(ANY))?.ranges.length ?? 1) <= 1;
}

const ANY: Subject = { kind: "command", name: "", label: "" };

const HARMLESS = /^(?:-U\d+|--unified=\d+|-p|--patch|--no-color|--stat|--minimal|--histogram|--find-renames|-M)$/;

/** The paths that a diff of the files as they are now was asked for; none where it may be of something else. */
function pathsNow(words: readonly string[]): readonly string[] {
	const end = words.indexOf("--");
	const before = end < 0 ? words : words.slice(0, end);
	const [revision, another] = before.filter((word) => !word.startsWith("-"));
	const isPlain = before.every((word) => !word.startsWith("-") || HARMLESS.test(word));
	if (end < 0 || !isPlain || another !== undefined || RANGE.test(revision ?? "")) return [];
	return words.slice(end + 1).filter((word) => !word.startsWith(":"));
}

/** What names two revisions: `a..b`, `a^!`, `a^@`, `a^-`; and what is left out of others. */
const RANGE = /\.\.|\^[!@-]|^\^/;

/**
 * Diffs tell paths from the top of the repository, calls from where they are made. Only from the top itself does a diff
 * tell a path that begins as it was asked for, but for a folder inside one of the same name.
 */
function isUnder(path: string, asked: string, directory: string): boolean {
	const plain = asked.replace(/^\.\/|\/$/g, "");
	if (plain === "" || plain === ".") return false;
	return path === plain || (path.startsWith(`${plain}/`) && !directory.split("/").includes(plain.split("/", 1)[0]!));
}
