import type { OwnEdit, OwnWrite, Subject } from "../../core/types.ts";
import { type DiffCommand, diffCommand } from "./diff.ts";
import { fileAt, mayStep, stepped, type WorkingDirectory } from "./directory.ts";
import type { Redirect, ShellCommand, Statement } from "./grammar.ts";
import { type FailureSign, failureSignOf } from "./harmless.ts";
import { documentWrite } from "./own.ts";
import { readingProgram } from "./readers.ts";
import { searchCommand } from "./search-command.ts";
import { fileStream, type Stream } from "./stream.ts";
import type { Word } from "./tokens.ts";

/** What a statement prints. */
export type StatementOutput =
	| { readonly kind: "nothing" }
	/** Text that is given in the command line. */
	| { readonly kind: "literal"; readonly lines: readonly string[] }
	| { readonly kind: "file"; readonly stream: Stream }
	/** Numbered lines of one file that a search finds. */
	| { readonly kind: "hits"; readonly file: Subject; readonly context: boolean }
	| { readonly kind: "diff"; readonly fileOf: DiffCommand["fileOf"] }
	| { readonly kind: "other" };

/** What is known of a statement before it runs. */
export type KnownStatement = {
	readonly statement: Statement;
	readonly output: StatementOutput;
	/** Undefined if it may change something. */
	readonly failureSign: FailureSign | undefined;
	readonly own: readonly (OwnWrite | OwnEdit)[];
	/** Its working directory; undefined if unknown. */
	readonly directory: string | undefined;
};

/**
 * What each statement of a script prints and does, and in which directory. After a `cd` that may not have run the
 * directory is unknown: `isCertain` says which statements have run, by their index.
 */
export function followScript(
	script: readonly Statement[],
	start: string,
	isCertain: (at: number) => boolean = () => true,
): KnownStatement[] {
	let place: WorkingDirectory = { directory: start, isStepped: false };
	const known = script.map((statement, at) => {
		const each = followStatement(statement, place);
		if (mayStep(each)) place = { directory: isCertain(at) ? stepped(statement, place) : undefined, isStepped: true };
		return each;
	});
	return known.map((each, at) => beforeWrites(each, known.slice(at + 1)));
}

function followStatement(statement: Statement, place: WorkingDirectory): KnownStatement {
	const { commands } = statement;
	const own = commands.length === 1 ? documentWrite(commands[0]!, place) : undefined;
	const failureSign = own ? undefined : failureSignOfAll(commands);
	const output = own ? ({ kind: own.prints ? "other" : "nothing" } as const) : outputOf(commands, place);
	return { statement, output, failureSign: failureSign, own: own?.own ?? [], directory: place.directory };
}

/** If a later statement writes a file, what was printed of it before is not what the file contains in the end. */
function beforeWrites(known: KnownStatement, later: readonly KnownStatement[]): KnownStatement {
	const { output } = known;
	const written = later.flatMap(({ own }) => own.map(({ subject }) => subject.name));
	const isShown = output.kind === "file" || output.kind === "hits";
	const shown = output.kind === "file" ? output.stream.subject.name : output.kind === "hits" ? output.file.name : "";
	if (isShown && written.includes(shown)) return { ...known, output: { kind: "other" } };
	if (output.kind === "diff" && written.length > 0)
		return { ...known, output: { kind: "diff", fileOf: () => undefined } };
	return known;
}

/** A pipe shows failures only as well as the worst of its commands; if one may change something, the pipe may. */
function failureSignOfAll(commands: readonly ShellCommand[]): FailureSign | undefined {
	const each = commands.map(({ words, redirects }, at) => {
		const texts = words.map(wordText);
		if (!texts.every((text) => text !== undefined) || !redirects.every(isHarmlessRedirect)) return undefined;
		const failureSign = failureSignOf(texts);
		const isHidden = redirects.some(hidesWords) || (at < commands.length - 1 && redirects.some(joinsErrors));
		return failureSign === "fails loudly" && isHidden ? "fails silently" : failureSign;
	});
	if (each.includes(undefined)) return undefined;
	return each.includes("fails silently") ? "fails silently" : each.includes("fails loudly") ? "fails loudly" : each[0];
}

/** The known beginning of a word: a glob keeps its literal beginning, a variable may become anything. */
function wordText({ known, text }: Word): string | undefined {
	return known || (/^[\w./]/.test(text) && !text.includes("$")) ? text : undefined;
}

