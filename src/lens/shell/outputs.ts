import type { OwnEdit, OwnWrite, Subject } from "../../core/types.ts";
import { searchOf } from "../search/words.ts";
import { type DiffCommand, diffCommand } from "./git-diff.ts";
import type { Command, Statement } from "./grammar.ts";
import { type Manners, mannersOf } from "./harmless.ts";
import { literalOf } from "./literal.ts";
import { ownOf } from "./own.ts";
import { fileAt, mayStep, type Place, stepped } from "./place.ts";
import { readerOf } from "./readers.ts";
import { hidesWords, inputOf, isHarmlessRedirect, joinsErrors, takesOutput } from "./redirects.ts";
import { fileStream, type Stream } from "./stream.ts";
import type { Word } from "./words.ts";

/** What a statement prints. */
export type Output =
	| { readonly kind: "nothing" }
	/** Words that stand in the command line. */
	| { readonly kind: "literal"; readonly lines: readonly string[] }
	| { readonly kind: "file"; readonly stream: Stream }
	/** Lines of one file that a search finds, under their numbers. */
	| { readonly kind: "hits"; readonly file: Subject; readonly context: boolean }
	| { readonly kind: "diff"; readonly fileOf: DiffCommand["fileOf"] }
	| { readonly kind: "other" };

/** What is known of a statement before it runs. */
export type Known = {
	readonly statement: Statement;
	readonly output: Output;
	/** Undefined where it may change something. */
	readonly manners: Manners | undefined;
	readonly own: readonly (OwnWrite | OwnEdit)[];
	/** Where it runs; undefined where that cannot be told. */
	readonly directory: string | undefined;
};

/**
 * What each statement of a script prints and does, followed through changes of the directory. A change that may not
 * have happened leaves it unknown: `isCertain` says which have, by their place in the script.
 */
export function followScript(
	script: readonly Statement[],
	start: string,
	isCertain: (at: number) => boolean = () => true,
): Known[] {
	let place: Place = { directory: start, isStepped: false };
	const known = script.map((statement, at) => {
		const each = follow(statement, place);
		if (mayStep(each)) place = { directory: isCertain(at) ? stepped(statement, place) : undefined, isStepped: true };
		return each;
	});
	return known.map((each, at) => beforeWrites(each, known.slice(at + 1)));
}

function follow(statement: Statement, place: Place): Known {
	const { commands } = statement;
	const own = commands.length === 1 ? ownOf(commands[0]!, place) : undefined;
	const manners = own ? undefined : mannersOfAll(commands);
	const output = own ? ({ kind: own.prints ? "other" : "nothing" } as const) : outputOf(commands, place);
	return { statement, output, manners, own: own?.own ?? [], directory: place.directory };
}

/** What a statement prints of a file that is written further down is not what the file has in the end. */
function beforeWrites(known: Known, later: readonly Known[]): Known {
	const { output } = known;
	const written = later.flatMap(({ own }) => own.map(({ subject }) => subject.name));
	const isShown = output.kind === "file" || output.kind === "hits";
	const shown = output.kind === "file" ? output.stream.subject.name : output.kind === "hits" ? output.file.name : "";
	if (isShown && written.includes(shown)) return { ...known, output: { kind: "other" } };
	if (output.kind === "diff" && written.length > 0)
		return { ...known, output: { kind: "diff", fileOf: () => undefined } };
	return known;
}

/** A pipe fails as loudly as the softest of its commands; if any may change something, so may the pipe. */
function mannersOfAll(commands: readonly Command[]): Manners | undefined {
	const each = commands.map(({ words, redirects }, at) => {
		const texts = words.map(textOf);
		if (!texts.every((text) => text !== undefined) || !redirects.every(isHarmlessRedirect)) return undefined;
		const manners = mannersOf(texts);
		const isHidden = redirects.some(hidesWords) || (at < commands.length - 1 && redirects.some(joinsErrors));
		return manners === "fails loudly" && isHidden ? "fails silently" : manners;
	});
	if (each.includes(undefined)) return undefined;
	return each.includes("fails silently") ? "fails silently" : each.includes("fails loudly") ? "fails loudly" : each[0];
}

/** What a word must begin with. Patterns become names that begin as they do; variables may become anything. */
function textOf({ known, text }: Word): string | undefined {
	return known || (/^[\w./]/.test(text) && !text.includes("$")) ? text : undefined;
}

function outputOf(commands: readonly Command[], place: Place): Output {
	const printed = commands.flatMap(({ redirects }) => redirects).filter(takesOutput);
	if (printed.length > 0) return isToNowhere(commands) ? { kind: "nothing" } : { kind: "other" };
	const lines = commands.length === 1 ? literalOf(commands[0]!) : undefined;
	if (lines) return lines.length === 0 ? { kind: "nothing" } : { kind: "literal", lines };
	const stream = streamOf(commands, place);
	if (stream) return { kind: "file", stream };
	const hits = commands.length === 1 ? hitsOf(commands[0]!, place) : undefined;
	if (hits) return hits;
	const diff = diffCommand(commands, place.directory ?? "");
	if (diff) return { kind: "diff", fileOf: diff.fileOf };
	const name = commands.length === 1 ? commands[0]!.words[0]?.text : undefined;
	return name !== undefined && PRINT_NOTHING.has(name) ? { kind: "nothing" } : { kind: "other" };
}

const PRINT_NOTHING: ReadonlySet<string> = new Set([
	"cd",
	"true",
	":",
	"false",
	"sleep",
	"test",
	"[",
	"mkdir",
	"chmod",
]);

/** The output of the last command goes nowhere. */
function isToNowhere(commands: readonly Command[]): boolean {
	const last = commands.at(-1)!.redirects.filter(takesOutput);
	const [redirect, another] = last;
	return redirect !== undefined && !another && /^1?$/.test(redirect.stream) && hidesWords(redirect);
}

/** A search that names one file. */
function hitsOf({ words, redirects }: Command, place: Place): Output | undefined {
	const isPlain = words.every(({ known }) => known) && redirects.length === 0;
	const search = isPlain ? searchOf(words.map(({ text }) => text)) : undefined;
	const file = fileAt(place, search?.path);
	return search && file ? { kind: "hits", file, context: search.context } : undefined;
}

/** Given a folder, these end well and print nothing. */
const PAGERS: ReadonlySet<string> = new Set(["less", "more"]);

/** The lines of a file that a pipe prints: a reader of the file, and readers of its output behind it. */
function streamOf(commands: readonly Command[], place: Place): Stream | undefined {
	let stream: Stream | undefined;
	for (const [index, command] of commands.entries()) {
		const texts = command.words.flatMap(({ known, text }) => (known ? [text] : []));
		const reader = texts.length === command.words.length ? readerOf(texts) : undefined;
		const input = inputOf(command);
		if (!reader || !input || (reader.path !== undefined && input.path !== undefined)) return undefined;
		if (index === 0 && PAGERS.has(texts[0]!)) return undefined;
		const path = reader.path ?? input.path;
		const file = index === 0 ? fileAt(place, path) : undefined;
		if (index > 0 && path !== undefined) return undefined;
		const before = file ? fileStream(file) : stream;
		stream = before && reader.stage(before);
	}
	return stream;
}
