import type { OwnEdit, OwnWrite, Subject } from "../../core/types.ts";
import { fileSubject } from "../paths.ts";
import { searchOf } from "../search/words.ts";
import { type DiffCommand, diffCommand } from "./git-diff.ts";
import type { Command, Statement } from "./grammar.ts";
import { type Manners, mannersOf } from "./harmless.ts";
import { literalOf } from "./literal.ts";
import { ownOf } from "./own.ts";
import { readerOf } from "./readers.ts";
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
	let directory: string | undefined = start;
	return script.map((statement, at) => {
		const known = follow(statement, directory);
		const [name, path] = statement.commands.length === 1 ? statement.commands[0]!.words : [];
		if (name?.text === "cd") {
			directory = path?.known && isCertain(at) ? fileSubject(directory ?? "", path.text)?.name : undefined;
		}
		return known;
	});
}

function follow(statement: Statement, directory: string | undefined): Known {
	const { commands } = statement;
	const own = commands.length === 1 ? ownOf(commands[0]!, directory ?? "") : undefined;
	const manners = own ? undefined : mannersOfAll(commands);
	const output = own ? ({ kind: own.prints ? "other" : "nothing" } as const) : outputOf(commands, directory);
	return { statement, output, manners, own: own?.own ?? [], directory };
}

/** A pipe fails as loudly as the softest of its commands; if any may change something, so may the pipe. */
function mannersOfAll(commands: readonly Command[]): Manners | undefined {
	const each = commands.map(({ words, redirects }) => {
		const texts = words.map(textOf);
		if (!texts.every((text) => text !== undefined) || !redirects.every(isHarmlessRedirect)) return undefined;
		const manners = mannersOf(texts);
		return manners === "fails loudly" && redirects.some(hidesErrors) ? "fails silently" : manners;
	});
	if (each.includes(undefined)) return undefined;
	return each.includes("fails silently") ? "fails silently" : each.includes("fails loudly") ? "fails loudly" : each[0];
}

/** What a word must begin with. Patterns become names that begin as they do; variables may become anything. */
function textOf({ known, text }: Word): string | undefined {
	return known || (/^[\w./]/.test(text) && !text.includes("$")) ? text : undefined;
}

function isHarmlessRedirect({ operator, target }: Command["redirects"][number]): boolean {
	if (target.kind === "document" || operator.startsWith("<")) return operator !== "<>";
	return target.text === "/dev/null" || (operator === ">&" && /^\d$/.test(target.text));
}

function hidesErrors({ operator, stream, target }: Command["redirects"][number]): boolean {
	const isErrors = stream === "2" || operator.startsWith("&");
	return isErrors && target.kind === "word" && target.text === "/dev/null";
}

function outputOf(commands: readonly Command[], directory: string | undefined): Output {
	const printed = commands.flatMap(({ redirects }) => redirects).filter(takesOutput);
	if (printed.length > 0) return isToNowhere(commands) ? { kind: "nothing" } : { kind: "other" };
	const lines = commands.length === 1 ? literalOf(commands[0]!) : undefined;
	if (lines) return lines.length === 0 ? { kind: "nothing" } : { kind: "literal", lines };
	const stream = streamOf(commands, directory ?? "");
	if (stream) return { kind: "file", stream };
	const hits = commands.length === 1 ? hitsOf(commands[0]!, directory ?? "") : undefined;
	if (hits) return hits;
	const diff = diffCommand(commands, directory ?? "");
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

function takesOutput({ operator, stream, target }: Command["redirects"][number]): boolean {
	const isErrors =
		stream === "2" || (operator === ">&" && target.kind === "word" && target.text === "2" && stream === "2");
	return !operator.startsWith("<") && !isErrors;
}

/** The output of the last command goes nowhere. */
function isToNowhere(commands: readonly Command[]): boolean {
	const last = commands.at(-1)!.redirects.filter(takesOutput);
	const [target] = last.map((redirect) => redirect.target);
	return last.length === 1 && target?.kind === "word" && target.text === "/dev/null";
}

/** A search that names one file. */
function hitsOf({ words, redirects }: Command, directory: string): Output | undefined {
	const isPlain = words.every(({ known }) => known) && redirects.length === 0;
	const search = isPlain ? searchOf(words.map(({ text }) => text)) : undefined;
	const file = fileSubject(directory, search?.path);
	return search && file ? { kind: "hits", file, context: search.context } : undefined;
}

/** The lines of a file that a pipe prints: a reader of the file, and readers of its output behind it. */
function streamOf(commands: readonly Command[], directory: string): Stream | undefined {
	let stream: Stream | undefined;
	for (const [index, { words, redirects }] of commands.entries()) {
		const texts = words.filter(({ known }) => known).map(({ text }) => text);
		const reader = texts.length === words.length ? readerOf(texts) : undefined;
		const input = redirects.filter(({ operator }) => operator.startsWith("<"));
		const [source] = input;
		if (!reader || input.length > 1 || (source && (source.operator !== "<" || source.target.kind !== "word")))
			return undefined;
		const path =
			reader.path ?? (source?.target.kind === "word" && source.target.known ? source.target.text : undefined);
		if ((index === 0) !== (path !== undefined) || (reader.path !== undefined && source)) return undefined;
		const subject = index === 0 ? fileSubject(directory, path) : undefined;
		const before: Stream | undefined = index === 0 ? subject && fileStream(subject) : stream;
		stream = before && reader.stage(before);
		if (!stream) return undefined;
	}
	return stream;
}