function outputOf(commands: readonly ShellCommand[], place: WorkingDirectory): StatementOutput {
	const printed = commands.flatMap(({ redirects }) => redirects).filter(takesOutput);
	if (printed.length > 0) return isToNowhere(commands) ? { kind: "nothing" } : { kind: "other" };
	const lines = commands.length === 1 ? literalOf(commands[0]!) : undefined;
	if (lines) return lines.length === 0 ? { kind: "nothing" } : { kind: "literal", lines };
	const stream = streamOf(commands, place);
	if (stream) return { kind: "file", stream };
	const hits = commands.length === 1 ? hitOutput(commands[0]!, place) : undefined;
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

/** The output of the last command is thrown away. */
function isToNowhere(commands: readonly ShellCommand[]): boolean {
	const last = commands.at(-1)!.redirects.filter(takesOutput);
	const [redirect, another] = last;
	return redirect !== undefined && !another && /^1?$/.test(redirect.stream) && hidesWords(redirect);
}

/** A search that names one file. */
function hitOutput({ words, redirects }: ShellCommand, place: WorkingDirectory): StatementOutput | undefined {
	const isPlain = words.every(({ known }) => known) && redirects.length === 0;
	const search = isPlain ? searchCommand(words.map(({ text }) => text)) : undefined;
	const file = fileAt(place, search?.path);
	return search && file ? { kind: "hits", file, context: search.context } : undefined;
}

/** Given a folder, these succeed and print nothing. */
const PAGERS: ReadonlySet<string> = new Set(["less", "more"]);

/** The lines of a file that a pipe prints: one program reads the file, and others read its output. */
function streamOf(commands: readonly ShellCommand[], place: WorkingDirectory): Stream | undefined {
	let stream: Stream | undefined;
	for (const [index, command] of commands.entries()) {
		const texts = command.words.flatMap(({ known, text }) => (known ? [text] : []));
		const reader = texts.length === command.words.length ? readingProgram(texts) : undefined;
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

/** The lines that `echo` or `printf` print, if the command line contains them literally. */
function literalOf({ words, redirects }: ShellCommand): readonly string[] | undefined {
	const [name, ...rest] = words;
	if (redirects.length > 0 || !rest.every(({ known }) => known)) return undefined;
	const texts = rest.map(({ text }) => text);
	if (name?.text === "echo") return echoed(texts);
	if (name?.text === "printf") return printed(texts);
	return undefined;
}

/** Shells do not agree on what `echo` does with backslashes and options. */
function echoed(texts: readonly string[]): readonly string[] | undefined {
	const text = texts.join(" ");
	return text.includes("\\") || OPTION.test(texts[0] ?? "") ? undefined : text.split("\n");
}

/** No shell takes `---` for an option. */
const OPTION = /^(--?$|-[A-Za-z])/;

/** A format without conversions, with `\n` as its only escape and as its end. */
function printed(texts: readonly string[]): readonly string[] | undefined {
	const [format, ...more] = texts[0] === "--" ? texts.slice(1) : texts;
	if (format === undefined || more.length > 0 || (format.startsWith("-") && texts[0] !== "--")) return undefined;
	const text = format.replaceAll("\\n", "\n");
	if (/[%\\]/.test(text) || !text.endsWith("\n")) return undefined;
	return text.slice(0, -1).split("\n");
}

/** Whether a redirection writes no file. */
function isHarmlessRedirect({ operator, target }: Redirect): boolean {
	if (target.kind === "document" || operator.startsWith("<")) return operator !== "<>";
	return target.text === "/dev/null" || (operator === ">&" && /^\d$/.test(target.text));
}

/** Whether output is thrown away. Either stream counts: errors may be on both. */
function hidesWords({ operator, target }: Redirect): boolean {
	return !operator.startsWith("<") && target.kind === "word" && target.text === "/dev/null";
}

/** Whether errors go to the next program, which may drop them. */
function joinsErrors({ operator, stream }: Redirect): boolean {
	return operator === ">&" && stream === "2";
}

/** Whether a redirection takes the output of a command. */
function takesOutput({ operator, stream }: Redirect): boolean {
	return !operator.startsWith("<") && stream !== "2";
}

/** The file that is redirected to a command, if any; undefined if its input is something else. */
function inputOf({ redirects }: ShellCommand): { readonly path: string | undefined } | undefined {
	const [source, another] = redirects.filter(({ operator }) => operator.startsWith("<"));
	if (!source) return { path: undefined };
	const { operator, stream, target } = source;
	if (another || operator !== "<" || !/^0?$/.test(stream) || target.kind !== "word") return undefined;
	return target.known ? { path: target.text } : undefined;
}
