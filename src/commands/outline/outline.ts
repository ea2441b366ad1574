import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { sliceLines, splitLines } from "../../core/lines.ts";
import { builtFolder } from "../../runtime/program.ts";
import { UserError } from "../../runtime/user-error.ts";
import { builtGrammars } from "../../symbol/built-grammars.ts";
import { loadGrammar } from "../../symbol/grammar.ts";
import { languageOf } from "../../symbol/languages.ts";
import { LEAST_BODY, type Outline, type OutlineOptions, outlineOf, STANDARD_BODY } from "../../symbol/outline.ts";
import { readShape } from "../../symbol/read-shape.ts";
import type { LineSpan, SourceShape } from "../../symbol/types.ts";
import { statIf } from "../../wire/system-error.ts";
import type { Arguments } from "../command-line/parse.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { asPrinted, harmless } from "../terminal/text.ts";

/** Prints source files with function bodies folded, or the lines that are asked for. Returns the exit code. */
export async function outline(args: Arguments, terminal: Terminal): Promise<number> {
	const sources = args.positionals.map(sourceNamed);
	if (sources.length === 0) throw new UserError("ibid outline needs at least one file: ibid outline FILE…");
	const options = { depth: args.number("depth") ?? 0, minBody: minBodyIn(args) };
	if (args.flag("json")) {
		const files = [];
		for (const source of sources) files.push(await dataOf(source, options));
		terminal.print([JSON.stringify({ schema: 1, files }, null, 2)]);
		return 0;
	}
	// All files are read before the first is printed, so that an error is not lost behind pages of text.
	const texts = [];
	for (const source of sources) texts.push(await shownText(source, options));
	terminal.print([texts.length === 1 ? texts[0]! : titled(sources, texts)], "");
	return 0;
}

function minBodyIn(args: Arguments): number {
	const minBody = args.number("min-body") ?? STANDARD_BODY;
	if (minBody >= LEAST_BODY) return minBody;
	throw new UserError(`--min-body must be at least ${LEAST_BODY}: a shorter fold would save nothing.`);
}

/** What a person named: a file, or lines of one. */
type NamedSource = { readonly name: string; readonly path: string; readonly span: LineSpan | undefined };

function sourceNamed(name: string): NamedSource {
	const [, path = "", first, last] = statIf(name) ? [] : (/^(.+):(\d+)-(\d+)$/.exec(name) ?? []);
	if (path === "") return { name, path: name, span: undefined };
	return { name, path, span: { first: Number(first), last: Number(last) } };
}

async function shownText({ path, span }: NamedSource, options: OutlineOptions): Promise<string> {
	const text = textIn(path);
	const shown = span ? linesIn(text, path, span) : (await outlined(path, text, options)).outline.text;
	return asPrinted(shown);
}

/** The lines as they are, with the line break behind the last one if the file has it. */
function linesIn(text: string, path: string, { first, last }: LineSpan): string {
	const lines = splitLines(text);
	const count = text === "" ? 0 : lines.starts.length - (text.endsWith("\n") ? 2 : 1);
	if (first < 1 || last < first || last > count) {
		const has = count === 0 ? "is empty" : count === 1 ? "has 1 line" : `has lines 1-${count}`;
		throw new UserError(`There are no lines ${path}:${first}-${last}: ${path} ${has}.`);
	}
	return sliceLines(lines, first - 1, last) + (lines.starts[last]! <= text.length ? "\n" : "");
}

/** A text that the parser gives up is printed as it is. */
async function outlined(
	path: string,
	text: string,
	options: OutlineOptions,
): Promise<{ readonly shape: SourceShape; readonly outline: Outline }> {
	const language = languageOf(path, text);
	if (!language)
		throw new UserError(`ibid outline has no grammar for ${path}; see ibid help outline for its languages.`);
	compileQuickly();
	const grammar = await loadGrammar(language, builtGrammars(builtFolder(process.argv[1] ?? "")));
	const shape = readShape(grammar, path, text) ?? { language, symbols: [], bodies: [] };
	return { shape, outline: outlineOf(text, shape, options) };
}

/**
 * A process that reads a few files ends before Node's second, thorough compiler pays, and for some grammars that one takes
 * seconds on all processors.
 */
function compileQuickly(): void {
	if (!process.versions.bun) setFlagsFromString("--liftoff-only");
}

/** The text of a file; an exact one is wanted, so that what is no text is refused. */
function textIn(path: string): string {
	const stats = statIf(path);
	if (!stats) throw new UserError(`There is no file ${path}.`);
	if (!stats.isFile()) throw new UserError(`${path} is not a file: name source files.`);
	if (stats.size > MOST_BYTES) throw new UserError(`${path} is too large for ibid outline: it takes at most 4 MB.`);
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		throw new UserError(`${path} is not UTF-8 text, so ibid cannot print its lines exactly.`);
	}
}

/** Parsing takes ten times as much memory as the text, and sources are not that long. */
const MOST_BYTES = 4_000_000;

async function dataOf({ name, path, span }: NamedSource, options: OutlineOptions): Promise<object> {
	if (span) throw new UserError(`--json is about whole files: ask for ${name} without it.`);
	const text = textIn(path);
	const { shape, outline } = await outlined(path, text, options);
	return { path, language: shape.language, symbols: shape.symbols, folds: outline.folds };
}

/** Several texts, each below its name. */
function titled(sources: readonly NamedSource[], texts: readonly string[]): string {
	return sources
		.map(({ name }, at) => {
			const text = texts[at]!;
			return `==> ${harmless(name)} <==\n${text}${text === "" || text.endsWith("\n") ? "" : "\n"}`;
		})
		.join("\n");
}
